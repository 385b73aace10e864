/// How strictly a JSON text must follow RFC 8259: exactly, or with extensions such as comments.
package enum JSONDialect: Sendable {
  /// JSON as in RFC 8259, without extensions.
  case strict
  /// JSON with `NaN`, `Infinity` and `-Infinity`, as Python writes them.
  case notANumber
  /// A subset of JSON5, for files that people write: comments, trailing commas, names without quotes, single quotes,
  /// hexadecimal numbers, plus signs, numbers that begin or end with a point. Infinities are not allowed, because no
  /// value in a description may be infinite.
  case relaxed
}

/// The relaxed dialect. The tokenizer has the whole text from the beginning, so these scanners never need more bytes.
extension JSONTokenizer {
  /// Skips a comment, or white space that standard JSON does not allow.
  ///
  /// - Returns: whether something was skipped.
  mutating func skipExtra(_ byte: UInt8) throws(JSONFault) -> Bool {
    switch byte {
    case UInt8(ascii: "/"):
      try skipComment()
      return true
    case 0x0B, 0x0C:
      position += 1
      return true
    default:
      return false
    }
  }

  private mutating func skipComment() throws(JSONFault) {
    let (start, slash, star) = (position, UInt8(ascii: "/"), UInt8(ascii: "*"))
    switch bytes.start[position + 1] {
    case slash:
      while position < end, bytes.start[position] != Byte.newline,
        bytes.start[position] != Byte.carriageReturn
      { position += 1 }
    case star:
      position += 2
      while position < end {
        if bytes.start[position] == star, bytes.start[position + 1] == slash { break }
        position += 1
      }
      guard position < end else { throw fault(.ended(wanted: .commentEnd), at: end) }
      position += 2
    default:
      throw unexpected(slash, at: start)
    }
  }

  /// Reads the name of a member of a relaxed JSON text: in quotes, in single quotes or without quotes.
  mutating func scanRelaxedKey(from byte: UInt8) throws(JSONFault) {
    if byte == UInt8(ascii: "'") || byte == Byte.quote {
      return try scanRelaxedString(endingIn: byte)
    }
    var index = position
    while index < end {
      let byte = bytes.start[index]
      if byte >= 0x80 {
        guard case .whole(let length) = UTF8Length(of: bytes.start + index, within: end - index)
        else { throw fault(.badEncoding, at: index) }
        index += length
      } else if Self.isNameByte(byte) || index > position && Byte.isDigit(byte) {
        index += 1
      } else {
        break
      }
    }
    guard index > position else { throw unexpected(byte, at: position) }
    guard index - position <= Self.longest else { throw fault(.tooLong(limit: Self.longest)) }
    keep(position..<index)
    position = index
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  /// Reads a JSON number, or a number such as `+1`, `.5`, `5.` or `0x1F`, which only relaxed JSON allows.
  mutating func scanRelaxedNumber() throws(JSONFault) {
    var index = position
    if bytes.start[index] == UInt8(ascii: "-") || bytes.start[index] == UInt8(ascii: "+") {
      index += 1
    }
    if bytes.start[index] == UInt8(ascii: "I") { throw fault(.tooLargeNumber) }
    let isHexadecimal = bytes.start[index] == Byte.zero && bytes.start[index + 1] | 0x20 == 0x78
    let isWhole = isHexadecimal ? takeHexadecimal(&index) : takeDecimal(&index)
    let next = bytes.start[index]
    let goesOn = next == UInt8(ascii: ".") || Byte.isDigit(next) || Self.isNameByte(next)
    guard isWhole, !goesOn else { throw fault(.badNumber) }
    guard index - position <= Self.longest else { throw fault(.tooLong(limit: Self.longest)) }
    keep(position..<index)
    position = index
  }

  private func takeHexadecimal(_ index: inout Int) -> Bool {
    index += 2
    let first = index
    while Character(Unicode.Scalar(bytes.start[index])).isHexDigit { index += 1 }
    return index > first
  }

  private func takeDecimal(_ index: inout Int) -> Bool {
    let start = index
    while Byte.isDigit(bytes.start[index]) { index += 1 }
    var digits = index - start
    if digits > 1, bytes.start[start] == Byte.zero { return false }
    if bytes.start[index] == UInt8(ascii: ".") {
      let point = index
      index += 1
      while Byte.isDigit(bytes.start[index]) { index += 1 }
      digits += index - point - 1
    }
    guard digits > 0 else { return false }
    guard bytes.start[index] | 0x20 == UInt8(ascii: "e") else { return true }
    index += 1
    if bytes.start[index] == UInt8(ascii: "-") || bytes.start[index] == UInt8(ascii: "+") {
      index += 1
    }
    let exponent = index
    while Byte.isDigit(bytes.start[index]) { index += 1 }
    return index > exponent
  }

  /// Reads a string of a relaxed JSON text that begins and ends with `quote`.
  mutating func scanRelaxedString(endingIn quote: UInt8) throws(JSONFault) {
    var text = StringResolver(in: &resolved)
    var index = position + 1
    while index < end, bytes.start[index] != quote {
      guard index - position <= Self.longest else { throw fault(.tooLong(limit: Self.longest)) }
      let byte = bytes.start[index]
      if byte == UInt8(ascii: "\\") {
        let escape = try relaxedEscape(at: index)
        if let scalar = escape.scalar { text.append(scalar, to: resolved) }
        index += escape.length
      } else {
        guard byte >= 0x20 else { throw fault(.controlCharacter(byte), at: index) }
        let length = byte < 0x80 ? 1 : try foreignLength(at: index) ?? 1
        text.append(index..<index + length, of: bytes, to: resolved)
        index += length
      }
    }
    guard index < end else { throw fault(.ended(wanted: .closingQuote), at: end) }
    contents = (0, text.count)
    isResolved = true
    position = index + 1
  }

  /// Resolves a JSON escape, `\'`, `\x41`, or an escaped line break, which produces no character.
  private func relaxedEscape(
    at index: Int
  ) throws(JSONFault) -> (scalar: Unicode.Scalar?, length: Int) {
    switch bytes.start[index + 1] {
    case Byte.newline: return (nil, 2)
    case Byte.carriageReturn: return (nil, bytes.start[index + 2] == Byte.newline ? 3 : 2)
    case UInt8(ascii: "'"): return ("'", 2)
    case UInt8(ascii: "x"):
      let digits = [bytes.start[index + 2], bytes.start[index + 3]]
        .compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else { throw fault(.badEscape, at: index) }
      return (Unicode.Scalar(UInt8(digits[0] << 4 | digits[1])), 4)
    default:
      guard let escape = try escape(at: index) else {
        throw fault(.ended(wanted: .closingQuote), at: end)
      }
      return (escape.scalar, escape.length)
    }
  }
}
