/// Binary64 numbers packed without loss of a bit.
///
/// What sensors print has few decimals, so the numbers are whole after a multiplication by a power of ten;
/// where that does not give back every bit, the bytes themselves are compressed.
enum PackedNumbers {
  /// Marks numbers that are kept as compressed bytes and not as decimals.
  private static let bytes: UInt8 = 255

  /// Ten to the power of 0 … 9, all exact.
  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  static func pack(_ numbers: [Double], into writer: inout ByteWriter) {
    for (decimals, power) in powers.enumerated() {
      guard let wholes = wholes(numbers, times: power) else { continue }
      writer.put(UInt8(decimals))
      PackedColumn.pack(wholes, as: .values, into: &writer)
      return
    }
    let packed = Deflate.compress(planes(of: numbers))
    writer.put(bytes)
    writer.put(varint: UInt64(packed.count))
    writer.put(bytes: packed)
  }

  static func unpack(
    _ count: Int, from reader: inout ByteReader
  ) throws(PackingProblem) -> [Double] {
    let decimals = try reader.byte()
    if decimals == bytes {
      let packed = try reader.slice(try reader.count())
      let (size, overflow) = count.multipliedReportingOverflow(by: 8)
      guard !overflow else { throw .outOfRange }
      return numbers(of: try Deflate.expand(Array(packed), to: size))
    }
    guard Int(decimals) < powers.count else { throw .outOfRange }
    let power = powers[Int(decimals)]
    return try PackedColumn.unpack(count, from: &reader).map { Double($0) / power }
  }

  /// The numbers as multiples of a fraction, or `nil` when one of them is none.
  private static func wholes(_ numbers: [Double], times power: Double) -> [Int64]? {
    var wholes: [Int64] = []
    wholes.reserveCapacity(numbers.count)
    for number in numbers {
      let scaled = (number * power).rounded()
      guard scaled.magnitude < 0x1p53 else { return nil }
      let whole = Int64(scaled)
      guard (Double(whole) / power).bitPattern == number.bitPattern else { return nil }
      wholes.append(whole)
    }
    return wholes
  }

  /// The highest byte of every number, then the next: alike bytes come together.
  private static func planes(of numbers: [Double]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 8)
    for shift in stride(from: 56, through: 0, by: -8) {
      for number in numbers {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(shift)))
      }
    }
    return bytes
  }

  private static func numbers(of planes: [UInt8]) -> [Double] {
    let count = planes.count / 8
    return (0..<count).map { index in
      let bits = (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(planes[$1 * count + index]) }
      return Double(bitPattern: bits)
    }
  }
}
