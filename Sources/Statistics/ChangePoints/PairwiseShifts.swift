/// All differences between the points after and the points before a change: their median is Hodges and
/// Lehmann's estimate of the shift.
///
/// They are never listed: a bisection counts how many lie below a number, O((n + m) log ε⁻¹).
///
/// Source: Hodges, Lehmann, "Estimates of location based on rank tests", Annals of Mathematical
/// Statistics 34 (1963).
struct PairwiseShifts {
  private let before: [Double]
  private let after: [Double]

  init(from before: [Double], to after: [Double]) {
    self.before = before.sorted()
    self.after = after.sorted()
  }

  private var count: Int { before.count * after.count }

  /// The median of the differences.
  var median: Double {
    let lower = difference(rank: (count + 1) / 2)
    return lower + 0.5 * (difference(rank: count / 2 + 1) - lower)
  }

  /// The interval that rank tests do not refuse, by their normal approximation.
  ///
  /// - Parameters:
  ///   - confidence: above 0 and below 1.
  ///   - inflation: what autocorrelation does to the variance of a mean, 1 without.
  /// - Returns: the interval, or `nil` when even all differences together make none.
  func interval(confidence: Double, inflation: Double) -> ClosedRange<Double>? {
    let (n, m) = (Double(before.count), Double(after.count))
    let deviation = (n * m * (n + m + 1) / 12 * inflation).squareRoot()
    let rank = n * m / 2 - Normal.quantile((1 + confidence) / 2) * deviation
    guard rank >= 1 else { return nil }
    return difference(rank: Int(rank))...difference(rank: count + 1 - Int(rank))
  }

  /// The difference of a rank, counted from 1.
  func difference(rank: Int) -> Double {
    var low = Self.place(of: after[0] - before[before.count - 1])
    var high = Self.place(of: after[after.count - 1] - before[0])
    while low < high {
      // The mean, rounded down, of places that may be too far apart for Int64.
      let middle = (low & high) + ((low ^ high) >> 1)
      if countUp(to: Self.number(at: middle)) >= rank { high = middle } else { low = middle + 1 }
    }
    return Self.number(at: low)
  }

  private func countUp(to shift: Double) -> Int {
    var total = 0
    var reached = 0
    for start in before {
      while reached < after.count, after[reached] - start <= shift { reached += 1 }
      total += reached
    }
    return total
  }

  /// Where a number stands among all numbers, so that their middle can be found without rounding.
  private static func place(of number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.bitPattern)
    return bits >= 0 ? bits : .min - bits
  }

  private static func number(at place: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: place >= 0 ? place : .min - place))
  }
}
