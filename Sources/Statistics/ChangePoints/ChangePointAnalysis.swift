/// The result of a search for change points in a series: the change points, the estimated noise, the levels and the
/// limitations of the search.
public struct ChangePointAnalysis: Sendable, Equatable {
  /// How the change-point detector distinguishes changes of level from noise: by statistical tests, or exactly if the
  /// values have no noise.
  public enum Method: Sendable, Equatable {
    case tested(Noise)

    /// Without tests: any difference beyond the quantum is a change.
    case exact
  }

  /// The noise that the change-point detector estimated for a series: its standard deviation and
  /// autocorrelation.
  public struct Noise: Sendable, Equatable {
    /// σ, of the logarithms of the values if ratios are compared.
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

  /// The newest points of the series, often all of them.
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

  public let parameters: ChangePointDetector.Parameters
}

/// A position in a series of measurements at which the level changes, with the size of the change
/// and the evidence for it.
public struct ChangePoint: Sendable, Equatable {
  /// The strength of the evidence for a change of level: exact, suspect or confirmed.
  public enum Evidence: Sendable, Equatable {
    case exact

    /// The points around the change show it, but the whole series does not confirm it.
    ///
    /// Measure again.
    case suspect(Probabilities)

    case confirmed(Probabilities)

    /// Whether the change of level is confirmed by the whole series, or exact (between values without noise), and not
    /// only suspect.
    public var isConfirmed: Bool {
      if case .suspect = self { false } else { true }
    }

    /// The p-values of the change of level; `nil` if the values have no noise.
    public var probabilities: Probabilities? {
      switch self {
      case .exact: nil
      case .suspect(let found), .confirmed(let found): found
      }
    }
  }

  /// The p-values of a change point: how often chance alone produces a change as strong.
  public struct Probabilities: Sendable, Equatable {
    /// Of the local test, which shuffles the points around the change.
    public let local: Double

    /// Of the global test, which shuffles all points, spikes included.
    public let global: Double

    /// The global test that confirmed the change point, or the rank test if none of the global tests confirmed it.
    public let test: GlobalTest
  }

  /// A test that compares a change point with the changes in shuffled copies of the whole series.
  ///
  /// One test that confirms the change is enough.
  public enum GlobalTest: String, Sendable {
    /// Compares the sum of normal scores with that of the most extreme window.
    case ranks

    /// Compares the sum of the values, clipped where spikes begin, with that of the most extreme
    /// window.
    case values

    /// Compares how far out nearly all points of the shorter side are.
    case steadiness
  }

  /// The position in the series of the first point at the new level: where a split into two levels fits the series
  /// best.
  public let index: Int

  /// The range of positions in the series at which the level may have changed.
  ///
  /// About 95% of such ranges contain the true position.
  public let range: ClosedRange<Int>

  /// The evidence that the level changed: exact, suspect or confirmed.
  public let evidence: Evidence

  /// The size of the change of level: both levels, the shift between them and its confidence interval.
  public let effect: Effect

  /// The number of points between the previous change of level and this one, without spikes.
  public let countBefore: Int

  /// The number of points from this change of level to the next one, without spikes.
  public let countAfter: Int

  /// The position at which the series returns to the level before the change point; `nil` if it never does.
  ///
  /// Levels that differ by less than the smallest change worth reporting count as equal; without noise, levels that
  /// differ by at most one quantum.
  public let recovery: Int?
}

extension ChangePoint {
  /// The size of a change of level: the medians before and after it, and the shift with its
  /// confidence interval.
  public struct Effect: Sendable, Equatable {
    /// The median of the points before the change of level, in the unit of the values.
    public let before: Double

    /// The median of the points after the change of level, in the unit of the values.
    public let after: Double

    /// The size of the change by Hodges and Lehmann's estimate: a fraction if values are compared
    /// by ratio (0.05 is 5% more), otherwise in the unit of the values.
    public let change: Double

    /// Of the size of the change; `nil` without noise, or with too few points.
    public let interval: ConfidenceInterval?
  }
}

/// The points between cuts, without spikes.
struct Segments {
  /// The start of each segment and the end of the last, among the points without spikes.
  private let bounds: [Int]
  private let series: PreparedSeries

  init(cuts: [Int], in series: PreparedSeries) {
    bounds = [0] + cuts + [series.kept.count]
    self.series = series
  }

  var count: Int { bounds.count - 1 }
  var scale: Scale { series.scale }

  func points(_ segment: Int) -> ArraySlice<Double> {
    series.keptPoints[bounds[segment]..<bounds[segment + 1]]
  }

  func start(_ segment: Int) -> Int {
    segment == 0 ? series.judged.lowerBound : position(bounds[segment])
  }

  /// The positions where a segment may begin if its cut is one of `cuts`, counted among the points without spikes.
  ///
  /// Spikes just before a cut may belong to either side.
  func positions(cuts: ClosedRange<Int>) -> ClosedRange<Int> {
    position(cuts.lowerBound - 1) + 1...position(cuts.upperBound)
  }

  var regimes: [ChangePointAnalysis.Regime] {
    (0..<count).map { segment in
      let end = segment + 1 < count ? start(segment + 1) : series.judged.upperBound
      return ChangePointAnalysis.Regime(
        points: start(segment)..<end, level: scale.value(Median.of(points(segment))))
    }
  }

  private func position(_ kept: Int) -> Int {
    series.judged.lowerBound + series.kept[kept]
  }
}
