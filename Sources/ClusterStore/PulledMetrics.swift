internal import ClickHouse
internal import Recordings
internal import RunStore

/// Values of metrics that were read from the cluster, in memory.
///
/// Inserting all values of 20,000 runs into the slice would take longer than most commands. A `MetricTable` is therefore
/// made from these values, and values are inserted only if a command reads them with SQL or changes them.
struct PulledMetrics {
  /// The values of a run: the numbers of its sets, and where its values are.
  private struct Run {
    /// -1 for none.
    let metricSet: Int
    /// -1 for none.
    let missingSet: Int
    let values: Range<Int>
  }

  private var runs: [Int64: Run] = [:]
  /// The values of all runs, each in the order of the metrics of its set.
  private var values: ContiguousArray<Double> = []
  private var sets: [MetricSet] = []
  private var setNumbers: [String: Int] = [:]

  mutating func read(
    _ reader: inout RowReader, numberedBy ids: [String: Int64]
  ) throws(RowReader.Fault) {
    let digest = try reader.text()
    let sets = (metrics: try reader.text(), missing: try reader.text())
    let (count, start) = (try reader.count(), values.count)
    try reader.appendReals(count, to: &values)
    guard let id = ids[digest] else { return }
    runs[id] = Run(
      metricSet: number(ofSet: sets.metrics), missingSet: number(ofSet: sets.missing),
      values: start..<values.count)
  }

  /// The number of a set, also of one that is not known yet.
  private mutating func number(ofSet digest: String) -> Int {
    if digest.isEmpty { return -1 }
    if let known = setNumbers[digest] { return known }
    setNumbers[digest] = sets.count
    sets.append(MetricSet(digest: digest))
    return sets.count - 1
  }

  /// The digests of the sets whose metrics are not known yet, sorted.
  var unknownSets: [String] { sets.filter(\.metrics.isEmpty).map(\.digest).sorted() }

  mutating func add(_ set: MetricSet) { sets[number(ofSet: set.digest)] = set }

  /// The values of some runs; runs without values have no entries.
  func table(of ids: [RunID], only metrics: Set<String>?) -> MetricTable {
    let found = ids.map { runs[$0.number] }
    let used = Set(found.flatMap { [$0?.metricSet ?? -1, $0?.missingSet ?? -1] }).subtracting([-1])
    let names = Set(used.flatMap { sets[$0].metrics })
    let columns = (metrics.map(names.intersection) ?? names).map { column(of: $0, found) }
    return MetricTable(runCount: ids.count, columns: columns)
  }

  private func column(of metric: String, _ found: [Run?]) -> MetricColumn {
    var origins: [MetricColumn.Origin?] = [nil]
    var numbers: [MetricColumn.Origin: Int32] = [:]
    let places = sets.map { set -> (index: Int, source: Int32)? in
      guard let index = set.positions[metric] else { return nil }
      let origin = set.origin(at: index)
      if numbers[origin] == nil {
        numbers[origin] = Int32(origins.count)
        origins.append(origin)
      }
      return (index, numbers[origin] ?? 0)
    }
    var values = Array(repeating: 0.0, count: found.count)
    var sources = Array(repeating: Int32(0), count: found.count)
    for (position, run) in found.enumerated() {
      guard let run else { continue }
      if run.metricSet >= 0, let place = places[run.metricSet], place.index < run.values.count {
        values[position] = self.values[run.values.lowerBound + place.index]
        sources[position] = place.source
      } else if run.missingSet >= 0, let place = places[run.missingSet] {
        sources[position] = place.source
      }
    }
    return MetricColumn(metric: metric, values: values, sources: sources, origins: origins)
  }

  /// Inserts the values of some runs into the slice, and removes them from memory; `nil` for all runs.
  mutating func insert(_ ids: Set<Int64>?, into connection: Connection) throws(StoreError) {
    let chosen = runs.filter { ids?.contains($0.key) ?? true }.sorted { $0.key < $1.key }
    guard !chosen.isEmpty else { return }
    try connection.transaction { () throws(StoreError) in
      try insertValues(of: chosen, into: connection)
      try insertMissing(of: chosen, into: connection)
    }
    for (id, _) in chosen { runs[id] = nil }
    if runs.isEmpty { values = [] }
  }

  /// Inserts values in the order of the table, which takes a third of the time of any other order.
  private func insertValues(
    of chosen: [(key: Int64, value: Run)], into connection: Connection
  ) throws(StoreError) {
    let used = Set(chosen.map(\.value.metricSet)).subtracting([-1]).sorted()
    var metrics: [(name: String, row: Int64)] = []
    for name in Set(used.flatMap { sets[$0].metrics }).sorted() {
      metrics.append((name, try connection.metricRow(name)))
    }
    let insertion = try connection.statement(
      "INSERT OR REPLACE INTO metric_value (metric, run, value, computation) VALUES (?, ?, ?, ?)")
    for (name, metric) in metrics.sorted(by: { $0.row < $1.row }) {
      var places: [Int: (index: Int, computation: Int64)] = [:]
      for set in used {
        guard let index = sets[set].positions[name] else { continue }
        let origin = sets[set].origin(at: index)
        places[set] = (
          index, try connection.computationRow(Int64(origin.revision), origin.parameters)
        )
      }
      for (id, run) in chosen {
        guard let place = places[run.metricSet], place.index < run.values.count else { continue }
        try insertion.run([
          .integer(metric), .integer(id), .real(values[run.values.lowerBound + place.index]),
          .integer(place.computation),
        ])
      }
    }
  }

  private func insertMissing(
    of chosen: [(key: Int64, value: Run)], into connection: Connection
  ) throws(StoreError) {
    var rows: [Int: Int64] = [:]
    for set in Set(chosen.map(\.value.missingSet)).subtracting([-1]).sorted() {
      rows[set] = try connection.missingSetRow(of: sets[set].missing)
    }
    for (id, run) in chosen {
      guard let row = rows[run.missingSet] else { continue }
      try connection.run(
        "INSERT OR REPLACE INTO run_missing (run, missing_set) VALUES (?, ?)",
        [.integer(id), .integer(row)])
    }
  }
}

/// Metrics that runs of a cluster share: those with values, or those without.
struct MetricSet {
  let digest: String
  let metrics: [String]
  private let revisions: [Int64]
  private let parameters: [String]
  /// Why there are no values; `nil` for a set of metrics with values.
  private let reasons: [String]?
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
