public import Recordings

/// The value of a metric for one run, and where it comes from.
public struct MetricValue: Sendable, Equatable {
  /// A finite number in the metric's unit, or the reason why there is none.
  public let value: Known<Double>

  /// What the value rests on.
  public let basis: Basis

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - value: in the metric's unit.
  ///   - basis: what it rests on.
  public init(_ value: Known<Double>, basis: Basis) {
    self.value = value
    self.basis = basis
  }

  /// What a value rests on, from what was seen to what was told.
  public enum Basis: String, Sendable, Comparable {
    /// Computed from the trace.
    case measured
    /// Recorded by the test harness itself, apart from the trace.
    case recorded
    /// Somebody else's figure, or derived from one.
    case reported

    /// Orders bases from the firmest to the weakest.
    public static func < (left: Basis, right: Basis) -> Bool {
      left.weakness < right.weakness
    }

    private var weakness: Int {
      switch self {
      case .measured: 0
      case .recorded: 1
      case .reported: 2
      }
    }
  }
}
