/// What a series says of changes of its level, and how it was asked.
public struct ChangePointAnalysis: Sendable, Equatable {
  /// How changes were told from noise.
  public enum Method: Sendable, Equatable {
    /// By permutation, against this noise.
    case tested(Noise)

    /// Any difference beyond the quantum is a change.
    case exact
  }

  /// What was assumed of the noise.
  public struct Noise: Sendable, Equatable {
    /// Its standard deviation σ, in logarithms or in the values' unit.
    public let deviation: Double

    /// Its lag-1 autocorrelation ρ as used: shrunk, and cut off below 0.
    public let autocorrelation: Double

    /// What autocorrelation does to the cost of a segment, (1 + ρ) / (1 − ρ)².
    public let inflation: Double
  }

  /// A stretch of points at one level.
  public struct Regime: Sendable, Equatable {
    /// Its points, as positions in the series, spikes included.
    public let points: Range<Int>

    /// The median of its points that are no spikes, in the values' unit.
    public let level: Double
  }

  /// Something to keep in mind with the findings.
  public enum Warning: Sendable, Equatable {
    /// So many of the oldest points were left out.
    case olderPointsLeftOut(count: Int)

    /// A value of 0 or less makes ratios impossible; differences were compared instead.
    case comparedByDifference(index: Int)

    /// The values scatter less than they are exact to; σ stands for the latter.
    case noiseBelowResolution

    /// Autocorrelation was pooled over so few series, this one included, that it may be too small.
    case fewSiblings(family: Int)

    /// Points are too few to estimate autocorrelation from; none was assumed.
    case noAutocorrelation
  }

  /// The positions judged, the newest of the series.
  public let judged: Range<Int>

  /// How values were compared.
  public let scale: Scale

  /// How changes were told from noise.
  public let method: Method

  /// The positions of isolated spikes, ascending.
  public let spikes: [Int]

  /// The changes of level, oldest first.
  public let changes: [ChangePoint]

  /// The stretches between the changes, one more than there are changes, oldest first.
  public let regimes: [Regime]

  /// The slow change within the last regime; `nil` when there is none to speak of.
  public let drift: Drift?

  /// What to keep in mind.
  public let warnings: [Warning]

  /// The constants used.
  public let parameters: ChangePointDetector.Parameters
}
