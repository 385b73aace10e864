extension ByteBuffer {
  /// The position of the first byte of a string that is no plain text: a quote, backslash, control character or
  /// non-ASCII byte.
  ///
  /// A zero after the text ends it at the latest.
  @inline(__always)
  func endOfPlainText(from start: Int) -> Int {
    var index = start
    while true {
      let word = UnsafeRawPointer(self.start + index).loadUnaligned(as: UInt64.self).littleEndian
      let ends = Self.endsOfPlainText(in: word)
      if ends != 0 { return index + ends.trailingZeroBitCount >> 3 }
      index += 8
    }
  }

  /// Sets the high bit of each byte of a word that is not plain text.
  ///
  /// Bytes above the lowest marked byte may be marked wrongly because of borrows in the subtraction.
  @inline(__always)
  private static func endsOfPlainText(in word: UInt64) -> UInt64 {
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    let zeros = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
    return (zeros | controls | word) & highs
  }
}

/// The length of a UTF-8 character that begins with a byte above 0x7F.
enum UTF8Length: Equatable {
  /// The character is valid, and has this many bytes.
  case whole(Int)
  /// The character is incomplete, and valid so far.
  case cutOff
  /// The bytes are not UTF-8: a stray byte, an overlong form, a surrogate, or a character beyond U+10FFFF.
  case broken

  /// Checks a UTF-8 character and determines its length (Unicode Standard, table 3-7).
  ///
  /// - Parameters:
  ///   - start: the first byte of the character.
  ///   - count: the number of available bytes, at least 1.
  init(of start: UnsafePointer<UInt8>, within count: Int) {
    let first = start[0]
    let length: Int
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default:
      self = .broken
      return
    }
    for index in 1..<length {
      guard index < count else {
        self = .cutOff
        return
      }
      guard Self.follows(first, index).contains(start[index]) else {
        self = .broken
        return
      }
    }
    self = .whole(length)
  }

  /// The allowed values of the byte at an index of a UTF-8 character, given its first byte.
  private static func follows(_ first: UInt8, _ index: Int) -> ClosedRange<UInt8> {
    switch (first, index) {
    case (0xE0, 1): 0xA0...0xBF
    case (0xED, 1): 0x80...0x9F
    case (0xF0, 1): 0x90...0xBF
    case (0xF4, 1): 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}

/// Copies a JSON string, and resolves its escapes.
///
/// A resolved escape is never longer than the escape, so the target can contain the longest string.
struct StringResolver {
  /// The number of bytes of the string that were written.
  private(set) var count = 0

  /// Begins an empty string, and allocates the target if it has no capacity yet.
  init(in target: inout ByteBuffer) {
    if target.capacity == 0 { target = ByteBuffer(capacity: JSONTokenizer.longest + 16) }
  }

  /// Appends bytes of the string unchanged.
  mutating func append(
    _ range: Range<Int>, of source: borrowing ByteBuffer, to target: borrowing ByteBuffer
  ) {
    let bytes = UnsafeBufferPointer(start: source.start + range.lowerBound, count: range.count)
    write(bytes, to: target)
  }

  /// Appends a character to the string as UTF-8.
  mutating func append(_ scalar: Unicode.Scalar, to target: borrowing ByteBuffer) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { bytes in
      let encoded = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      let length = bytes.initialize(fromContentsOf: encoded)
      write(UnsafeBufferPointer(rebasing: bytes[..<length]), to: target)
    }
  }

  private mutating func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to target: borrowing ByteBuffer
  ) {
    guard let start = bytes.baseAddress else { return }
    precondition(
      count + bytes.count <= JSONTokenizer.longest + 16,
      "expected a JSON string within the limit of its length")
    (target.start + count).update(from: start, count: bytes.count)
    count += bytes.count
  }
}
