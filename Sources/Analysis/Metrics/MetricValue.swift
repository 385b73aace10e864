public import Recordings

/// The value of a metric for one run, and how trustworthy it is.
public struct MetricValue: Sendable, Equatable {
  /// The metric's value, finite and in its unit, or the reason why there is none.
  public let value: Known<Double>

  /// How trustworthy the metric's value is: as trustworthy as the least trustworthy of its inputs.
  public let basis: Basis

  /// Creates the value of a metric, in the metric's unit.
  public init(_ value: Known<Double>, basis: Basis) {
    self.value = value
    self.basis = basis
  }

  /// How trustworthy the value of a metric is: computed from a trace, for example, or only taken from a publication.
  public enum Basis: String, Sendable, Comparable {
    /// Computed from the trace.
    case measured
    /// Recorded by the test harness, separately from the trace.
    case recorded
    /// Taken from a publication or another tool, or derived from such a figure.
    case reported

    /// Orders the trustworthiness of values, from the most to the least trustworthy.
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
