/// The stored value of one metric of one run.
///
///     StoredMetric(metric: "fps.avg", revision: 2, parameters: "", value: .known(59.9))
public struct StoredMetric: Sendable, Equatable {
  /// The metric's id.
  public let metric: String
  /// The revision of the formula that computed the value.
  public let revision: Int
  /// The parameters of the formula; empty if it has none.
  public let parameters: String
  /// The value in the metric's unit, or why there is none.
  public let value: Known<Double>

  /// Creates a value.
  ///
  /// A known value must be finite.
  public init(metric: String, revision: Int, parameters: String, value: Known<Double>) {
    self.metric = metric
    self.revision = revision
    self.parameters = parameters
    self.value = value
  }
}
