/// The greatest number that divides a whole column, such as 100 for times of a tenth of a microsecond.
struct CommonDivisor {
  /// At least 1.
  let value: Int64
  private let shift: Int64
  private let inverse: Int64

  /// Finds it; O(n), and done at once where there is none.
  init(of numbers: PackedColumn.Numbers) {
    var divisor: UInt64 = 0
    for index in 0..<numbers.count where divisor != 1 {
      let magnitude = numbers[index].magnitude
      if divisor != 0, magnitude % divisor == 0 { continue }
      divisor = Self.greatest(divisor, magnitude)
    }
    value = divisor == 0 ? 1 : Int64(exactly: divisor) ?? 1
    shift = Int64(value.trailingZeroBitCount)
    inverse = Self.inverse(of: value >> shift)
  }

  /// Divides one of the numbers, which leaves no remainder.
  ///
  /// An odd divisor has an inverse among the 64-bit numbers, and multiplying by it is exact division; it
  /// takes a tenth of the time. The powers of two are shifted out first.
  func divide(_ number: Int64) -> Int64 {
    (number &>> shift) &* inverse
  }

  private static func greatest(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  /// Newton's iteration: each step doubles the number of right bits, of which the number itself has 3.
  private static func inverse(of odd: Int64) -> Int64 {
    var inverse = odd
    for _ in 0..<5 { inverse = inverse &* (2 &- odd &* inverse) }
    return inverse
  }
}
