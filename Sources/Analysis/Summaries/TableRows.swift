public import Recordings

extension SuiteDescription {
  /// The rows of the suite's tables, and what is compared, followed and checked unless something else is
  /// asked for: its `metrics`; without any, the thesis' six and then the suite's own measures.
  public var tableRows: [Metric.ID] {
    metrics.isEmpty ? ThesisConventions.rows + measures.map(\.name) : metrics
  }
}
