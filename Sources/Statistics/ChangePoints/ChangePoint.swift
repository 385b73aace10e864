/// A change of the level of a series.
public struct ChangePoint: Sendable, Equatable {
  /// The evidence for a change.
  public enum Evidence: Sendable, Equatable {
    /// The values have no noise, so any difference is a change.
    case exact

    /// The points around the change show it, but the whole series does not confirm it.
    ///
    /// Measure again.
    case suspect(Probabilities)

    /// The whole series confirms the change.
    case confirmed(Probabilities)

    /// Whether the change is confirmed or exact, not only suspect.
    public var isConfirmed: Bool {
      if case .suspect = self { false } else { true }
    }

    /// The p-values; `nil` if the values have no noise.
    public var probabilities: Probabilities? {
      switch self {
      case .exact: nil
      case .suspect(let found), .confirmed(let found): found
      }
    }
  }

  /// How often chance alone produces a change as strong as this one.
  public struct Probabilities: Sendable, Equatable {
    /// The p-value among shuffles of the points around the change.
    public let local: Double

    /// The p-value among shuffles of all points, spikes included.
    public let global: Double

    /// The test that `global` is from.
    public let test: GlobalTest
  }

  /// A test that compares a change with shuffles of all points.
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

  /// The position of the first point at the new level, for the best split.
  public let index: Int

  /// The positions at which the new level may have begun.
  ///
  /// About 95% of such ranges contain the true position.
  public let range: ClosedRange<Int>

  /// The evidence for the change.
  public let evidence: Evidence

  /// The size of the change.
  public let effect: Effect

  /// The number of points before the change, back to the previous change, without spikes.
  public let countBefore: Int

  /// The number of points after the change, up to the next change, without spikes.
  public let countAfter: Int

  /// The position at which a later regime is back at the level before, within the practical floor;
  /// `nil` if there is none.
  public let recovery: Int?
}

extension ChangePoint {
  /// The size of a change.
  public struct Effect: Sendable, Equatable {
    /// The median before the change, in the unit of the values.
    public let before: Double

    /// The median after the change, in the unit of the values.
    public let after: Double

    /// Hodges and Lehmann's shift: a fraction if values are compared by ratio (0.05 is 5% more),
    /// otherwise in the unit of the values.
    public let change: Double

    /// The confidence interval of `change`; `nil` if the values have no noise, or if there are too
    /// few points.
    public let interval: ConfidenceInterval?
  }
}
