/// The values of all metrics for one run, each with its metric.
///
/// Runs with one catalog share its metrics, which are much larger than the values: a file may have
/// thousands of runs.
public struct MetricValues: RandomAccessCollection, Sendable {
  private let metrics: [Metric]
  private let values: [MetricValue]

  /// Pairs the metrics of a run with their values, one value per metric; O(1).
  public init(of metrics: [Metric], _ values: [MetricValue]) {
    precondition(metrics.count == values.count, "one value per metric")
    self.metrics = metrics
    self.values = values
  }

  /// Creates the values of a run from pairs of metric and value; O(n).
  public init(_ pairs: [(metric: Metric, value: MetricValue)]) {
    self.init(of: pairs.map(\.metric), pairs.map(\.value))
  }

  /// The position of the first metric in the collection: 0.
  public var startIndex: Int { 0 }

  /// The position after the last metric in the collection.
  public var endIndex: Int { values.count }

  /// The metric at a position in the collection, and its value for the run.
  public subscript(position: Int) -> (metric: Metric, value: MetricValue) {
    (metrics[position], values[position])
  }

  /// The value of the metric with an id; `nil` if there is no such metric.
  ///
  /// O(n).
  public subscript(id: Metric.ID) -> MetricValue? {
    metrics.firstIndex { $0.id == id }.map { values[$0] }
  }
}
