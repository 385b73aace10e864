internal import Units

/// One field of a row in a trace, as a range of bytes that is valid until the next row is read.
///
/// `ByteBuffer.margin` bytes from any position in the field may be read.
public struct Field {
  /// A pointer to the first byte of the field, one value in a row of a trace.
  public let start: UnsafePointer<UInt8>

  /// The number of bytes in the field, one value in a row of a trace.
  public let count: Int

  /// Creates a field of a trace from the address of its first byte and the number of its bytes.
  @inlinable @inline(__always)
  public init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// Whether the field marks a missing value: it is empty, `NA` in upper or lower case, or three characters that begin
  /// with `N/`.
  @inlinable @inline(__always)
  public var isMissing: Bool {
    switch count {
    case 0: true
    case 2: (start[0] | 0x20) == UInt8(ascii: "n") && (start[1] | 0x20) == UInt8(ascii: "a")
    case 3: start[0] == UInt8(ascii: "N") && start[1] == UInt8(ascii: "/")
    default: false
    }
  }

  /// The bytes of the trace's field as text; invalid UTF-8 becomes `�`.
  ///
  /// Allocates, so do not call it for every row.
  package var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The text of the trace's field for messages: shortened and without control characters.
  package var shown: String { shortened(text) }

  /// Whether the field of the trace consists of the given word, in upper or lower case.
  ///
  /// - Parameter word: ASCII in lower case.
  package func isWord(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where (start[index] | 0x20) != (word.utf8Start[index] | 0x20) {
      return false
    }
    return true
  }

  /// Whether the field of the trace begins with the given ASCII text; case matters.
  @inline(__always)
  package func starts(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && Memory.equal(start, text.utf8Start, count: length)
  }

  /// The offset of the first occurrence of the given text in the trace's field; `nil` if the text does not occur.
  ///
  /// - Parameter text: ASCII, not empty; case matters.
  package func offset(of text: StaticString) -> Int? {
    offset(of: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The offset, in a field of a trace's row, of the first occurrence of a sequence of bytes; `nil` if the sequence is
  /// empty or does not occur.
  package func offset(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let wanted = bytes.baseAddress, !bytes.isEmpty else { return nil }
    var offset = 0
    while count - offset >= bytes.count {
      let rest = count - offset - bytes.count + 1
      guard let found = Memory.firstIndex(of: wanted[0], start + offset, count: rest)
      else { return nil }
      offset += found
      if Memory.equal(start + offset, wanted, count: bytes.count) { return offset }
      offset += 1
    }
    return nil
  }

  /// The words of the trace's field, separated by spaces and tabs.
  package var words: [Field] {
    UnsafeBufferPointer(start: start, count: count)
      .split { $0 == 0x20 || $0 == 0x09 }
      .map { Field(start: start + $0.startIndex, count: $0.count) }
  }

  /// Whether the field of the trace consists of the given word; case matters.
  @inline(__always)
  package func isExactly(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && Memory.equal(start, word.utf8Start, count: count)
  }

  /// The field of the trace without spaces and tabs around it.
  package var trimmed: Field {
    var first = 0
    var last = count
    while first < last, start[first] == 0x20 || start[first] == 0x09 { first += 1 }
    while last > first, start[last - 1] == 0x20 || start[last - 1] == 0x09 { last -= 1 }
    return Field(start: start + first, count: last - first)
  }
}

/// Makes text from a trace fit for messages: without control characters and at most 40 characters long.
package func shortened(_ text: String) -> String {
  let limit = 40
  let plain = harmless(text, limit: limit * 4)
  return plain.count > limit ? plain.prefix(limit - 1) + "\u{2026}" : plain
}

/// Text from a trace on one line, with control characters replaced by `�`.
///
/// - Parameter limit: the maximum number of Unicode scalars.
package func harmless(_ text: String, limit: Int = 1000) -> String { text.harmless(limit: limit) }
