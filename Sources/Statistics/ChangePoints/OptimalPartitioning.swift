/// Partitions points into segments with the least total cost: the squared deviations from each
/// segment's mean, and a penalty per segment.
///
/// Exact: dynamic programming over the last cut, with the pruning of PELT. O(n) if there are many
/// cuts, O(n²) if there are none.
///
/// Source: Killick, Fearnhead, Eckley, "Optimal detection of changepoints with a linear computational
/// cost", Journal of the American Statistical Association 107 (2012), section 3.
struct OptimalPartitioning {
  /// The cost of each segment beyond the first, 0 or above.
  let penalty: Double

  /// The smallest number of points in a segment, at least 1.
  let minimumSegment: Int

  /// The positions at which the second and later segments begin, ascending.
  func cuts(of points: [Double]) -> [Int] {
    guard points.count >= 2 * minimumSegment else { return [] }
    return trace(lastCuts(PrefixSums(of: points)))
  }

  private func trace(_ lastCuts: [Int]) -> [Int] {
    var cuts: [Int] = []
    var end = lastCuts[lastCuts.count - 1]
    while end > 0 {
      cuts.append(end)
      end = lastCuts[end]
    }
    return cuts.reversed()
  }

  /// For each end, the start of the last segment in the cheapest partition up to it.
  private func lastCuts(_ sums: PrefixSums) -> [Int] {
    let count = sums.count
    var costs = [Double](repeating: .infinity, count: count + 1)
    costs[0] = -penalty
    var lastCuts = [Int](repeating: 0, count: count + 1)
    var candidates = PartitionCandidates(capacity: count, inverses: sums.inverses)
    for end in minimumSegment...count {
      let start = end - minimumSegment
      if costs[start].isFinite {
        candidates.add(
          start, cost: costs[start], sum: sums.values[start], square: sums.squares[start])
      }
      // A start that the cheapest partition up to a later end beats can only be dropped once a
      // segment may begin at that end.
      candidates.drop(beatenBy: start)
      let best = candidates.best(to: end, sum: sums.values[end], square: sums.squares[end])
      costs[end] = best.cost + penalty
      lastCuts[end] = best.start
      candidates.markBeaten(by: costs[end], at: end)
    }
    return lastCuts
  }
}

/// Prefix sums of the points and their squares.
///
/// The mean is subtracted first to keep precision.
private struct PrefixSums {
  let count: Int
  private(set) var values: [Double]
  private(set) var squares: [Double]
  let inverses: [Double]

  init(of points: [Double]) {
    count = points.count
    let mean = points.reduce(0, +) / Double(points.count)
    values = [0]
    squares = [0]
    values.reserveCapacity(count + 1)
    squares.reserveCapacity(count + 1)
    for (index, point) in points.enumerated() {
      values.append(values[index] + (point - mean))
      squares.append(squares[index] + (point - mean) * (point - mean))
    }
    inverses = [0] + (1...max(count, 1)).map { 1 / Double($0) }
  }
}

/// The possible starts of the last segment, as columns: the loop over them is the O(n²) part of the
/// detector.
private struct PartitionCandidates {
  private var starts: [Int] = []
  private var fixedCosts: [Double] = []
  private var sums: [Double] = []
  private var totals: [Double] = []
  private var largestTotal = -Double.infinity
  /// The first end at which a candidate was beaten; `Int.max` if it was not.
  private var beatenAt: [Int] = []
  private var earliestBeaten = Int.max
  private let inverses: [Double]

  init(capacity: Int, inverses: [Double]) {
    self.inverses = inverses
    starts.reserveCapacity(capacity)
    fixedCosts.reserveCapacity(capacity)
    sums.reserveCapacity(capacity)
    totals = [Double](repeating: 0, count: capacity + 1)
    beatenAt.reserveCapacity(capacity)
  }

  mutating func add(_ start: Int, cost: Double, sum: Double, square: Double) {
    starts.append(start)
    fixedCosts.append(cost - square)
    sums.append(sum)
    beatenAt.append(.max)
  }

  /// The cheapest start of a segment that ends at `end`; the earliest if several are equal.
  mutating func best(to end: Int, sum: Double, square: Double) -> (cost: Double, start: Int) {
    let extremes = computeTotals(to: end, sum: sum, square: square)
    largestTotal = extremes.upperBound
    let best = totals.firstIndex(of: extremes.lowerBound) ?? 0
    return (totals[best], starts[best])
  }

  private mutating func computeTotals(
    to end: Int, sum: Double, square: Double
  ) -> ClosedRange<Double> {
    totals.withUnsafeMutableBufferPointer { totals in
      starts.withUnsafeBufferPointer { starts in
        fixedCosts.withUnsafeBufferPointer { fixedCosts in
          sums.withUnsafeBufferPointer { sums in
            inverses.withUnsafeBufferPointer { inverses in
              SegmentTotals(
                starts: starts, fixedCosts: fixedCosts, sums: sums, inverses: inverses
              ).compute(into: totals, to: end, sum: sum, square: square)
            }
          }
        }
      }
    }
  }

  /// Marks the starts that cannot win once a segment may begin at `end`.
  mutating func markBeaten(by cost: Double, at end: Int) {
    guard largestTotal > cost else { return }
    for index in starts.indices where totals[index] > cost && beatenAt[index] == .max {
      beatenAt[index] = end
      earliestBeaten = min(earliestBeaten, end)
    }
  }

  mutating func drop(beatenBy start: Int) {
    guard earliestBeaten <= start else { return }
    var kept = 0
    for index in starts.indices where beatenAt[index] > start {
      starts[kept] = starts[index]
      fixedCosts[kept] = fixedCosts[index]
      sums[kept] = sums[index]
      beatenAt[kept] = beatenAt[index]
      kept += 1
    }
    let dropped = starts.count - kept
    starts.removeLast(dropped)
    fixedCosts.removeLast(dropped)
    sums.removeLast(dropped)
    beatenAt.removeLast(dropped)
    earliestBeaten = beatenAt.min() ?? .max
  }
}

/// The costs of all partitions up to an end, one per start of the last segment.
///
/// The columns have the length of `starts`, `totals` at least that, and `inverses` more than `end`.
private struct SegmentTotals {
  let starts: UnsafeBufferPointer<Int>
  let fixedCosts: UnsafeBufferPointer<Double>
  let sums: UnsafeBufferPointer<Double>
  let inverses: UnsafeBufferPointer<Double>

  /// Computes the totals; returns the smallest and the largest.
  ///
  /// Two at a time, four times unrolled: in sequence, each comparison would wait for the previous
  /// one.
  func compute(
    into totals: UnsafeMutableBufferPointer<Double>, to end: Int, sum: Double, square: Double
  ) -> ClosedRange<Double> {
    var least = SIMD4<Double>(repeating: .infinity)
    var most = SIMD4<Double>(repeating: -.infinity)
    let whole = starts.count & ~3
    for index in stride(from: 0, to: whole, by: 4) {
      let difference = sum - four(sums, index)
      let inverse = SIMD4(
        inverses[end - starts[index]], inverses[end - starts[index + 1]],
        inverses[end - starts[index + 2]], inverses[end - starts[index + 3]])
      let total = four(fixedCosts, index) + square - difference * difference * inverse
      for lane in 0..<4 { totals[index + lane] = total[lane] }
      least.replace(with: total, where: total .< least)
      most.replace(with: total, where: total .> most)
    }
    var extremes = (least: least.min(), most: most.max())
    for index in whole..<starts.count {
      let difference = sum - sums[index]
      let explained = difference * difference * inverses[end - starts[index]]
      totals[index] = fixedCosts[index] + square - explained
      extremes = (min(extremes.least, totals[index]), max(extremes.most, totals[index]))
    }
    return extremes.least...extremes.most
  }

  private func four(_ values: UnsafeBufferPointer<Double>, _ index: Int) -> SIMD4<Double> {
    SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3])
  }
}
