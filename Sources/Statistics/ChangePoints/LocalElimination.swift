/// Removes the candidates that the points around them do not support, one at a time.
struct LocalElimination {
  /// A candidate that has not been removed.
  struct Candidate {
    /// The position where the new regime begins, among the points without spikes.
    let cut: Int
    /// The share of shuffles of the points around that reach its contrast.
    var probability: Double
    var share: Double
  }

  let points: [Double]
  /// σ of the points.
  let noise: Double
  /// The factor by which autocorrelation multiplies deviations; 1 without autocorrelation.
  let inflation: Double
  /// Whether ranks are tested if the values are not significant.
  let isRanked: Bool
  let floor: PracticalFloor
  let parameters: ChangePointDetector.Parameters
  let seed: UInt64

  /// The remaining candidates, in their order.
  func survivors(of cuts: [Int]) -> [Candidate] {
    var candidates = cuts.map { Candidate(cut: $0, probability: 1, share: 0) }
    for index in candidates.indices { judge(&candidates, at: index) }
    while let weakest = weakest(of: candidates) {
      candidates.remove(at: weakest)
      for index in weakest - 1...weakest where candidates.indices.contains(index) {
        judge(&candidates, at: index)
      }
    }
    return candidates
  }

  /// The next candidate to remove: the least significant one, otherwise the smallest.
  private func weakest(of candidates: [Candidate]) -> Int? {
    let improbable = candidates.indices.max {
      candidates[$0].probability < candidates[$1].probability
    }
    if let improbable, candidates[improbable].probability > parameters.localLevel {
      return improbable
    }
    let smallest = candidates.indices.min { candidates[$0].share < candidates[$1].share }
    return smallest.flatMap { candidates[$0].share < 1 ? $0 : nil }
  }

  private func judge(_ candidates: inout [Candidate], at index: Int) {
    let start = index > 0 ? candidates[index - 1].cut : 0
    let end = index + 1 < candidates.count ? candidates[index + 1].cut : points.count
    let cut = candidates[index].cut
    let reach = parameters.winsorising * noise * inflation
    let before = Winsorising(points[start..<cut], reach: reach)
    let after = Winsorising(points[cut..<end], reach: reach)
    candidates[index].probability = probability(
      of: cut - start, values: before.values + after.values, points: points[start..<end])
    candidates[index].share = floor.share(from: before.median, to: after.median)
  }

  /// The p-value of the values or, if it is too high, that of their ranks.
  private func probability(of cut: Int, values: [Double], points: ArraySlice<Double>) -> Double {
    let byValues = probability(of: cut, among: values, noise: noise)
    guard isRanked, byValues > parameters.localLevel else { return byValues }
    // Normal scores have a deviation of 1, and less without the change.
    return min(byValues, probability(of: cut, among: NormalScores.of(Array(points)), noise: 1))
  }

  private func probability(of cut: Int, among window: [Double], noise: Double) -> Double {
    let mean = window.reduce(0, +) / Double(window.count)
    let centered = window.map { $0 - mean }
    let scan = ScanStatistic(count: window.count, minimumSegment: parameters.minimumSegment)
    let contrast = scan.contrast(of: centered, at: cut)
    let size = contrast / (noise * inflation)
    guard size >= parameters.leastContrast else { return 1 }
    let bound = autocorrelatedBound(size, count: window.count)
    guard bound <= parameters.localLevel else { return bound }
    let test = PermutationTest(
      permutations: parameters.localPermutations, level: parameters.localLevel, seed: seed)
    return max(
      bound, test.probability(of: centered, rowsReach: { scan.reaches(contrast, in: $0) }))
  }

  /// A normal bound for autocorrelated points, because shuffling removes autocorrelation.
  private func autocorrelatedBound(_ size: Double, count: Int) -> Double {
    guard inflation > 1 else { return 0 }
    return min(1, Double(count) * 2 * Normal.probability(above: size))
  }
}

/// A permutation test: the share of shuffles that reach an observed statistic, with a fixed seed.
struct PermutationTest {
  let permutations: Int
  let level: Double
  let seed: UInt64

  /// The p-value, above 0 and up to 1.
  ///
  /// Drawing stops once the p-value is certain to exceed the level. The result is then the share
  /// among the shuffles drawn so far, which is also a valid p-value.
  ///
  /// Source: Besag, Clifford, "Sequential Monte Carlo p-values", Biometrika 78 (1991).
  ///
  /// - Parameter reaches: whether shuffled values reach the observed statistic.
  func probability(of values: [Double], reaches: ([Double]) -> Bool) -> Double {
    var generator = SplitMix64(seed: seed)
    var shuffled = values
    var tally = Tally(test: self)
    while true {
      generator.shuffle(&shuffled)
      if let probability = tally.add(reaches(shuffled)) { return probability }
    }
  }

  /// Like `probability(of:reaches:)`, for a statistic that is computed for four shuffles at once.
  func probability(
    of values: [Double],
    rowsReach: (UnsafeBufferPointer<Double>) -> SIMDMask<SIMD4<Int64>>
  ) -> Double {
    var generator = SplitMix64(seed: seed)
    var shuffled = values
    var rows = [Double](repeating: 0, count: values.count * 4)
    var tally = Tally(test: self)
    while true {
      for row in 0..<4 {
        generator.shuffle(&shuffled)
        rows.replaceSubrange(
          row * values.count..<(row + 1) * values.count, with: shuffled)
      }
      let reaching = rows.withUnsafeBufferPointer(rowsReach)
      for row in 0..<4 {
        if let probability = tally.add(reaching[row]) { return probability }
      }
    }
  }

  /// The number of shuffles so far, and the number that reached the observed statistic.
  private struct Tally {
    let test: PermutationTest
    var drawn = 0
    var reaching = 0

    /// Counts a shuffle; returns the p-value once it is known.
    mutating func add(_ reaches: Bool) -> Double? {
      drawn += 1
      if reaches {
        reaching += 1
        if share > test.level { return Double(reaching) / Double(drawn) }
      }
      return drawn >= test.permutations ? share : nil
    }

    private var share: Double { Double(reaching + 1) / Double(test.permutations + 1) }
  }
}
