/// The samples of one counter in run-length encoding: each entry is a value and how often it repeats.
///
/// An entry takes eight bytes, and eight more for its length as soon as one entry of the list is
/// longer than one sample.
public struct SampleStretches: Sendable, Equatable, RandomAccessCollection {
  /// The values of the entries as bit patterns, so that missing values are equal to each other.
  private var bits: ContiguousArray<UInt64> = []
  /// The number of samples that each entry stands for; empty while every entry stands for one sample.
  private var lengths: ContiguousArray<Int> = []

  /// The bit pattern of a missing value: a NaN other than the usual one, which a damaged store may contain.
  private static var missing: UInt64 { Double.nan.bitPattern | 0x6D69_7373 }

  /// Creates an empty list of run-length encoded samples.
  public init() {}

  /// The position of the first entry of run-length encoded samples, always 0.
  public var startIndex: Int { 0 }

  /// The number of entries of run-length encoded samples, each of which repeats one value.
  public var endIndex: Int { bits.count }

  /// The value at an entry of run-length encoded samples, and how often it repeats; O(1).
  ///
  /// Neighboring entries differ.
  public subscript(position: Int) -> SampleColumn.Stretch {
    SampleColumn.Stretch(
      value: value(at: position), count: lengths.isEmpty ? 1 : lengths[position])
  }

  /// Adds equal samples at the end of run-length encoded samples, and merges them with the last entry if that has the
  /// same value.
  ///
  /// `value` is finite or `nil`; `count` is at least 1.
  public mutating func append(_ value: Double?, count: Int) {
    if !isEmpty, self.value(at: endIndex - 1) == value {
      recordLengths()
      lengths[endIndex - 1] += count
      return
    }
    if count > 1 { recordLengths() }
    bits.append(value.map(\.bitPattern) ?? Self.missing)
    if count > 1 || !lengths.isEmpty { lengths.append(count) }
  }

  private mutating func recordLengths() {
    guard lengths.isEmpty else { return }
    lengths = ContiguousArray(repeating: 1, count: bits.count)
  }

  private func value(at position: Int) -> Double? {
    let bits = bits[position]
    return bits == Self.missing ? nil : Double(bitPattern: bits)
  }
}
