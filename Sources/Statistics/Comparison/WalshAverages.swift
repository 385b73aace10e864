/// The means of all pairs of values, including each with itself, by rank.
///
/// The means are not stored: a bisection counts how many are below a number, O(n log ε⁻¹).
///
/// Source: Walsh, "Some significance tests for the median which are valid under very general conditions", Annals of
/// Mathematical Statistics 20 (1949).
struct WalshAverages: Sendable, Equatable {
  /// Half of each value, in ascending order, so that no sum of two overflows.
  private let halves: [Double]

  /// `values` has at least one value and is in ascending order.
  init(of values: [Double]) { halves = values.map { $0 / 2 } }

  /// The number of means.
  var count: Int { halves.count * (halves.count + 1) / 2 }

  /// The median of the means.
  var median: Double {
    let lower = mean(rank: (count + 1) / 2)
    return lower + 0.5 * (mean(rank: count / 2 + 1) - lower)
  }

  /// The mean of a rank, counted from 1.
  func mean(rank: Int) -> Double {
    let (least, greatest) = (halves[0], halves[halves.count - 1])
    return NumberBisection.least(from: least + least, to: greatest + greatest) {
      countUp(to: $0) >= rank
    }
  }

  private func countUp(to mean: Double) -> Int {
    var (ordered, own) = (0, 0)
    var partners = halves.count
    for half in halves {
      while partners > 0, half + halves[partners - 1] > mean { partners -= 1 }
      ordered += partners
      if half + half <= mean { own += 1 }
    }
    // Each pair of different positions was counted twice.
    return (ordered + own) / 2
  }
}
