public import Recordings

extension SuiteDescription {
  /// The default metrics of the suite for tables, `compare`, `trend` and `check`: its own choice, otherwise the six
  /// of the thesis and the suite's own measures.
  public var tableRows: [Metric.ID] {
    metrics.isEmpty ? ThesisConventions.rows + measures.map(\.name) : metrics
  }
}
