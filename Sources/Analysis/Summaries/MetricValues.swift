/// The values of all metrics for one run, each with its metric.
///
/// Runs with one catalog share its metrics, which are much larger than the values: a file may have
/// thousands of runs.
public struct MetricValues: RandomAccessCollection, Sendable {
  private let metrics: [Metric]
  private let values: [MetricValue]

  /// Pairs metrics with values, one value per metric; O(1).
  public init(of metrics: [Metric], _ values: [MetricValue]) {
    precondition(metrics.count == values.count, "one value per metric")
    self.metrics = metrics
    self.values = values
  }

  /// Separates pairs of metrics and values; O(n).
  public init(_ pairs: [(metric: Metric, value: MetricValue)]) {
    self.init(of: pairs.map(\.metric), pairs.map(\.value))
  }

  /// The position of the first metric: 0.
  public var startIndex: Int { 0 }

  /// The position after the last metric.
  public var endIndex: Int { values.count }

  /// The metric at a position, and its value.
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
