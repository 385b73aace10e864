/// How often chance alone does what was observed: shuffles of the values, drawn from a fixed seed.
struct PermutationTest {
  let permutations: Int
  let level: Double
  let seed: UInt64

  /// The probability that a shuffle reaches what was observed.
  ///
  /// Drawing ends once the probability is certain to lie above the level; what is returned then is the
  /// share of the shuffles drawn so far, which is a valid probability too.
  ///
  /// Source: Besag, Clifford, "Sequential Monte Carlo p-values", Biometrika 78 (1991).
  ///
  /// - Parameters:
  ///   - values: what to shuffle.
  ///   - reaches: whether shuffled values reach what was observed.
  /// - Returns: above 0, up to 1.
  func probability(of values: [Double], reaches: ([Double]) -> Bool) -> Double {
    var generator = SplitMix64(seed: seed)
    var shuffled = values
    var tally = Tally(test: self)
    while true {
      generator.shuffle(&shuffled)
      if let probability = tally.add(reaches(shuffled)) { return probability }
    }
  }

  /// The same of a test that looks at four shuffles at once.
  ///
  /// - Parameters:
  ///   - values: what to shuffle.
  ///   - rowsReach: whether shuffled values reach what was observed, in each of four rows of them.
  /// - Returns: above 0, up to 1.
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

  /// How many shuffles were drawn, and how many of them reached what was observed.
  private struct Tally {
    let test: PermutationTest
    var drawn = 0
    var reaching = 0

    /// Counts a shuffle; the probability once it is known.
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
