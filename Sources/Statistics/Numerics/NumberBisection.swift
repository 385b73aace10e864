/// Finds numbers by halving what lies between two others, counted in the numbers that there are, so that nothing is rounded.
enum NumberBisection {
  /// The least number that something holds for, where it holds for all greater ones; O(log ε⁻¹) questions.
  ///
  /// - Parameters:
  ///   - least: the least that it can be.
  ///   - greatest: for which it holds.
  ///   - isReached: what holds.
  /// - Returns: the number.
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

  /// Where a number stands among all numbers.
  private static func place(of number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.bitPattern)
    return bits >= 0 ? bits : .min - bits
  }

  private static func number(at place: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: place >= 0 ? place : .min - place))
  }
}
