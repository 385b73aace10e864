/// Equal neighbouring samples of one counter, packed: five to nine bytes a stretch, and one less where none is longer
/// than one sample.
///
/// Frame by frame, every sample of some sensors differs from the one before. Those beyond some hundred thousand stretches go
/// to a temporary file.
public struct SampleStretches: Sendable, Equatable, RandomAccessCollection {
  /// Values as bits, so that missing ones equal each other.
  private var bits: PackedNumbers
  /// How long each stretch is; empty while every one is one sample.
  private var lengths: ShelvedColumn<UInt8>
  /// The stretches whose length is `isLong`, by rising positions.
  private var long: ShelvedColumn<Long>
  /// The last stretch, which is asked for at every frame.
  private var latest: SampleColumn.Stretch?

  /// A stretch of many samples.
  private struct Long: BitwiseCopyable, Equatable {
    let position: Int
    let count: Int
  }

  /// The bits of no number, and of no other that is none: a damaged store may hold the usual one.
  private static var missing: UInt64 { Double.nan.bitPattern | 0x6D69_7373 }
  private static var isLong: UInt8 { .max }

  /// Creates an empty list.
  ///
  /// - Parameter file: where stretches go that are too many for memory, which several lists may share.
  public init(file: ColumnFile = ColumnFile()) {
    bits = PackedNumbers(file: file)
    lengths = ShelvedColumn(shelvesInMemory: 1, file: file)
    long = ShelvedColumn(shelvesInMemory: 1, file: file)
  }

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
    if let latest, latest.value == value {
      setLastLength(latest.count + count)
      self.latest = SampleColumn.Stretch(value: value, count: latest.count + count)
      return
    }
    latest = SampleColumn.Stretch(value: value, count: count)
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
    if lengths.isEmpty {
      for _ in 0..<count { lengths.append(1) }
    }
    let position = count - 1
    guard length >= Int(Self.isLong) else { return lengths.replaceLast(with: UInt8(length)) }
    lengths.replaceLast(with: Self.isLong)
    let entry = Long(position: position, count: length)
    if long.last?.position == position {
      long.replaceLast(with: entry)
    } else {
      long.append(entry)
    }
  }

  // MARK: - Passes

  /// Walks over all stretches, and gives back the memory of those that it has passed.
  public func makeIterator() -> Iterator { Iterator(over: self) }

  /// See `makeIterator`.
  public struct Iterator: IteratorProtocol {
    private let stretches: SampleStretches
    private let end: Int
    private var position = 0

    private static let releaseLength = 1 << 14

    fileprivate init(over stretches: SampleStretches) {
      self.stretches = stretches
      end = stretches.count
    }

    /// The next stretch; `nil` after the last.
    public mutating func next() -> SampleColumn.Stretch? {
      guard position < end else { return nil }
      if position & (Self.releaseLength - 1) == 0 { stretches.release(before: position) }
      defer { position += 1 }
      return stretches[position]
    }
  }

  private func release(before position: Int) {
    bits.release(before: position)
    lengths.release(before: position)
    long.release(before: long.partitioningIndex { $0.position >= position })
  }
}
