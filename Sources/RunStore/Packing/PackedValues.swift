/// The values of a run's metrics, one behind the other: binary64, the highest byte first.
enum PackedValues {
  /// Packs values.
  ///
  /// - Parameter values: no NaN among them.
  /// - Returns: eight bytes for each.
  static func pack(_ values: [Double]) -> [UInt8] {
    var writer = ByteWriter()
    writer.reserve(values.count * 8)
    for value in values {
      // SQLite knows but one zero.
      withUnsafeBytes(of: (value == 0 ? 0 : value).bitPattern.bigEndian) { writer.put(raw: $0) }
    }
    return writer.bytes
  }

  /// Adds packed values to others.
  ///
  /// - Parameters:
  ///   - bytes: that hold them.
  ///   - count: how many there have to be.
  ///   - values: what they are added to.
  /// - Throws: when there are more or fewer, or one is no number.
  static func append(
    _ bytes: UnsafeRawBufferPointer, count: Int, to values: inout [Double]
  ) throws(PackingProblem) {
    guard bytes.count >= count * 8 else { throw .truncated }
    guard bytes.count == count * 8 else { throw .leftOver(bytes: bytes.count - count * 8) }
    for index in 0..<count {
      let bits = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
      let value = Double(bitPattern: UInt64(bigEndian: bits))
      guard !value.isNaN else { throw .outOfRange }
      values.append(value)
    }
  }
}
