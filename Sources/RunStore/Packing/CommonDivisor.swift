/// The greatest number that divides a whole column, such as 100 for times of a tenth of a microsecond.
struct CommonDivisor {
  /// At least 1.
  let value: Int64

  /// Finds it; O(n), and done at once where there is none.
  init(of numbers: [Int64]) {
    var divisor: UInt64 = 0
    for number in numbers {
      let magnitude = number.magnitude
      if divisor != 0, magnitude % divisor == 0 { continue }
      divisor = Self.greatest(divisor, magnitude)
      if divisor == 1 { break }
    }
    value = divisor == 0 ? 1 : Int64(exactly: divisor) ?? 1
  }

  /// Divides every number without a remainder.
  ///
  /// An odd divisor has an inverse among the 64-bit numbers, and multiplying by it is exact division; it
  /// takes a tenth of the time. The powers of two are shifted out first.
  func divide(_ numbers: inout [Int64]) {
    guard value != 1 else { return }
    let shift = Int64(value.trailingZeroBitCount)
    let inverse = Self.inverse(of: value >> shift)
    numbers.withUnsafeMutableBufferPointer { numbers in
      for index in numbers.indices { numbers[index] = (numbers[index] >> shift) &* inverse }
    }
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
