/// All differences between the values of one sample and those of another, in ascending order.
///
/// They are never listed: a bisection counts how many lie below a number, O((n + m) log ε⁻¹).
struct PairwiseShifts: Sendable, Equatable {
  let before: [Double]
  let after: [Double]

  /// - Parameters:
  ///   - before: at least one value, in ascending order.
  ///   - after: likewise.
  init(from before: [Double], to after: [Double]) {
    self.before = before
    self.after = after
  }

  /// How many differences there are.
  var count: Int { before.count * after.count }

  /// The median of the differences.
  var median: Double {
    let lower = difference(rank: (count + 1) / 2)
    return lower + 0.5 * (difference(rank: count / 2 + 1) - lower)
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
