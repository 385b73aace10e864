/// The values of a run's metrics, one behind the other: binary64, the highest byte first.
enum PackedValues {
  /// Packs values.
  ///
  /// - Parameter values: no NaN among them.
  /// - Returns: eight bytes for each.
  static func pack(_ values: [Double]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * 8)
    for value in values {
      // SQLite knows but one zero.
      withUnsafeBytes(of: (value == 0 ? 0 : value).bitPattern.bigEndian) {
        bytes.append(contentsOf: $0)
      }
    }
    return bytes
  }
}

/// Which of a run's packed values are wanted.
struct PackedPlaces: Sendable {
  /// The places of those, ascending, from 0.
  private(set) var wanted: [Int] = []
  /// How many there are in all.
  private(set) var count = 0

  /// Tells of the next place.
  mutating func add(isWanted: Bool) {
    if isWanted { wanted.append(count) }
    count += 1
  }

  /// The same places in an array of their own.
  func copy() -> PackedPlaces {
    var copy = self
    copy.wanted = wanted.map { $0 }
    return copy
  }

  /// Takes the wanted ones of packed values.
  ///
  /// - Parameters:
  ///   - bytes: that hold all of them.
  ///   - take: gets each with its position among `wanted`.
  /// - Throws: when there are more or fewer, or one is no number.
  @inline(__always)
  func unpack(
    _ bytes: UnsafeRawBufferPointer, _ take: (_ position: Int, Double) -> Void
  ) throws(PackingProblem) {
    guard bytes.count >= count * 8 else { throw .truncated }
    guard bytes.count == count * 8 else { throw .leftOver(bytes: bytes.count - count * 8) }
    for (position, place) in wanted.enumerated() {
      let bits = bytes.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self)
      let value = Double(bitPattern: UInt64(bigEndian: bits))
      guard !value.isNaN else { throw .outOfRange }
      take(position, value)
    }
  }
}
