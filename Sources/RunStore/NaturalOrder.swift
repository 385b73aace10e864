/// A text as bytes that sort as people count: `2` before `10`.
///
/// Runs of digits are led by their length, so that longer numbers sort behind shorter ones.
struct NaturalKey: Comparable {
  private let bytes: [UInt8]

  /// The first eight bytes, with zeros where there are fewer: most names differ within.
  private let beginning: UInt64

  init(_ text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    // Where the length of the current run of digits stands.
    var length: Int?
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        bytes.append(byte)
        length = nil
        continue
      }
      if length == nil {
        // Among the digits, so that numbers stand where digits do between punctuation and letters.
        bytes += [UInt8(ascii: "0"), 0]
        length = bytes.count - 1
      }
      guard let length, byte != UInt8(ascii: "0") || bytes.count > length + 1 else { continue }
      bytes.append(byte)
      bytes[length] = UInt8(clamping: bytes.count - 1 - length)
    }
    self.bytes = bytes
    beginning = (0..<8).reduce(0) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : 0) }
  }

  static func < (left: NaturalKey, right: NaturalKey) -> Bool {
    if left.beginning != right.beginning { return left.beginning < right.beginning }
    return left.bytes.lexicographicallyPrecedes(right.bytes)
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
