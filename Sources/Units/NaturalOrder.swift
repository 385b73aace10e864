/// A sort key for the natural order of texts, in which `run 2` is before `run 10`.
///
///     ["run 10", "run 9"].naturallySorted()  // ["run 9", "run 10"]
///
/// The key is equal for texts that differ only in leading zeros of numbers.
package struct NaturalKey: Comparable, Sendable {
  /// The key's bytes: the text in UTF-8, with each number led by a zero digit and its length, so that longer numbers
  /// sort after shorter ones.
  private let bytes: [UInt8]

  /// Creates the key that sorts a text in natural order, `2` before `10`; O(n).
  package init(_ text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    var rest = Substring(text).utf8
    while let byte = rest.first {
      guard Self.isDigit(byte) else {
        bytes.append(byte)
        rest.removeFirst()
        continue
      }
      let number = rest.prefix(while: Self.isDigit)
      let digits = number.drop { $0 == UInt8(ascii: "0") }
      bytes.append(UInt8(ascii: "0"))
      bytes.append(UInt8(clamping: digits.count))
      bytes.append(contentsOf: digits)
      rest = rest[number.endIndex...]
    }
    self.bytes = bytes
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  package static func < (left: NaturalKey, right: NaturalKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension Sequence<String> {
  /// The texts in natural order, `2` before `10`; texts that are equal in this order are sorted by their bytes.
  package func naturallySorted() -> [String] {
    let keyed = map { text in (key: NaturalKey(text), text: text) }
    let sorted = keyed.sorted { left, right in
      left.key == right.key ? left.text < right.text : left.key < right.key
    }
    return sorted.map(\.text)
  }
}
