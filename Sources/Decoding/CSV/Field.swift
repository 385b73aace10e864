internal import Units

/// One field of a row: bytes that belong to the source, good until the next row.
///
/// `ByteBuffer.margin` bytes from any position in it may be read.
package struct Field {
  /// The first byte.
  package let start: UnsafePointer<UInt8>

  /// Number of bytes.
  package let count: Int

  @inlinable @inline(__always)
  package init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// Whether the trace says that there is no value: nothing, or `NA`.
  @inlinable @inline(__always)
  package var isMissing: Bool {
    switch count {
    case 0: true
    case 2: (start[0] | 0x20) == UInt8(ascii: "n") && (start[1] | 0x20) == UInt8(ascii: "a")
    case 3: start[0] == UInt8(ascii: "N") && start[1] == UInt8(ascii: "/")
    default: false
    }
  }

  /// The bytes as text; invalid UTF-8 is repaired.
  ///
  /// Allocates: not for every row.
  package var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The text as messages show it.
  package var shown: String { shortened(text) }

  /// Whether the field is a word in any case.
  ///
  /// - Parameter word: in lower case ASCII.
  /// - Returns: whether all of it is the word.
  package func isWord(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where (start[index] | 0x20) != (word.utf8Start[index] | 0x20) {
      return false
    }
    return true
  }

  /// Whether the field begins with some text.
  ///
  /// - Parameter text: in ASCII, and in this case.
  /// - Returns: whether it does.
  @inline(__always)
  package func starts(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && Memory.equal(start, text.utf8Start, count: length)
  }

  /// Where some text stands first in the field, from 0; `nil` when it does not.
  ///
  /// - Parameter text: not empty, in ASCII, and in this case.
  /// - Returns: the offset of its first byte.
  package func offset(of text: StaticString) -> Int? {
    offset(of: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Where some bytes occur first; `nil` where they do not, and for no bytes.
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

  /// The field's words: what stands between blanks and tabs.
  package var words: [Field] {
    UnsafeBufferPointer(start: start, count: count)
      .split { $0 == 0x20 || $0 == 0x09 }
      .map { Field(start: start + $0.startIndex, count: $0.count) }
  }

  /// Whether the field is exactly a word.
  @inline(__always)
  package func isExactly(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && Memory.equal(start, word.utf8Start, count: count)
  }

  /// Without blanks around it.
  package var trimmed: Field {
    var first = 0
    var last = count
    while first < last, start[first] == 0x20 || start[first] == 0x09 { first += 1 }
    while last > first, start[last - 1] == 0x20 || start[last - 1] == 0x09 { last -= 1 }
    return Field(start: start + first, count: last - first)
  }
}

/// Text from a trace as messages show it: harmless, and at most 40 characters.
package func shortened(_ text: String) -> String {
  let limit = 40
  let plain = harmless(text, limit: limit * 4)
  return plain.count > limit ? plain.prefix(limit - 1) + "\u{2026}" : plain
}

/// Text from a trace, harmless.
///
/// - Parameters:
///   - text: from anywhere.
///   - limit: how many Unicode scalars are kept, at most.
/// - Returns: `text.harmless`.
package func harmless(_ text: String, limit: Int = 1000) -> String { text.harmless(limit: limit) }
