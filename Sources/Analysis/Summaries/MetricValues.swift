/// The values of a run with their metrics.
///
/// Runs of one catalogue share its metrics, which are far larger than the values: a file may have thousands of runs.
public struct MetricValues: RandomAccessCollection, Sendable {
  private let metrics: [Metric]
  private let values: [MetricValue]

  /// Puts metrics and values side by side; O(1).
  ///
  /// - Parameters:
  ///   - metrics: in the order of a catalogue.
  ///   - values: one a metric.
  public init(of metrics: [Metric], _ values: [MetricValue]) {
    precondition(metrics.count == values.count, "one value a metric")
    self.metrics = metrics
    self.values = values
  }

  /// Takes metrics and values apart; O(n).
  ///
  /// - Parameter pairs: in the order of a catalogue.
  public init(_ pairs: [(metric: Metric, value: MetricValue)]) {
    self.init(of: pairs.map(\.metric), pairs.map(\.value))
  }

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of metrics.
  public var endIndex: Int { values.count }

  /// A metric and its value.
  public subscript(position: Int) -> (metric: Metric, value: MetricValue) {
    (metrics[position], values[position])
  }

  /// The value of a metric, or `nil` where there is none of its name; O(n).
  ///
  /// - Parameter id: the metric's id.
  public subscript(id: Metric.ID) -> MetricValue? {
    metrics.firstIndex { $0.id == id }.map { values[$0] }
  }
}
