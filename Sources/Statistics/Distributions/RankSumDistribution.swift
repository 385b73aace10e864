/// The exact distribution of Mann and Whitney's U for two samples of the same population without
/// ties.
public struct RankSumDistribution: Sendable {
  /// The probabilities of U up to 0, 1, … and up to half of its range.
  private let cumulative: [Double]

  /// The greatest U.
  private let greatest: Int

  /// Computes the distribution of Mann and Whitney's U for two samples of 1 to 500 values each, by counting their
  /// arrangements.
  ///
  /// O((m·n)²/4), a millisecond or two for 50 and 50.
  ///
  /// Source: Mann, Whitney, "On a test of whether one of two random variables is stochastically
  /// larger than the other", Annals of Mathematical Statistics 18 (1947), their recurrence.
  public init(_ first: Int, _ second: Int) {
    precondition(
      (1...500).contains(first) && (1...500).contains(second),
      "expected 1 to 500 values in each sample")
    greatest = first * second
    let counts = Self.arrangements(first, second, upTo: greatest / 2)
    var total = 1.0
    for index in 1...first { total *= Double(second + index) / Double(index) }
    var sum = 0.0
    cumulative = counts.map { count in
      sum += count
      return sum / total
    }
  }

  /// The probability that Mann and Whitney's U is at most `u`; 0 for a negative number.
  public func probability(upTo u: Int) -> Double {
    guard u >= 0 else { return 0 }
    guard u < greatest else { return 1 }
    return u < cumulative.count ? cumulative[u] : 1 - probability(upTo: greatest - u - 1)
  }

  /// The number of arrangements for every U up to a limit.
  ///
  /// The highest of m and n values belongs to the first sample, and then exceeds all n of the
  /// second, or to the second: f(m, n, u) = f(m − 1, n, u − n) + f(m, n − 1, u). There are only
  /// additions, so counts too large for an integer are exact to the last digits.
  private static func arrangements(_ first: Int, _ second: Int, upTo limit: Int) -> [Double] {
    let width = limit + 1
    var rows = [Double](repeating: 0, count: (first + 1) * width)
    for m in 0...first { rows[m * width] = 1 }
    rows.withUnsafeMutableBufferPointer { rows in
      for n in 1...second {
        for m in 1...first where n <= min(limit, m * n) {
          // Two rows, so that the additions do not wait for each other.
          let (row, above) = (m * width, (m - 1) * width - n)
          for u in n...min(limit, m * n) { rows[row + u] += rows[above + u] }
        }
      }
    }
    return Array(rows[(first * width)...])
  }
}
