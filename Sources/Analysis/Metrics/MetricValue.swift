public import Recordings

/// The value of a metric for one run, and its trustworthiness.
public struct MetricValue: Sendable, Equatable {
  /// A finite number in the metric's unit, or the reason why there is none.
  public let value: Known<Double>

  /// The least trustworthy input of the value.
  public let basis: Basis

  /// Creates a value in the metric's unit.
  public init(_ value: Known<Double>, basis: Basis) {
    self.value = value
    self.basis = basis
  }

  /// The trustworthiness of a value.
  public enum Basis: String, Sendable, Comparable {
    /// Computed from the trace.
    case measured
    /// Recorded by the test harness, separately from the trace.
    case recorded
    /// Taken from a publication or another tool, or derived from such a figure.
    case reported

    /// Orders from the most to the least trustworthy.
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
