internal import ClickHouse
internal import Recordings

/// Metrics that runs of a cluster share: those with values, or those without.
struct MetricSet {
  let digest: String
  let metrics: [String]
  private let revisions: [Int64]
  private let parameters: [String]
  /// Why there are no values; `nil` for a set of metrics with values.
  private let reasons: [String]?
  /// The index of each metric.
  let positions: [String: Int]

  /// A set whose metrics are not known yet.
  init(digest: String) {
    self.digest = digest
    (metrics, revisions, parameters, reasons, positions) = ([], [], [], nil, [:])
  }

  init(_ reader: inout RowReader, hasReasons: Bool) throws(RowReader.Fault) {
    digest = try reader.text()
    metrics = try Self.texts(&reader)
    var revisions: [Int64] = []
    for _ in 0..<(try reader.count()) { revisions.append(try reader.integer()) }
    self.revisions = revisions
    parameters = try Self.texts(&reader)
    reasons = hasReasons ? try Self.texts(&reader) : nil
    positions = Dictionary(zip(metrics, 0...)) { first, _ in first }
    let counts = [revisions.count, parameters.count, reasons?.count ?? metrics.count]
    guard counts.allSatisfy({ $0 == metrics.count }) else { throw .malformed }
  }

  private static func texts(_ reader: inout RowReader) throws(RowReader.Fault) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try reader.count()) { texts.append(try reader.text()) }
    return texts
  }

  /// How the value of the metric at an index was computed, or why it is missing.
  func origin(at index: Int) -> MetricColumn.Origin {
    MetricColumn.Origin(
      revision: Int(revisions[index]), parameters: parameters[index], reason: reasons?[index])
  }

  /// The metrics as metrics without values.
  var missing: [StoredMetric] {
    metrics.enumerated().map { index, metric in
      StoredMetric(
        metric: metric, revision: Int(revisions[index]), parameters: parameters[index],
        value: .withheld(because: reasons?[index] ?? ""))
    }
  }
}
