/// A text as bytes that sort as people count: `2` before `10`.
///
/// Runs of digits are led by their length, so that longer numbers sort behind shorter ones.
struct NaturalKey: Comparable {
  private let bytes: [UInt8]

  init(_ text: String) {
    var bytes: [UInt8] = []
    var digits: [UInt8] = []
    for byte in text.utf8 {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits.append(byte)
      } else {
        Self.flush(&digits, into: &bytes)
        bytes.append(byte)
      }
    }
    Self.flush(&digits, into: &bytes)
    self.bytes = bytes
  }

  private static func flush(_ digits: inout [UInt8], into bytes: inout [UInt8]) {
    guard !digits.isEmpty else { return }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    // Among the digits, so that numbers stand where digits do between punctuation and letters.
    bytes.append(UInt8(ascii: "0"))
    bytes.append(UInt8(clamping: significant.count))
    bytes.append(contentsOf: significant)
    digits = []
  }

  static func < (left: NaturalKey, right: NaturalKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension Sequence<String> {
  /// The texts in natural order; those that differ only in leading zeros in that of their bytes.
  func naturallySorted() -> [String] {
    let keyed = map { text in (key: NaturalKey(text), text: text) }
    let sorted = keyed.sorted { left, right in
      left.key == right.key ? left.text < right.text : left.key < right.key
    }
    return sorted.map(\.text)
  }
}
