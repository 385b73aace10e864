/// Equal neighbouring samples of one counter, packed: eight bytes a stretch, and four more where any is longer than one
/// sample.
///
/// Frame by frame, every sample of some sensors differs from the one before.
public struct SampleStretches: Sendable, Equatable, RandomAccessCollection {
  /// Values as bits, so that missing ones equal each other.
  @usableFromInline var bits: [UInt64] = []
  /// Empty while every stretch is one sample.
  @usableFromInline var lengths: [UInt32] = []

  /// The bits of no number, and of no other that is none: a damaged store may hold the usual one.
  @usableFromInline static var missing: UInt64 { Double.nan.bitPattern | 0x6D69_7373 }

  /// Creates an empty list.
  public init() {}

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of stretches.
  @inlinable public var endIndex: Int { bits.count }

  /// The stretch at a position; neighbouring ones differ.
  @inlinable
  public subscript(position: Int) -> SampleColumn.Stretch {
    let bits = bits[position]
    return SampleColumn.Stretch(
      value: bits == Self.missing ? nil : Double(bitPattern: bits),
      count: lengths.isEmpty ? 1 : Int(lengths[position]))
  }

  /// Adds samples at the end, to the last stretch where they equal it.
  ///
  /// - Parameters:
  ///   - value: finite, or `nil` for missing samples.
  ///   - count: at least 1.
  public mutating func append(_ value: Double?, count: Int) {
    var rest = count
    if let last, last.value == value {
      let room = Swift.min(rest, Int(UInt32.max) - last.count)
      keepLengths()
      lengths[lengths.count - 1] += UInt32(room)
      rest -= room
    }
    // More than four thousand million equal samples are several stretches.
    while rest > 0 {
      let part = Swift.min(rest, Int(UInt32.max))
      if part > 1 { keepLengths() }
      if part > 1 || !lengths.isEmpty { lengths.append(UInt32(part)) }
      bits.append(value.map(\.bitPattern) ?? Self.missing)
      rest -= part
    }
  }

  private mutating func keepLengths() {
    if lengths.isEmpty { lengths = Array(repeating: 1, count: bits.count) }
  }
}
