internal import Recordings

/// The kept metric values of some runs, one beside the other: for questions about very many of them.
public struct KeptMetrics: Sendable {
  /// The runs in stretches, in their order; each begins where the one before ends.
  private let parts: [KeptMetricsPart]
  /// For each run the number of its set among those of all parts, from 1; 0 where nothing was kept of it.
  private let sources: [Int]

  fileprivate init(_ parts: [KeptMetricsPart]) {
    self.parts = parts
    var sources: [Int] = []
    sources.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    var before = 0
    for part in parts {
      for set in part.setOfRun { sources.append(set == 0 ? 0 : before + set) }
      before += part.sets.count
    }
    self.sources = sources
  }

  private var sets: [KeptMetricSet] { parts.flatMap(\.sets) }

  /// What the runs have of one metric; O(n) in the runs where any has a value, else in their different origins.
  ///
  /// - Parameter metric: the metric's id.
  /// - Returns: a value, or where there is none its reason, for each of the runs.
  public func column(of metric: String) -> MetricColumn {
    let origins = sets.map { set in
      set[metric].map { MetricColumn.Origin($0.basis) } ?? MetricColumn.Origin.absent
    }
    return MetricColumn(
      values: values(of: metric, among: sets), sources: sources, origins: [.absent] + origins)
  }

  /// What the runs have of one metric, each with what it rests on; O(n) in the runs.
  ///
  /// - Parameter metric: the metric's id.
  /// - Returns: in the order of the runs; `nil` where nothing was kept.
  public func values(of metric: String) -> [StoredMetric?] {
    let sets = sets
    let entries = [nil] + sets.map { $0[metric] }
    let values = values(of: metric, among: sets)
    return sources.indices.map { index in
      entries[sources[index]].map { entry in
        entry.stored(entry.column == nil ? nil : values[index])
      }
    }
  }

  /// The values of a metric; empty where no run has one.
  private func values(of metric: String, among sets: [KeptMetricSet]) -> [Double] {
    guard sets.contains(where: { $0[metric]?.column != nil }) else { return [] }
    var values: [Double] = []
    values.reserveCapacity(sources.count)
    for part in parts { part.append(metric, to: &values) }
    return values
  }

  /// What one run has.
  ///
  /// - Parameter index: of the run among those that were asked for.
  /// - Returns: in the order of the metrics' ids.
  public func metrics(ofRunAt index: Int) -> [StoredMetric] {
    var row = index
    for part in parts {
      if row < part.count { return part.metrics(ofRunAt: row) }
      row -= part.count
    }
    return []
  }
}

extension MetricColumn.Origin {
  fileprivate init(_ basis: MetricBasis) {
    self =
      basis.reason.map { .withheld(reason: $0) }
      ?? .computed(revision: basis.revision, parameters: basis.parameters)
  }
}

/// The kept values of a stretch of runs, in columns.
struct KeptMetricsPart: Sendable {
  /// How many runs there are.
  let count: Int
  /// For each run the number of its set, from 1; 0 where nothing was kept of it.
  fileprivate var setOfRun: [Int]
  /// In the order in which the runs first have them.
  fileprivate var sets: [KeptMetricSet] = []
  /// Column behind column, a value for each run; 0 where there is none.
  private var values: [Double] = []
  private var columns: [String: Int] = [:]

  fileprivate init(count: Int) {
    self.count = count
    setOfRun = Array(repeating: 0, count: count)
  }

  fileprivate mutating func add(
    _ members: [(metric: String, basis: MetricBasis)], only wanted: Set<String>?
  ) {
    for (metric, basis) in members
    where basis.reason == nil && columns[metric] == nil && wanted?.contains(metric) ?? true {
      columns[metric] = columns.count
    }
    let room = columns.count * count - values.count
    values.append(contentsOf: repeatElement(0, count: room))
    sets.append(KeptMetricSet(members, only: wanted, columns: columns))
  }

  /// Keeps the packed values of a run.
  fileprivate mutating func set(
    _ packed: UnsafeRawBufferPointer, of set: Int, ofRunAt index: Int
  ) throws(PackingProblem) {
    setOfRun[index] = set + 1
    let (places, columns, count) = (sets[set].places, sets[set].columns, count)
    try places.unpack(packed) { position, value in
      values[columns[position] * count + index] = value
    }
  }

  /// Adds the values of a metric to others; zeros where no run has one.
  fileprivate func append(_ metric: String, to values: inout [Double]) {
    if let column = columns[metric] {
      values.append(contentsOf: self.values[column * count..<(column + 1) * count])
    } else {
      values.append(contentsOf: repeatElement(0, count: count))
    }
  }

  fileprivate func metrics(ofRunAt index: Int) -> [StoredMetric] {
    guard setOfRun[index] > 0 else { return [] }
    return sets[setOfRun[index] - 1].entries.map { entry in
      entry.stored(entry.column.map { values[$0 * count + index] })
    }
  }
}

/// A set of metrics with what each of them rests on: rows of `metric_set_member`.
private struct KeptMetricSet: Sendable {
  struct Entry: Sendable {
    let metric: String
    let basis: MetricBasis
    /// Of the values; `nil` where there is a reason.
    let column: Int?

    func stored(_ value: Double?) -> StoredMetric {
      StoredMetric(
        metric: metric, revision: basis.revision, parameters: basis.parameters,
        value: value.map { .known($0) } ?? .withheld(because: basis.reason ?? ""))
    }
  }

  /// In the order of the metrics' ids.
  let entries: [Entry]
  /// Where the values that are wanted lie among those of a run.
  let places: PackedPlaces
  /// The column of each of those.
  let columns: [Int]
  private let positions: [String: Int]

  /// Takes the members in the order of the metrics' numbers, which is that of the values.
  init(
    _ members: [(metric: String, basis: MetricBasis)], only metrics: Set<String>?,
    columns: [String: Int]
  ) {
    var places = PackedPlaces()
    var entries: [Entry] = []
    var filled: [Int] = []
    for (metric, basis) in members {
      let isWanted = metrics?.contains(metric) ?? true
      let column = basis.reason == nil ? columns[metric] : nil
      if isWanted { entries.append(Entry(metric: metric, basis: basis, column: column)) }
      guard basis.reason == nil else { continue }
      places.add(isWanted: isWanted)
      if isWanted, let column { filled.append(column) }
    }
    entries.sort { $0.metric < $1.metric }
    positions = Dictionary(entries.indices.map { (entries[$0].metric, $0) }) { first, _ in first }
    self.entries = entries
    self.places = places
    self.columns = filled
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
      guard let first = runs.first?.number, let last = runs.last?.number,
        UInt64(bitPattern: last &- first) < UInt64(runs.count) * 4,
        zip(runs, runs.dropFirst()).allSatisfy({ $0 < $1 })
      else {
        var reading = KeptMetricsReading(of: runs[...], only: metrics, on: connection)
        try reading.readEach()
        return KeptMetrics([reading.kept])
      }
      return KeptMetrics(
        try stretches(of: first...last) { (connection, numbers) throws(StoreError) in
          let within = runs.within(numbers)
          var reading = KeptMetricsReading(of: within, only: metrics, on: connection)
          try reading.read(numbers)
          return reading.kept
        })
    }
  }
}

extension [RunID] {
  /// Those with some numbers, of runs in ascending order; O(n).
  fileprivate func within(_ numbers: ClosedRange<Int64>) -> ArraySlice<RunID> {
    let start = count { $0.number < numbers.lowerBound }
    return self[start...].prefix { $0.number <= numbers.upperBound }
  }
}

/// Reads the rows of `run_metrics`.
private struct KeptMetricsReading {
  private let runs: ArraySlice<RunID>
  private let wanted: Set<String>?
  private let connection: Connection
  private(set) var kept: KeptMetricsPart
  private var known: [Int64: Int] = [:]
  private var latest: (number: Int64, set: Int)?

  init(of runs: ArraySlice<RunID>, only wanted: Set<String>?, on connection: Connection) {
    self.runs = runs
    self.wanted = wanted
    self.connection = connection
    kept = KeptMetricsPart(count: runs.count)
  }

  /// One stretch of the table, in which the runs lie in ascending order.
  mutating func read(_ numbers: ClosedRange<Int64>) throws(StoreError) {
    var next = runs.startIndex
    try connection.forEachRow(
      "SELECT run, metric_set, data FROM run_metrics WHERE run BETWEEN ? AND ?",
      [.integer(numbers.lowerBound), .integer(numbers.upperBound)]
    ) { (row) throws(StoreError) in
      let run = row.integer(0)
      while next < runs.endIndex, runs[next].number < run { next += 1 }
      guard next < runs.endIndex, runs[next].number == run else { return }
      try add(row, ofRunAt: next - runs.startIndex)
    }
  }

  mutating func readEach() throws(StoreError) {
    try connection.forEachRow(
      """
      SELECT wanted.key, metric_set, data
      FROM json_each(?) AS wanted CROSS JOIN run_metrics ON run_metrics.run = wanted.value
      """, [SQLValue(list: Array(runs))]
    ) { (row) throws(StoreError) in try add(row, ofRunAt: Int(row.integer(0))) }
  }

  private mutating func add(_ row: Statement, ofRunAt index: Int) throws(StoreError) {
    let set = try set(row.integer(1))
    do throws(PackingProblem) {
      try row.withBytes(2) { (bytes) throws(PackingProblem) in
        try kept.set(bytes, of: set, ofRunAt: index)
      }
    } catch {
      throw .damagedRun(
        path: connection.path, run: runs[runs.startIndex + index], part: "metrics", problem: error)
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
    kept.add(members, only: wanted)
    return kept.sets.count - 1
  }
}
