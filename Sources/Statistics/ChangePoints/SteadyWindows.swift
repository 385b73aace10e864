/// Whether nearly all of a few points in a row lie far out, as no few points of a shuffled series do.
///
/// Six points among two hundred can have no large sum of normal scores, however far they shifted, once
/// spikes or slow runs hold the extreme ranks. But slow runs do not come six in a row: what tells a
/// shift is that its least point, or the second least, is far out as well. Windows of different lengths
/// are compared by how likely such an order statistic is among independent points: of L ranks spread
/// evenly over 0 to 1, the k-th least has a beta distribution with k and L + 1 − k.
struct SteadyWindows {
  /// How long the windows of the shuffled series are.
  let lengths: [Int]

  /// The share of a window's points that may lie farther in.
  let share: Double

  /// How often a shuffle holds a window as steadily far out, on either side.
  ///
  /// - Parameters:
  ///   - window: where the points are.
  ///   - values: all points.
  ///   - test: what shuffles them.
  /// - Returns: above 0, up to 1.
  func probability(
    of window: Range<Int>, among values: [Double], by test: PermutationTest
  ) -> Double {
    let ranks = MidRanks(of: values).ranks.map { ($0 - 0.5) / Double(values.count) }
    let tail = tail(of: ranks[window])
    let bounds = lengths.map { (length: $0, rank: rank(length: $0, tail: tail)) }
    return test.probability(of: ranks) { shuffled in
      bounds.contains { holdsWindow(shuffled, length: $0.length, beyond: $0.rank) }
    }
  }

  /// The probability of independent points as far out as these.
  func tail(of window: ArraySlice<Double>) -> Double {
    let sorted = window.sorted()
    let order = order(sorted.count)
    let rank = max(sorted[order - 1], 1 - sorted[sorted.count - order])
    return tail(length: sorted.count, beyond: rank)
  }

  /// Which of the least points of a window counts, from 1.
  private func order(_ length: Int) -> Int {
    max(1, Int(share * Double(length)))
  }

  private func tail(length: Int, beyond rank: Double) -> Double {
    let order = Double(order(length))
    return IncompleteBeta(Double(length + 1) - order, order).value(at: 1 - rank)
  }

  /// The rank that the counting point of a window must reach to be as far out; by bisection.
  private func rank(length: Int, tail: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if self.tail(length: length, beyond: middle) > tail { low = middle } else { high = middle }
    }
    // Equal ranks count as reached, whatever the bisection's last step did; ranks lie farther apart.
    return high - 1e-9
  }

  /// Whether enough points of any window lie beyond a rank, all above or all below.
  private func holdsWindow(_ ranks: [Double], length: Int, beyond rank: Double) -> Bool {
    let needed = length + 1 - order(length)
    return ranks.withUnsafeBufferPointer { ranks in
      var (above, below) = (0, 0)
      for end in 0..<ranks.count {
        above += ranks[end] >= rank ? 1 : 0
        below += 1 - ranks[end] >= rank ? 1 : 0
        if end >= length {
          above -= ranks[end - length] >= rank ? 1 : 0
          below -= 1 - ranks[end - length] >= rank ? 1 : 0
        }
        if max(above, below) >= needed { return true }
      }
      return false
    }
  }
}
