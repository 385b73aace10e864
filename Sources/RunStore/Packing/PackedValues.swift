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

  /// Adds the wanted ones of packed values to others.
  ///
  /// - Parameters:
  ///   - bytes: that hold all of them.
  ///   - values: what they are added to.
  /// - Throws: when there are more or fewer, or one is no number.
  func append(
    _ bytes: UnsafeRawBufferPointer, to values: inout [Double]
  ) throws(PackingProblem) {
    guard bytes.count >= count * 8 else { throw .truncated }
    guard bytes.count == count * 8 else { throw .leftOver(bytes: bytes.count - count * 8) }
    for place in wanted {
      let bits = bytes.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self)
      let value = Double(bitPattern: UInt64(bigEndian: bits))
      guard !value.isNaN else { throw .outOfRange }
      values.append(value)
    }
  }
}
