internal import Decoding

/// A reusable buffer for a text of at most 256 bytes.
///
/// Longer texts are truncated, because the readers of traces only compare short event names and states.
struct ShortText: ~Copyable {
  private let bytes = ByteBuffer(capacity: capacity)
  private(set) var count = 0

  private static let capacity = 256

  /// Resets the buffer to an empty text.
  @inline(__always)
  mutating func clear() { count = 0 }

  /// Copies a text into the buffer.
  @inline(__always)
  mutating func set(_ field: Field) {
    count = min(field.count, Self.capacity)
    bytes.start.update(from: field.start, count: count)
  }

  /// Copies a text into the buffer.
  mutating func set(_ text: [UInt8]) {
    count = min(text.count, Self.capacity)
    for (index, byte) in text.prefix(count).enumerated() { bytes.start[index] = byte }
  }

  /// The text in the buffer, valid until the buffer is overwritten.
  var field: Field { Field(start: UnsafePointer(bytes.start), count: count) }

  /// Whether the text in the buffer equals a word.
  @inline(__always)
  func isExactly(_ word: StaticString) -> Bool { field.isExactly(word) }

  /// Whether the text in the buffer contains a word; O(count).
  func contains(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    return (0...count - length).contains {
      Memory.equal(UnsafePointer(bytes.start) + $0, word.utf8Start, count: length)
    }
  }
}
