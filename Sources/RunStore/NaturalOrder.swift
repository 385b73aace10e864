/// A text as bytes that sort in natural order: `2` before `10`.
///
/// A sequence of digits is preceded by its length, so longer numbers sort after shorter ones.
struct NaturalKey: Comparable {
  /// The first sixteen bytes, padded with zeros.
  ///
  /// Most names differ in them.
  private var beginning: (high: UInt64, low: UInt64) = (0, 0)
  /// The bytes after the first sixteen.
  private var rest: [UInt8] = []
  private var count = 0

  init(_ text: String) {
    // The index of the length byte of the current sequence of digits.
    var length: Int?
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        append(byte)
        length = nil
        continue
      }
      if length == nil {
        // The prefix is a digit, so that numbers sort between punctuation and letters, like digits.
        append(UInt8(ascii: "0"))
        append(0)
        length = count - 1
      }
      guard let length, byte != UInt8(ascii: "0") || count > length + 1 else { continue }
      append(byte)
      set(UInt8(clamping: count - 1 - length), at: length)
    }
  }

  private mutating func append(_ byte: UInt8) {
    if count >= 16 { rest.append(0) }
    count += 1
    set(byte, at: count - 1)
  }

  private mutating func set(_ byte: UInt8, at index: Int) {
    guard index < 16 else {
      rest[index - 16] = byte
      return
    }
    let shift = UInt64(56 - index % 8 * 8)
    let (cleared, bits) = (~(UInt64(0xFF) << shift), UInt64(byte) << shift)
    if index < 8 {
      beginning.high = beginning.high & cleared | bits
    } else {
      beginning.low = beginning.low & cleared | bits
    }
  }

  static func == (left: NaturalKey, right: NaturalKey) -> Bool {
    left.beginning == right.beginning && left.count == right.count && left.rest == right.rest
  }

  static func < (left: NaturalKey, right: NaturalKey) -> Bool {
    if left.beginning != right.beginning { return left.beginning < right.beginning }
    // An actual zero byte sorts after padding.
    let (short, long) = (min(left.count, 16), min(right.count, 16))
    return short == long ? left.rest.lexicographicallyPrecedes(right.rest) : short < long
  }
}

extension Sequence<String> {
  /// The texts in natural order.
  ///
  /// Texts that differ only in leading zeros sort by bytes.
  func naturallySorted() -> [String] {
    let keyed = map { text in (key: NaturalKey(text), text: text) }
    let sorted = keyed.sorted { left, right in
      left.key == right.key ? left.text < right.text : left.key < right.key
    }
    return sorted.map(\.text)
  }
}
