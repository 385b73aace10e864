/// The confidence interval of any statistic of a series, by resampling blocks.
///
///     let bootstrap = BlockBootstrap()
///     bootstrap.interval(of: frameTimes) { drawn in Moments.median(sorting: drawn) }
///
/// Neighboring frames are correlated. Resampling single values would lose that and make the
/// interval too narrow. Blocks preserve correlations that are shorter than they are.
///
/// Sources: Künsch, "The jackknife and the bootstrap for general stationary observations", Annals of
/// Statistics 17 (1989); Politis, Romano, "A circular block-resampling procedure for stationary data"
/// (1992).
public struct BlockBootstrap: Sendable, Equatable {
  /// Where the blocks of values that a bootstrap draws may begin.
  public enum Blocks: Sendable, Equatable {
    /// Anywhere; a block that reaches the end continues at the start, so that all values count
    /// equally.
    case circular
    /// Only where a complete block follows.
    case moving
  }

  /// Where the blocks of values that this bootstrap draws may begin.
  public let blocks: Blocks

  /// The number of values in each block that the bootstrap draws; `nil` for the cube root of the number of all values,
  /// rounded up.
  public let blockLength: Int?

  /// The number of series that the bootstrap resamples.
  public let draws: Int

  /// Creates a bootstrap with blocks of a given length; block length and draws are at least 1.
  public init(
    _ blocks: Blocks = .circular, blockLength: Int? = nil,
    draws: Int = StatisticalConstants.bootstrapDraws
  ) {
    precondition((blockLength ?? 1) > 0 && draws > 0, "a bootstrap draws at least one value")
    self.blocks = blocks
    self.blockLength = blockLength
    self.draws = draws
  }

  /// The interval between two quantiles of a statistic over the resampled series; `nil` if the statistic of any of them
  /// is `nil` or not finite.
  ///
  /// O(draws · n), and the cost of the statistic.
  ///
  /// The generator is seeded from the values, so the same values give the same interval.
  ///
  /// - Parameter statistic: gets a resampled series, which it may sort in place.
  public func interval(
    of values: Sample, confidence: Double = 0.95, statistic: (inout [Double]) -> Double?
  ) -> ConfidenceInterval? {
    var generator = SplitMix64(seed: Fingerprint(of: values.values).value)
    var drawn = values.values
    var results: [Double] = []
    results.reserveCapacity(draws)
    for _ in 0..<draws {
      draw(from: values.values, into: &drawn, using: &generator)
      guard let result = statistic(&drawn), result.isFinite else { return nil }
      results.append(result)
    }
    results.sort()
    let tail = (1 - confidence) / 2
    guard let lower = Quantile.ofSorted(results, at: tail),
      let upper = Quantile.ofSorted(results, at: 1 - tail)
    else { return nil }
    return ConfidenceInterval(lower: lower, upper: upper, confidence: confidence)
  }

  private func draw(
    from values: [Double], into drawn: inout [Double], using generator: inout SplitMix64
  ) {
    let count = values.count
    let length = min(count, blockLength ?? Self.defaultBlockLength(count: count))
    let starts = blocks == .circular ? count : count - length + 1
    var place = 0
    while place < count {
      var source = generator.draw(below: starts)
      // The last block is cut off.
      for _ in 0..<min(length, count - place) {
        drawn[place] = values[source]
        place += 1
        source = source + 1 < count ? source + 1 : 0
      }
    }
  }

  /// The default length of a bootstrap's blocks: the cube root of a number of values, rounded up.
  ///
  /// Found by counting, without rounding errors.
  public static func defaultBlockLength(count: Int) -> Int {
    var length = 1
    while length * length * length < count { length += 1 }
    return length
  }
}
