internal import Recordings
internal import Units

extension JSONTokenizer {
  // MARK: - Numbers

  /// Reads the JSON number at the position.
  ///
  /// - Returns: `false` if more bytes are needed.
  @inline(__always)
  mutating func scanNumber() throws(JSONFault) -> Bool {
    let last = endOfNumber()
    // A number at the end of the bytes may continue.
    if let last, last < end || isFinished, !Self.isNumeric(bytes.start[last]) {
      guard last - position <= Self.longest else { throw fault(.tooLong(limit: Self.longest)) }
      keep(position..<last)
      position = last
      return true
    }
    return try scanOddNumber()
  }

  /// Decides whether a number that the fast path rejected is malformed, too long or incomplete.
  @inline(never)
  private func scanOddNumber() throws(JSONFault) -> Bool {
    var last = position
    while last < end, Self.isNumeric(bytes.start[last]) { last += 1 }
    guard last - position <= Self.longest else { throw fault(.tooLong(limit: Self.longest)) }
    guard last == end else { throw fault(.badNumber) }
    return try needsMore(of: .value)
  }

  /// The end of the number at the position by the grammar of JSON: no leading zeros, a digit on each side of the point.
  ///
  /// - Returns: `nil` if the bytes so far are not a number.
  @inline(__always)
  private func endOfNumber() -> Int? {
    var index = position
    if bytes.start[index] == UInt8(ascii: "-") { index += 1 }
    if bytes.start[index] == UInt8(ascii: "0") {
      index += 1
    } else {
      guard takeDigits(from: &index) else { return nil }
    }
    if bytes.start[index] == UInt8(ascii: ".") {
      index += 1
      guard takeDigits(from: &index) else { return nil }
    }
    if bytes.start[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      let sign = bytes.start[index]
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { index += 1 }
      guard takeDigits(from: &index) else { return nil }
    }
    return index
  }

  /// Skips digits from an index on; `false` if there is no digit.
  @inline(__always)
  private func takeDigits(from index: inout Int) -> Bool {
    let first = index
    while Byte.isDigit(bytes.start[index]) { index += 1 }
    return index > first
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Reads the elements of an array from the position on, as long as they are times that need no second look: numbers
  /// without exponent, each followed by a comma.
  ///
  /// A number in a long column then takes a third of the time of a token.
  mutating func takePlainTimes(in unit: TimeUnit, into times: inout NumberColumn<Nanoseconds>) {
    guard isAtElement else { return }
    while let last = endOfPlainNumber(),
      case .value(let time) = Field(
        start: UnsafePointer(bytes.start + position), count: last - position
      ).nanoseconds(in: unit)
    {
      times.append(time)
      takeElement(endingAt: last)
    }
  }

  /// Reads the elements of an array from the position on, as long as they are `true` or `false`, each followed by a
  /// comma.
  mutating func takePlainFlags(into flags: inout [Bool]) {
    guard isAtElement else { return }
    let (yes, no) = (UInt64(littleEndianOf: "true,"), UInt64(littleEndianOf: "false,"))
    while true {
      let word = UnsafeRawPointer(bytes.start + position).loadUnaligned(as: UInt64.self)
        .littleEndian
      if word & 0xFF_FFFF_FFFF == yes {
        flags.append(true)
        takeElement(endingAt: position + 4)
      } else if word & 0xFFFF_FFFF_FFFF == no {
        flags.append(false)
        takeElement(endingAt: position + 5)
      } else {
        return
      }
    }
  }

  /// Skips elements that `takePlainTimes` would take.
  mutating func skipPlainNumbers() {
    guard isAtElement else { return }
    while let last = endOfPlainNumber() { takeElement(endingAt: last) }
  }

  /// The end of the number at the position, by the grammar of JSON, if it has at most 24 bytes, no exponent, and a comma
  /// behind it; `nil` otherwise.
  @inline(__always)
  private func endOfPlainNumber() -> Int? {
    guard let last = endOfNumber(), bytes.start[last] == UInt8(ascii: ","), last - position <= 24
    else { return nil }
    return last
  }

  // MARK: - Strings

  /// Reads the JSON string at the position.
  ///
  /// - Parameter isKept: whether the caller needs the contents. If not, the string may be longer, and `passed` counts
  ///   the skipped bytes.
  /// - Returns: `false` if more bytes are needed.
  @inline(__always)
  mutating func scanString(isKept: Bool) throws(JSONFault) -> Bool {
    let last = bytes.endOfPlainText(from: position + 1)
    if bytes.start[last] == UInt8(ascii: "\""), last - position <= Self.longest {
      keep(position + 1..<last)
      position = last + 1
      return true
    }
    guard isKept else {
      passed = 0
      position += 1
      return try passString()
    }
    return try scanOddString()
  }

  @inline(__always)
  package mutating func keep(_ range: Range<Int>) {
    contents = (range.lowerBound, range.count)
    isResolved = false
  }

  /// Reads a string with escapes or non-ASCII characters, or one that is too long, invalid or incomplete: the slow
  /// path.
  @inline(never)
  private mutating func scanOddString() throws(JSONFault) -> Bool {
    let first = position + 1
    var text = StringResolver(in: &resolved)
    var index = first
    while true {
      let plainEnd = min(bytes.endOfPlainText(from: index), end)
      guard plainEnd - first <= Self.longest else { throw fault(.tooLong(limit: Self.longest)) }
      text.append(index..<plainEnd, of: bytes, to: resolved)
      index = plainEnd
      guard index < end else { return try needsMore(of: .closingQuote) }
      switch bytes.start[index] {
      case UInt8(ascii: "\""):
        contents = (0, text.count)
        isResolved = true
        position = index + 1
        return true
      case UInt8(ascii: "\\"):
        guard let escape = try escape(at: index) else { return try needsMore(of: .closingQuote) }
        text.append(escape.scalar, to: resolved)
        index += escape.length
      default:
        guard let length = try foreignLength(at: index) else {
          return try needsMore(of: .closingQuote)
        }
        text.append(index..<index + length, of: bytes, to: resolved)
        index += length
      }
    }
  }

  /// Skips the rest of a string whose contents are not needed.
  ///
  /// - Returns: whether the closing quote was reached; `false` if more bytes are needed.
  mutating func passString() throws(JSONFault) -> Bool {
    let first = position
    defer { if let passed { self.passed = passed + position - first } }
    while true {
      position = bytes.endOfPlainText(from: position)
      guard (passed ?? 0) + position - first <= Self.longestPassed else {
        throw fault(.tooLong(limit: Self.longestPassed))
      }
      guard position < end else {
        position = end
        return try needsMore(of: .closingQuote)
      }
      switch bytes.start[position] {
      case UInt8(ascii: "\""):
        position += 1
        passed = nil
        return true
      case UInt8(ascii: "\\"):
        guard let escape = try escape(at: position) else {
          return try needsMore(of: .closingQuote)
        }
        position += escape.length
      default:
        guard let length = try foreignLength(at: position) else {
          return try needsMore(of: .closingQuote)
        }
        position += length
      }
    }
  }

  /// The length in bytes of the non-ASCII character at an index of the text.
  ///
  /// - Returns: `nil` if the character is incomplete.
  func foreignLength(at index: Int) throws(JSONFault) -> Int? {
    let byte = bytes.start[index]
    guard byte >= 0x20 else { throw fault(.controlCharacter(byte), at: index) }
    switch UTF8Length(of: bytes.start + index, within: end - index) {
    case .whole(let length): return length
    case .cutOff: return nil
    case .broken: throw fault(.badEncoding)
    }
  }

  // MARK: - Escapes

  /// A character that was written as an escape, and the length of the escape in bytes.
  typealias Escape = (scalar: Unicode.Scalar, length: Int)

  /// Resolves the JSON escape whose backslash is at an index.
  ///
  /// - Returns: `nil` if the escape is incomplete.
  func escape(at index: Int) throws(JSONFault) -> Escape? {
    guard index + 1 < end else { return nil }
    switch bytes.start[index + 1] {
    case UInt8(ascii: "u"): return try unicodeEscape(at: index)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return (Unicode.Scalar(bytes.start[index + 1]), 2)
    default: throw fault(.badEscape, at: index)
    }
  }

  /// Resolves an escape `\uXXXX`, or two such escapes that form a surrogate pair.
  ///
  /// The grammar allows a lone surrogate, which is no character: it becomes U+FFFD.
  private func unicodeEscape(at index: Int) throws(JSONFault) -> Escape? {
    guard let high = try hexadecimal(at: index) else { return nil }
    guard UTF16.isLeadSurrogate(high) else {
      return (Unicode.Scalar(high) ?? "\u{FFFD}", 6)
    }
    guard index + 7 < end || isFinished else { return nil }
    let next = (bytes.start[index + 6], bytes.start[index + 7])
    if next == (UInt8(ascii: "\\"), UInt8(ascii: "u")) {
      guard let low = try hexadecimal(at: index + 6) else { return nil }
      if UTF16.isTrailSurrogate(low) {
        return (UTF16.decode(UTF16.EncodedScalar([high, low])), 12)
      }
    }
    return ("\u{FFFD}", 6)
  }

  /// The value of the four digits of a `\u` escape at an index; `nil` if it is incomplete.
  private func hexadecimal(at index: Int) throws(JSONFault) -> UInt16? {
    guard index + 6 <= end else { return nil }
    var value: UInt16 = 0
    for place in index + 2..<index + 6 {
      guard let digit = Character(Unicode.Scalar(bytes.start[place])).hexDigitValue else {
        throw fault(.badEscape, at: index)
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

extension UInt64 {
  /// At most eight ASCII characters, the first in the lowest bits.
  fileprivate init(littleEndianOf text: StaticString) {
    self = text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
  }
}
