/// The means of all pairs of values, each with itself as well, in ascending order.
///
/// They are never listed: a bisection counts how many lie below a number, O(n log ε⁻¹).
///
/// Source: Walsh, "Some significance tests for the median which are valid under very general conditions", Annals of
/// Mathematical Statistics 20 (1949).
struct WalshAverages: Sendable, Equatable {
  /// Halves of the values, in ascending order, so that no sum of two is too large.
  private let halves: [Double]

  /// - Parameter values: at least one, in ascending order.
  init(of values: [Double]) { halves = values.map { $0 / 2 } }

  /// How many means there are.
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
    // Each pair of two was counted both ways.
    return (ordered + own) / 2
  }
}
