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
    var reaching = 0
    for drawn in 1...permutations {
      generator.shuffle(&shuffled)
      guard reaches(shuffled) else { continue }
      reaching += 1
      if share(reaching) > level { return Double(reaching) / Double(drawn) }
    }
    return share(reaching)
  }

  private func share(_ reaching: Int) -> Double {
    Double(reaching + 1) / Double(permutations + 1)
  }
}
