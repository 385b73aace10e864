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
