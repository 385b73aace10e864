internal import Recordings

/// The kept metric values of some runs, one beside the other: for questions about very many of them.
public struct KeptMetrics: Sendable {
  /// What one run has; `nil` where nothing was kept of it.
  fileprivate struct Row {
    /// An index of `sets`.
    let set: Int
    /// Where its values begin.
    let start: Int
  }

  fileprivate var rows: [Row?]
  fileprivate var values: [Double] = []
  /// In the order in which runs first have them.
  fileprivate var sets: [KeptMetricSet] = []

  /// What the runs have of one metric; O(n) in the runs.
  ///
  /// - Parameter metric: the metric's id.
  /// - Returns: a value, or where there is none its reason, for each of the runs.
  public func column(of metric: String) -> MetricColumn {
    var origins: [MetricColumn.Origin] = [.absent]
    let parts = sets.map { set in
      guard let entry = set[metric] else { return (source: 0, place: nil as Int?) }
      let origin = MetricColumn.Origin(entry.basis)
      let source = origins.firstIndex(of: origin) ?? origins.count
      if source == origins.count { origins.append(origin) }
      return (source, entry.place)
    }
    var found: [Double?] = []
    var sources: [Int] = []
    found.reserveCapacity(rows.count)
    sources.reserveCapacity(rows.count)
    for row in rows {
      let part = row.map { parts[$0.set] }
      sources.append(part?.source ?? 0)
      if let start = row?.start, let place = part?.place {
        found.append(values[start + place])
      } else {
        found.append(nil)
      }
    }
    return MetricColumn(values: found, sources: sources, origins: origins)
  }

  /// What the runs have of one metric, each with what it rests on; O(n) in the runs.
  ///
  /// - Parameter metric: the metric's id.
  /// - Returns: in the order of the runs; `nil` where nothing was kept.
  public func values(of metric: String) -> [StoredMetric?] {
    rows.map { row in row.flatMap { row in sets[row.set][metric].map { stored($0, in: row) } } }
  }

  /// What one run has.
  ///
  /// - Parameter index: of the run among those that were asked for.
  /// - Returns: in the order of the metrics' ids.
  public func metrics(ofRunAt index: Int) -> [StoredMetric] {
    guard let row = rows[index] else { return [] }
    return sets[row.set].entries.map { stored($0, in: row) }
  }

  private func stored(_ entry: KeptMetricSet.Entry, in row: Row) -> StoredMetric {
    StoredMetric(
      metric: entry.metric, revision: entry.basis.revision, parameters: entry.basis.parameters,
      value: entry.place.map { .known(values[row.start + $0]) }
        ?? .withheld(because: entry.basis.reason ?? ""))
  }
}

extension MetricColumn.Origin {
  fileprivate init(_ basis: MetricBasis) {
    self =
      basis.reason.map { .withheld(reason: $0) }
      ?? .computed(revision: basis.revision, parameters: basis.parameters)
  }
}

/// A set of metrics with what each of them rests on: rows of `metric_set_member`.
private struct KeptMetricSet: Sendable {
  struct Entry: Sendable {
    let metric: String
    let basis: MetricBasis
    /// Of the value among those of a run that are wanted; `nil` where there is a reason.
    let place: Int?
  }

  /// In the order of the metrics' ids.
  let entries: [Entry]
  /// Where the values of the entries lie among those of a run.
  let places: PackedPlaces
  private let positions: [String: Int]

  /// Takes the members in the order of the metrics' numbers, which is that of the values.
  init(_ members: [(metric: String, basis: MetricBasis)], only metrics: Set<String>?) {
    var places = PackedPlaces()
    var entries: [Entry] = []
    for (metric, basis) in members {
      let isWanted = metrics?.contains(metric) ?? true
      let hasValue = basis.reason == nil
      if isWanted {
        let place = hasValue ? places.wanted.count : nil
        entries.append(Entry(metric: metric, basis: basis, place: place))
      }
      if hasValue { places.add(isWanted: isWanted) }
    }
    entries.sort { $0.metric < $1.metric }
    positions = Dictionary(entries.indices.map { (entries[$0].metric, $0) }) { first, _ in first }
    self.entries = entries
    self.places = places
  }

  subscript(metric: String) -> Entry? { positions[metric].map { entries[$0] } }
}

extension RunStore {
  /// The kept metric values of some runs; O(n) in their values, and best for runs in ascending order.
  ///
  /// - Parameters:
  ///   - runs: which, each once.
  ///   - metrics: those that will be asked for; `nil` for all.
  /// - Returns: what they have, in their order.
  /// - Throws: `StoreError`.
  public func keptMetrics(
    of runs: [RunID], only metrics: Set<String>? = nil
  ) throws(StoreError) -> KeptMetrics {
    try connection.snapshot { () throws(StoreError) in
      var reading = KeptMetricsReading(of: runs, only: metrics, on: connection)
      if let first = runs.first?.number, let last = runs.last?.number,
        last - first < Int64(runs.count) * 4,
        zip(runs, runs.dropFirst()).allSatisfy({ $0 < $1 })
      {
        try reading.readAll(from: first, to: last)
      } else {
        try reading.readEach()
      }
      return reading.kept
    }
  }
}

/// Reads the rows of `run_metrics`.
private struct KeptMetricsReading {
  private let runs: [RunID]
  private let wanted: Set<String>?
  private let connection: Connection
  private(set) var kept: KeptMetrics
  private var known: [Int64: Int] = [:]
  private var latest: (number: Int64, set: Int)?

  init(of runs: [RunID], only wanted: Set<String>?, on connection: Connection) {
    self.runs = runs
    self.wanted = wanted
    self.connection = connection
    kept = KeptMetrics(rows: Array(repeating: nil, count: runs.count))
  }

  /// One stretch of the table, in which the runs lie in ascending order.
  mutating func readAll(from first: Int64, to last: Int64) throws(StoreError) {
    var next = 0
    try connection.forEachRow(
      "SELECT run, metric_set, data FROM run_metrics WHERE run BETWEEN ? AND ?",
      [.integer(first), .integer(last)]
    ) { (row) throws(StoreError) in
      let run = row.integer(0)
      while next < runs.count, runs[next].number < run { next += 1 }
      guard next < runs.count, runs[next].number == run else { return }
      try add(row, ofRunAt: next)
    }
  }

  mutating func readEach() throws(StoreError) {
    try connection.forEachRow(
      """
      SELECT wanted.key, metric_set, data
      FROM json_each(?) AS wanted CROSS JOIN run_metrics ON run_metrics.run = wanted.value
      """, [SQLValue(list: runs)]
    ) { (row) throws(StoreError) in try add(row, ofRunAt: Int(row.integer(0))) }
  }

  private mutating func add(_ row: Statement, ofRunAt index: Int) throws(StoreError) {
    let set = try set(row.integer(1))
    kept.rows[index] = KeptMetrics.Row(set: set, start: kept.values.count)
    do throws(PackingProblem) {
      try row.withBytes(2) { (bytes) throws(PackingProblem) in
        try kept.sets[set].places.append(bytes, to: &kept.values)
      }
    } catch {
      throw .damagedRun(path: connection.path, run: runs[index], part: "metrics", problem: error)
    }
  }

  /// Nearly always that of the row before.
  private mutating func set(_ number: Int64) throws(StoreError) -> Int {
    if let latest, latest.number == number { return latest.set }
    if known[number] == nil { known[number] = try read(number) }
    let set = known[number] ?? 0
    latest = (number, set)
    return set
  }

  private mutating func read(_ number: Int64) throws(StoreError) -> Int {
    let members = try connection.rows(
      """
      SELECT metric.name, basis.revision, basis.parameters, basis.reason
      FROM metric_set_member AS member
      JOIN metric ON metric.id = member.metric
      JOIN metric_basis AS basis ON basis.id = member.basis
      WHERE metric_set = ? ORDER BY member.metric
      """, [.integer(number)]
    ) { (row) throws(StoreError) in
      (
        metric: row.text(0),
        basis: MetricBasis(
          revision: Int(row.integer(1)), parameters: row.text(2), reason: row.optionalText(3))
      )
    }
    kept.sets.append(KeptMetricSet(members, only: wanted))
    // As many as there are where all runs are alike, which most of them are.
    if kept.sets.count == 1 {
      kept.values.reserveCapacity(runs.count * kept.sets[0].places.wanted.count)
    }
    return kept.sets.count - 1
  }
}
