internal import Recordings

/// Binary64 numbers packed without loss of a bit.
///
/// What sensors print has few decimals, so the numbers are whole after a multiplication by a power of ten,
/// or are a hundredth of such numbers, where percentages were printed; where neither gives back every bit,
/// the bytes themselves are compressed.
enum PackedNumbers {
  /// Marks numbers that are kept as compressed bytes and not as decimals.
  private static let bytes: UInt8 = 255

  /// Ten to the power of 0 … 9, all exact.
  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// Added to the number of decimals where the numbers are hundredths.
  private static let hundredths: UInt8 = 16

  /// What becomes of a whole number.
  private struct Scale {
    let mark: UInt8
    private let power: Double
    private let isHundredth: Bool

    static let all = [false, true].flatMap { isHundredth in
      powers.indices.map { Scale(decimals: $0, isHundredth: isHundredth) }
    }

    private init(decimals: Int, isHundredth: Bool) {
      mark = UInt8(decimals) + (isHundredth ? hundredths : 0)
      power = powers[decimals]
      self.isHundredth = isHundredth
    }

    /// The number that a whole one stands for.
    ///
    /// Hundredths are divided twice, as when they were read: dividing once may end in another last bit.
    func number(_ whole: Int64) -> Double {
      let number = Double(whole) / power
      return isHundredth ? number / 100 : number
    }

    /// The whole number that stands for a number, or `nil` when none does.
    func whole(_ number: Double) -> Int64? {
      let scaled = (number * (isHundredth ? power * 100 : power)).rounded()
      guard scaled.magnitude < 0x1p53 else { return nil }
      let whole = Int64(scaled)
      return self.number(whole).bitPattern == number.bitPattern ? whole : nil
    }

    /// The same for all; `nil` when one of them is no multiple.
    func wholes(_ numbers: [Double]) -> NumberColumn<Int64>? {
      var wholes: NumberColumn<Int64> = []
      wholes.reserveCapacity(numbers.count)
      for number in numbers {
        guard let whole = whole(number) else { return nil }
        wholes.append(whole)
      }
      return wholes
    }
  }

  static func pack(_ numbers: [Double], into writer: inout ByteWriter) {
    for scale in Scale.all {
      guard let wholes = scale.wholes(numbers) else { continue }
      writer.put(scale.mark)
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
    let mark = try reader.byte()
    if mark == bytes {
      let packed = try reader.copy(try reader.count())
      let (size, overflow) = count.multipliedReportingOverflow(by: 8)
      guard !overflow else { throw .outOfRange }
      return numbers(of: try Deflate.expand(packed, to: size))
    }
    guard let scale = Scale.all.first(where: { $0.mark == mark }) else { throw .outOfRange }
    return try PackedColumn.unpack(count, from: &reader).map(scale.number)
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
