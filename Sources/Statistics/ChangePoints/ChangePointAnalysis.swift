/// The changes found in a series, and the assumptions of the search.
public struct ChangePointAnalysis: Sendable, Equatable {
  /// How changes were distinguished from noise.
  public enum Method: Sendable, Equatable {
    /// By permutation tests, with this estimate of the noise.
    case tested(Noise)

    /// Without tests: any difference beyond the quantum is a change.
    case exact
  }

  /// The estimated noise of a series.
  public struct Noise: Sendable, Equatable {
    /// The standard deviation σ, in logarithms or in the unit of the values.
    public let deviation: Double

    /// The lag-1 autocorrelation ρ that was used: shrunk, and at least 0.
    public let autocorrelation: Double

    /// The factor (1 + ρ) / (1 − ρ)² by which autocorrelation raises the penalty of a change.
    public let inflation: Double
  }

  /// Consecutive points at one level.
  public struct Regime: Sendable, Equatable {
    /// The positions of the segment's points in the series, spikes included.
    public let points: Range<Int>

    /// The median of its points without spikes, in the unit of the values.
    public let level: Double
  }

  /// A limitation to report together with the findings.
  public enum Warning: Sendable, Equatable {
    /// This number of the oldest points was not analyzed.
    case olderPointsLeftOut(count: Int)

    /// Differences were compared instead of ratios, because the value at this index is 0 or less.
    case comparedByDifference(index: Int)

    /// The values vary less than their resolution, which was therefore used as σ.
    case noiseBelowResolution

    /// Autocorrelation was pooled over few series (this number, including this one), so it may be
    /// underestimated.
    case fewSiblings(family: Int)

    /// There are too few points to estimate autocorrelation; 0 was assumed.
    case noAutocorrelation
  }

  /// The positions that were analyzed: the newest of the series.
  public let judged: Range<Int>

  /// How values were compared.
  public let scale: Scale

  /// How changes were distinguished from noise.
  public let method: Method

  /// The positions of isolated spikes, ascending.
  public let spikes: [Int]

  /// The changes of level, oldest first.
  public let changes: [ChangePoint]

  /// The regimes between the changes, oldest first: one more than there are changes.
  public let regimes: [Regime]

  /// The slow change within the last regime; `nil` if it is not significant or too small.
  public let drift: Drift?

  /// Limitations to report together with the findings.
  public let warnings: [Warning]

  /// The constants that were used.
  public let parameters: ChangePointDetector.Parameters
}
