public import Recordings

extension SuiteDescription {
  /// The metrics that tables and commands show for the suite by default: those that `suite.json` names, otherwise six
  /// usual metrics and the suite's own measures.
  public var tableRows: [Metric.ID] {
    metrics.isEmpty ? ThesisConventions.rows + measures.map(\.name) : metrics
  }
}
