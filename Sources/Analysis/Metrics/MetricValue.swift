public import Recordings

/// The value of a metric for one run, and how trustworthy it is.
public struct MetricValue: Sendable, Equatable {
  /// The metric's value for the run, finite and in the metric's unit, or the reason why there is no value.
  public let value: Known<Double>

  /// How trustworthy the metric's value is: as trustworthy as the least trustworthy input of its computation.
  public let basis: Basis

  /// Creates the value of a metric for one run, in the metric's unit, with how trustworthy the value is.
  public init(_ value: Known<Double>, basis: Basis) {
    self.value = value
    self.basis = basis
  }

  /// How trustworthy the value of a metric is: computed from a trace, for example, or only taken from a publication.
  public enum Basis: String, Sendable, Comparable {
    /// The value was computed from the trace.
    case measured
    /// The test harness recorded the value separately from the trace.
    case recorded
    /// The value was taken from a publication or another tool, or derived from such a figure.
    case reported

    /// Orders values by how trustworthy they are, from the most to the least trustworthy.
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
