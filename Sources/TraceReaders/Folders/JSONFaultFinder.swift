/// Finds where a text stops being JSON with comments and trailing commas, for the message.
///
/// The parser that reads such files does not say where it gave up.
///
/// - Parameter bytes: a text that is not JSON.
/// - Returns: `nil` when nothing is wrong with it but what only this finder knows.
func firstFault(inJSON bytes: [UInt8]) -> JSONFault? {
  var tokenizer = JSONTokenizer()
  withoutComments(bytes).withUnsafeBufferPointer { tokenizer.append($0) }
  tokenizer.finish()
  do {
    while let token = try tokenizer.next(), token != .end {
      guard token == .number, Double(tokenizer.field.text)?.isFinite == false else { continue }
      return JSONFault(
        reason: .tooLargeNumber, line: tokenizer.line, offset: tokenizer.tokenStart)
    }
    return nil
  } catch {
    return error
  }
}

/// The text with blanks for comments and trailing commas; lines stay where they are.
func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
  var text = bytes
  var index = 0
  var lastComma: Int?
  while index < text.count {
    switch text[index] {
    case Byte.quote:
      index = endOfString(in: text, from: index)
      lastComma = nil
    case UInt8(ascii: "/"):
      let end = endOfComment(in: text, from: index)
      blank(index..<end, of: &text)
      index = max(index, end - 1)
    case Byte.comma: lastComma = index
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if let lastComma { text[lastComma] = 0x20 }
      lastComma = nil
    case 0x20, 0x09, Byte.carriageReturn, Byte.newline: break
    default: lastComma = nil
    }
    index += 1
  }
  return text
}

/// Position behind a comment; the same position when none begins there.
private func endOfComment(in text: [UInt8], from start: Int) -> Int {
  let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
  var index = start + 2
  switch start + 1 < text.count ? text[start + 1] : 0 {
  case slash: return text[index...].firstIndex(of: Byte.newline) ?? text.count
  case star:
    while index + 1 < text.count, text[index] != star || text[index + 1] != slash { index += 1 }
    return min(index + 2, text.count)
  default: return start
  }
}

private func blank(_ range: Range<Int>, of text: inout [UInt8]) {
  for index in range where text[index] != Byte.newline { text[index] = 0x20 }
}

/// Position of the quote that ends a string, or of the last byte.
private func endOfString(in text: [UInt8], from start: Int) -> Int {
  var index = start + 1
  while index < text.count, text[index] != Byte.quote {
    index += text[index] == UInt8(ascii: "\\") ? 2 : 1
  }
  return min(index, text.count - 1)
}
