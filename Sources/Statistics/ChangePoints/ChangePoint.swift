/// A position in a series of measurements at which the level changes, with the size of the change
/// and the evidence for it.
public struct ChangePoint: Sendable, Equatable {
  /// The strength of the evidence for a change of level: exact (values without noise), suspect (only the points nearby
  /// show it) or confirmed (the whole series shows it).
  public enum Evidence: Sendable, Equatable {
    /// The values have no noise, so any difference is a change.
    case exact

    /// The points around the change show it, but the whole series does not confirm it.
    ///
    /// Measure again.
    case suspect(Probabilities)

    /// The whole series confirms the change.
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
    /// The p-value of a change point in the local test, which shuffles the points around the
    /// change.
    public let local: Double

    /// The p-value of a change point in the global test, which shuffles all points of the series,
    /// spikes included.
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

  /// The evidence that the level changed: exact (values without noise), suspect (only the points nearby show it) or
  /// confirmed (the whole series shows it).
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

    /// The confidence interval of the size of the change; `nil` if the values have no noise, or if
    /// there are too few points.
    public let interval: ConfidenceInterval?
  }
}
