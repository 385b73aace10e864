internal import Synchronization

/// The values of all metrics for one run, as a collection of pairs of metric and value.
///
/// Runs with one catalog share its metrics, which are much larger than the values: a file may have
/// thousands of runs.
public struct MetricValues: RandomAccessCollection, Sendable {
  private let metrics: [Metric]
  private let values: [MetricValue]
  /// The positions of the metrics by their ids, made at the first search among many.
  private let index = MetricIndex()

  /// Pairs the given metrics with a run's values, one value per metric; O(1).
  public init(of metrics: [Metric], _ values: [MetricValue]) {
    precondition(metrics.count == values.count, "expected one value per metric")
    self.metrics = metrics
    self.values = values
  }

  /// Creates the collection of a run's values from pairs of metric and value; O(n) for n metrics.
  public init(_ pairs: [(metric: Metric, value: MetricValue)]) {
    self.init(of: pairs.map(\.metric), pairs.map(\.value))
  }

  /// The position of the first metric in the run's collection of values: 0.
  public var startIndex: Int { 0 }

  /// The position after the last metric in the run's collection of values.
  public var endIndex: Int { values.count }

  public subscript(position: Int) -> (metric: Metric, value: MetricValue) {
    (metrics[position], values[position])
  }

  /// The run's value of the metric with a given id; `nil` if there is no such metric.
  ///
  /// O(1) if the metric is at the expected position, as it is in most runs of one stage, and on average among many
  /// metrics.
  public subscript(id: Metric.ID, expectedAt position: Int = 0) -> MetricValue? {
    if metrics.indices.contains(position), metrics[position].id == id { return values[position] }
    return index.position(of: id, in: metrics).map { values[$0] }
  }

  /// Whether both share one array of metrics; O(1), `false` if equal metrics are in separate arrays.
  func sharesMetrics(with other: MetricValues) -> Bool {
    metrics.withUnsafeBufferPointer { own in
      other.metrics.withUnsafeBufferPointer {
        own.baseAddress == $0.baseAddress && own.count == $0.count
      }
    }
  }
}

/// Finds metrics by their ids.
private final class MetricIndex: Sendable {
  private let positions = Mutex<[Metric.ID: Int]?>(nil)

  /// The most metrics that are searched one after the other.
  ///
  /// The catalog has fewer; a run has more if its description has thousands of numbers.
  private static let mostSearched = 256

  func position(of id: Metric.ID, in metrics: [Metric]) -> Int? {
    guard metrics.count > Self.mostSearched else { return metrics.firstIndex { $0.id == id } }
    return positions.withLock { positions in
      let known =
        positions
        ?? Dictionary(metrics.enumerated().map { ($1.id, $0) }) { first, _ in
          first
        }
      positions = known
      return known[id]
    }
  }
}
