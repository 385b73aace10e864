/// All differences between the values of one sample and those of another, by rank.
///
/// The differences are not stored: a bisection counts how many are below a number, O((n + m) log
/// ε⁻¹).
struct PairwiseShifts: Sendable, Equatable {
  let before: [Double]
  let after: [Double]

  /// Both samples have at least one value and are in ascending order.
  init(from before: [Double], to after: [Double]) {
    self.before = before
    self.after = after
  }

  /// The number of differences.
  var count: Int { before.count * after.count }

  /// The median of the differences.
  var median: Double {
    let lower = difference(rank: (count + 1) / 2)
    return lower + 0.5 * (difference(rank: count / 2 + 1) - lower)
  }

  /// The difference of a rank, counted from 1.
  func difference(rank: Int) -> Double {
    NumberBisection.least(
      from: after[0] - before[before.count - 1], to: after[after.count - 1] - before[0]
    ) { countUp(to: $0) >= rank }
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
}
