/// The result of a search for change points in a series: the change points, the estimated noise, the levels and the
/// limitations of the search.
public struct ChangePointAnalysis: Sendable, Equatable {
  /// How the change-point detector distinguishes changes of level from noise: by statistical tests, or exactly if the
  /// values have no noise.
  public enum Method: Sendable, Equatable {
    /// By permutation tests, with this estimate of the noise.
    case tested(Noise)

    /// Without tests: any difference beyond the quantum is a change.
    case exact
  }

  /// The noise that the change-point detector estimated for a series: its standard deviation and
  /// autocorrelation.
  public struct Noise: Sendable, Equatable {
    /// The standard deviation σ of the noise in a series: of the logarithms of the values if ratios are compared,
    /// otherwise of the values.
    public let deviation: Double

    /// The lag-1 autocorrelation ρ that the change-point detector assumed for the noise: the estimate minus a margin
    /// for chance, from 0 to the parameter `largestAutocorrelation`.
    public let autocorrelation: Double

    /// The factor by which autocorrelation ρ of the noise raises the penalty for each change point: (1 + ρ) / (1 − ρ)².
    public let inflation: Double
  }

  /// Consecutive points of a series at one level, between two change points.
  public struct Regime: Sendable, Equatable {
    /// The positions of the points between two neighboring change points of a series, spikes included.
    public let points: Range<Int>

    /// The median of the points between two neighboring change points, spikes left out, in the unit of the values.
    public let level: Double
  }

  /// A limitation of a change-point analysis, which a report should state next to the change points.
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

    /// There are too few points to estimate autocorrelation, or nearly all neighbors are equal; 0 was assumed.
    case noAutocorrelation
  }

  /// The positions of the points that the change-point detector analyzed: the newest points of the series, often all of
  /// them.
  public let judged: Range<Int>

  /// The scale on which the search for change points compared values of the series: by ratio or by difference.
  public let scale: Scale

  /// How the change-point detector distinguished changes of level from noise: by statistical tests, or exactly if the
  /// values have no noise.
  public let method: Method

  /// The positions in the series of its spikes, which are single points far from their neighbors, ascending.
  public let spikes: [Int]

  /// The changes of level in the series, oldest first.
  public let changes: [ChangePoint]

  /// The parts of the series between neighboring change points, oldest first; there is one more part than there are
  /// change points.
  public let regimes: [Regime]

  /// The slow change of the series since its last change point; `nil` if it is not significant or too small to matter.
  ///
  /// It is also `nil` if fewer points than the parameter `driftPoints` follow, or if the values have no noise.
  public let drift: Drift?

  /// The limitations of the change-point analysis, which a report should state next to the change points.
  public let warnings: [Warning]

  /// The constants of the change-point detector that analyzed the series.
  public let parameters: ChangePointDetector.Parameters
}
