extension ByteBuffer {
  /// Where plain text ends: at the first quote, backslash, control character or foreign byte.
  ///
  /// - Parameter start: within the buffer, where a zero stands behind the text at the latest.
  /// - Returns: the position of that byte.
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

  /// Marks the bytes of a word that are no plain text.
  ///
  /// Bytes above the lowest marked one may be marked wrongly, by what was borrowed from them.
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

/// How many bytes a character takes that begins with a byte above 0x7F.
enum UTF8Length: Equatable {
  /// So many, and they are well-formed.
  case whole(Int)
  /// Well-formed as far as the bytes go.
  case cutOff
  /// No UTF-8: a stray byte, an overlong form, half a surrogate pair, or beyond U+10FFFF.
  case broken

  /// Looks at a character (Unicode Standard, table 3-7).
  ///
  /// - Parameters:
  ///   - start: its first byte.
  ///   - count: bytes that are there, at least 1.
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

  /// The bytes that may stand at a place of a character.
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

/// Writes a string whose escapes are resolved.
///
/// The target has room for the longest string that is kept: no escape grows when it is resolved.
struct StringResolver {
  /// Bytes written.
  private(set) var count = 0

  /// Begins an empty string.
  ///
  /// - Parameter target: given room when it has none yet.
  init(in target: inout ByteBuffer) {
    if target.capacity == 0 { target = ByteBuffer(capacity: JSONTokenizer.longest + 16) }
  }

  /// Writes bytes as they are.
  mutating func append(
    _ range: Range<Int>, of source: borrowing ByteBuffer, to target: borrowing ByteBuffer
  ) {
    let bytes = UnsafeBufferPointer(start: source.start + range.lowerBound, count: range.count)
    write(bytes, to: target)
  }

  /// Writes a character.
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
    precondition(count + bytes.count <= JSONTokenizer.longest + 16, "a string that is kept")
    (target.start + count).update(from: start, count: bytes.count)
    count += bytes.count
  }
}
