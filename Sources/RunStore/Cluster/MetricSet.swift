internal import ClickHouse

/// Metrics that runs of a cluster share: those with values, or those without.
struct MetricSet {
  let digest: String
  let metrics: [String]
  let revisions: [Int64]
  let parameters: [String]
  /// Why there are no values; `nil` for a set of metrics with values.
  let reasons: [String]?

  init(_ reader: inout RowReader, hasReasons: Bool) throws(RowReader.Fault) {
    digest = try reader.text()
    metrics = try Self.texts(&reader)
    var revisions: [Int64] = []
    for _ in 0..<(try reader.count()) { revisions.append(try reader.integer()) }
    self.revisions = revisions
    parameters = try Self.texts(&reader)
    reasons = hasReasons ? try Self.texts(&reader) : nil
    let counts = [revisions.count, parameters.count, reasons?.count ?? metrics.count]
    guard counts.allSatisfy({ $0 == metrics.count }) else { throw .malformed }
  }

  private static func texts(_ reader: inout RowReader) throws(RowReader.Fault) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try reader.count()) { texts.append(try reader.text()) }
    return texts
  }
}

extension Connection {
  /// Inserts a set of metrics without values.
  func insert(_ set: MetricSet, _ reasons: [String]) throws(StoreError) {
    try run("INSERT INTO missing_set (digest) VALUES (?)", [.text(set.digest)])
    let id = lastInserted
    for index in set.metrics.indices {
      try run(
        "INSERT INTO missing_metric (missing_set, metric, computation, reason) VALUES (?, ?, ?, ?)",
        [
          .integer(id), .integer(try metricRow(set.metrics[index])),
          .integer(try computationRow(set.revisions[index], set.parameters[index])),
          .integer(try reasonRow(reasons[index])),
        ])
    }
  }
}
