extension JSONTokenizer {
  /// Reads a number at the position into `contents`.
  ///
  /// - Returns: whether it is whole; `false` asks for more bytes.
  mutating func scanNumber() throws(JSONFault) -> Bool {
    var end = position
    while end < buffer.count, Self.isNumeric(buffer[end]) { end += 1 }
    guard end - position <= Self.longest else { throw fault(.tooLong(limit: Self.longest)) }
    if end == buffer.count, !isFinished { return false }
    let digits = buffer[position..<end]
    guard Self.isNumber(digits) else { throw fault(.badNumber) }
    contents.removeAll(keepingCapacity: true)
    contents.append(contentsOf: digits)
    position = end
    return true
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Whether the characters make a number of the grammar: no leading zeros, no bare point.
  private static func isNumber(_ characters: ArraySlice<UInt8>) -> Bool {
    var rest = characters
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = takeDigits(from: &rest)
    guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard !takeDigits(from: &rest).isEmpty else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard !takeDigits(from: &rest).isEmpty else { return false }
    }
    return rest.isEmpty
  }

  private static func takeDigits(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    rest = rest[digits.endIndex...]
    return digits
  }

  /// Reads a string at the position into `contents`, its escapes resolved.
  ///
  /// - Returns: whether it is whole; `false` asks for more bytes.
  mutating func scanString() throws(JSONFault) -> Bool {
    contents.removeAll(keepingCapacity: true)
    var index = position + 1
    var hasForeignBytes = false
    while index < buffer.count {
      let byte = buffer[index]
      switch byte {
      case UInt8(ascii: "\""):
        try checkEncoding(hasForeignBytes)
        position = index + 1
        return true
      case UInt8(ascii: "\\"):
        guard let next = try scanEscape(at: index) else { return try needsMore(of: .closingQuote) }
        index = next
      case 0..<0x20: throw fault(.controlCharacter(byte), at: index)
      default:
        hasForeignBytes = hasForeignBytes || byte >= 0x80
        contents.append(byte)
        index += 1
      }
      guard contents.count <= Self.longest else { throw fault(.tooLong(limit: Self.longest)) }
    }
    return try needsMore(of: .closingQuote)
  }

  private func checkEncoding(_ hasForeignBytes: Bool) throws(JSONFault) {
    guard hasForeignBytes, String(validating: contents, as: UTF8.self) == nil else { return }
    throw fault(.badEncoding)
  }

  /// Resolves the escape whose backslash stands at an index.
  ///
  /// - Returns: the index after it, or `nil` when its end is not there yet.
  private mutating func scanEscape(at index: Int) throws(JSONFault) -> Int? {
    guard index + 1 < buffer.count else { return nil }
    switch buffer[index + 1] {
    case UInt8(ascii: "u"): return try scanUnicodeEscape(at: index)
    case UInt8(ascii: "n"): contents.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "t"): contents.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "r"): contents.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "b"): contents.append(0x08)
    case UInt8(ascii: "f"): contents.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      contents.append(buffer[index + 1])
    default: throw fault(.badEscape, at: index)
    }
    return index + 2
  }

  /// Resolves `\uXXXX`, and the pair of them that makes one character beyond the first plane.
  ///
  /// Half a pair alone is allowed by the grammar and stands for no character: it becomes U+FFFD.
  private mutating func scanUnicodeEscape(at index: Int) throws(JSONFault) -> Int? {
    guard let high = try hexadecimal(at: index) else { return nil }
    guard UTF16.isLeadSurrogate(high) else {
      append(Unicode.Scalar(high))
      return index + 6
    }
    guard index + 7 < buffer.count || isFinished else { return nil }
    if buffer[(index + 6)...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
      guard let low = try hexadecimal(at: index + 6) else { return nil }
      if UTF16.isTrailSurrogate(low) {
        append(UTF16.decode(UTF16.EncodedScalar([high, low])))
        return index + 12
      }
    }
    append(nil)
    return index + 6
  }

  private mutating func append(_ scalar: Unicode.Scalar?) {
    contents.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
  }

  /// The four digits of the escape whose backslash stands at an index, or `nil` when cut off.
  private func hexadecimal(at index: Int) throws(JSONFault) -> UInt16? {
    guard index + 6 <= buffer.count else { return nil }
    var value: UInt16 = 0
    for byte in buffer[(index + 2)..<(index + 6)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault(.badEscape, at: index)
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
