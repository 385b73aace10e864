/// The stored value of one metric for one run, or the reason why the run has no value.
///
///     StoredMetric(metric: "fps.avg", revision: 2, parameters: "", value: .known(59.9))
public struct StoredMetric: Sendable, Equatable {
  /// The id of the metric whose value is stored.
  public let metric: String
  /// The revision of the metric's formula with which the stored value was computed.
  public let revision: Int
  /// The parameters, such as the refresh rate, with which the metric was computed; empty if its formula has none.
  public let parameters: String
  /// The stored value in the metric's unit, or the reason why the run has no value.
  public let value: Known<Double>

  /// Creates the stored value of a metric for a run.
  ///
  /// A known value must be finite.
  public init(metric: String, revision: Int, parameters: String, value: Known<Double>) {
    self.metric = metric
    self.revision = revision
    self.parameters = parameters
    self.value = value
  }
}
