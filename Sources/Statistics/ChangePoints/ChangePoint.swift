/// A change of a series' level.
public struct ChangePoint: Sendable, Equatable {
  /// What speaks for a change.
  public enum Evidence: Sendable, Equatable {
    /// The values have no noise.
    case exact

    /// The points around bear it out, the whole series does not: measure again.
    case suspect(Probabilities)

    /// The whole series bears it out.
    case confirmed(Probabilities)

    /// Whether it is a change as far as the values can tell, not one to be measured again.
    public var isConfirmed: Bool {
      if case .suspect = self { false } else { true }
    }

    /// How likely chance is; `nil` where the values have no noise.
    public var probabilities: Probabilities? {
      switch self {
      case .exact: nil
      case .suspect(let found), .confirmed(let found): found
      }
    }
  }

  /// How often chance alone does as much.
  public struct Probabilities: Sendable, Equatable {
    /// Among shuffles of the points around.
    public let local: Double

    /// Among shuffles of all points, spikes included.
    public let global: Double

    /// What `global` is about.
    public let test: GlobalTest
  }

  /// What of a change is held against shuffles of all points; one that confirms it is enough.
  public enum GlobalTest: String, Sendable {
    /// A window with as large a sum of normal scores.
    case ranks

    /// A window with as large a sum of the values, cut off where spikes begin.
    case values

    /// A window that lies as far out with nearly all of its points.
    case steadiness
  }

  /// The position of the first point at the new level, by the best split.
  public let index: Int

  /// The positions where the new level may have begun; about 95% of such ranges hold the true one.
  public let range: ClosedRange<Int>

  /// What speaks for it.
  public let evidence: Evidence

  /// How large it is.
  public let effect: Effect

  /// Points before, back to the change before, without spikes.
  public let countBefore: Int

  /// Points after, up to the change after, without spikes.
  public let countAfter: Int

  /// The position where a later regime is back at the level before, within the practical floor;
  /// `nil` while none is.
  public let recovery: Int?
}

extension ChangePoint {
  /// The size of a change.
  public struct Effect: Sendable, Equatable {
    /// The median before, in the values' unit.
    public let before: Double

    /// The median after, in the values' unit.
    public let after: Double

    /// The change by Hodges and Lehmann: relative where values are compared by ratio (0.05 is 5%
    /// more), else in the values' unit.
    public let change: Double

    /// The interval that holds the true change, like `change`; `nil` where values have no noise and
    /// where points are too few for one.
    public let interval: ConfidenceInterval?
  }
}
