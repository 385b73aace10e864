internal import Decoding

/// Room for a short text that is written over and over again.
///
/// Longer texts are cut: event names and states are short, and nothing is decided by the rest.
struct ShortText: ~Copyable {
  private let bytes = ByteBuffer(capacity: capacity)
  private(set) var count = 0

  private static let capacity = 256

  /// Forgets the text.
  @inline(__always)
  mutating func clear() { count = 0 }

  /// Takes a text over.
  @inline(__always)
  mutating func set(_ field: Field) {
    count = min(field.count, Self.capacity)
    bytes.start.update(from: field.start, count: count)
  }

  /// The text, good until it is written over.
  var field: Field { Field(start: UnsafePointer(bytes.start), count: count) }

  /// Whether the text is exactly a word.
  @inline(__always)
  func isExactly(_ word: StaticString) -> Bool { field.isExactly(word) }

  /// Whether a word occurs in the text; O(count).
  func contains(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    return (0...count - length).contains {
      Memory.equal(UnsafePointer(bytes.start) + $0, word.utf8Start, count: length)
    }
  }
}
