/// Tests whether nearly all points of a short window are far out, which is rare in a shuffled
/// series.
///
/// If spikes or slow runs occupy the extreme ranks, six points among two hundred cannot have a
/// large sum of normal scores, however far they shifted. But slow runs do not come six in a row:
/// after a shift, even the least or second least extreme point is far out. Windows of different
/// lengths are compared by the probability of that order statistic among independent points. For L
/// ranks spread evenly over 0 to 1, the k-th smallest has a beta distribution with parameters k and
/// L + 1 − k.
struct SteadyWindows {
  /// The lengths of the windows in the shuffled series.
  let lengths: [Int]

  /// The share of a window's points that may be less extreme.
  let share: Double

  /// The share of shuffles that contain a window as steadily far out, on either side; above 0 and
  /// up to 1.
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

  /// The probability that independent points are as far out as these.
  func tail(of window: ArraySlice<Double>) -> Double {
    let sorted = window.sorted()
    let order = order(sorted.count)
    let rank = max(sorted[order - 1], 1 - sorted[sorted.count - order])
    return tail(length: sorted.count, beyond: rank)
  }

  /// Which of the least extreme points of a window counts, from 1.
  private func order(_ length: Int) -> Int {
    max(1, Int(share * Double(length)))
  }

  private func tail(length: Int, beyond rank: Double) -> Double {
    let order = Double(order(length))
    return IncompleteBeta(Double(length + 1) - order, order).value(at: 1 - rank)
  }

  /// The rank that this point must reach to be as far out, by bisection.
  private func rank(length: Int, tail: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if self.tail(length: length, beyond: middle) > tail { low = middle } else { high = middle }
    }
    // Equal ranks count as reached, whatever the last step of the bisection did; ranks differ by
    // more than this.
    return high - 1e-9
  }

  /// Whether enough points of any window are beyond a rank, all above it or all below its mirror
  /// image.
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
