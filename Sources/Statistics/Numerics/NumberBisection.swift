/// Bisection over the floating-point numbers between two limits, so that the result is exact.
enum NumberBisection {
  /// The least number for which `isReached` holds, if it holds for all greater numbers up to
  /// `greatest`; O(log ε⁻¹) calls.
  static func least(
    from least: Double, to greatest: Double, where isReached: (Double) -> Bool
  ) -> Double {
    var (low, high) = (place(of: least), place(of: greatest))
    while low < high {
      // The mean, rounded down, of places that may be too far apart for Int64.
      let middle = (low & high) + ((low ^ high) >> 1)
      if isReached(number(at: middle)) { high = middle } else { low = middle + 1 }
    }
    return number(at: low)
  }

  /// The position of a number among all floating-point numbers.
  private static func place(of number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.bitPattern)
    return bits >= 0 ? bits : .min - bits
  }

  private static func number(at place: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: place >= 0 ? place : .min - place))
  }
}
