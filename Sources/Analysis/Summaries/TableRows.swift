public import Recordings

extension SuiteDescription {
  /// The ids of the metrics that tables show for the suite by default: those in `suite.json`, otherwise six usual
  /// metrics and the suite's own measures.
  public var tableRows: [Metric.ID] {
    metrics.isEmpty ? ThesisConventions.rows + measures.map(\.name) : metrics
  }
}
