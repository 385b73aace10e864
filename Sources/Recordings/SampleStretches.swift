/// Equal neighbouring samples of one counter, packed: five to nine bytes a stretch, and one less where none is longer
/// than one sample.
///
/// Frame by frame, every sample of some sensors differs from the one before.
public struct SampleStretches: Sendable, Equatable, RandomAccessCollection {
  /// Values as bits, so that missing ones equal each other.
  private var bits = PackedNumbers()
  /// How long each stretch is; empty while every one is one sample.
  private var lengths: [UInt8] = []
  /// The stretches whose length is `isLong`, by rising positions.
  private var long: [Long] = []

  /// A stretch of many samples.
  private struct Long: Sendable, Equatable {
    let position: Int
    var count: Int
  }

  /// The bits of no number, and of no other that is none: a damaged store may hold the usual one.
  private static var missing: UInt64 { Double.nan.bitPattern | 0x6D69_7373 }
  private static var isLong: UInt8 { .max }

  /// Creates an empty list.
  public init() {}

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of stretches.
  public var endIndex: Int { bits.count }

  /// The stretch at a position; neighbouring ones differ.
  ///
  /// O(1), and O(log n) for long ones.
  public subscript(position: Int) -> SampleColumn.Stretch {
    let bits = bits[position]
    return SampleColumn.Stretch(
      value: bits == Self.missing ? nil : Double(bitPattern: bits), count: length(at: position))
  }

  /// Adds samples at the end, to the last stretch where they equal it.
  ///
  /// - Parameters:
  ///   - value: finite, or `nil` for missing samples.
  ///   - count: at least 1.
  public mutating func append(_ value: Double?, count: Int) {
    if let last, last.value == value { return setLastLength(last.count + count) }
    bits.append(value.map(\.bitPattern) ?? Self.missing)
    if !lengths.isEmpty { lengths.append(1) }
    if count > 1 { setLastLength(count) }
  }

  private func length(at position: Int) -> Int {
    guard !lengths.isEmpty else { return 1 }
    guard lengths[position] == Self.isLong else { return Int(lengths[position]) }
    return long[long.partitioningIndex { $0.position >= position }].count
  }

  private mutating func setLastLength(_ length: Int) {
    if lengths.isEmpty { lengths = Array(repeating: 1, count: count) }
    let position = count - 1
    guard length >= Int(Self.isLong) else { return lengths[position] = UInt8(length) }
    lengths[position] = Self.isLong
    if long.last?.position == position {
      long[long.count - 1].count = length
    } else {
      long.append(Long(position: position, count: length))
    }
  }
}
