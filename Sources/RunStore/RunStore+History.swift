public import Recordings
internal import Units

extension RunStore {
  /// Where the runs that pass a filter belong.
  ///
  /// Reads no more of a run than four indexes hold; O(n log n) in all runs of the store, with a small
  /// constant.
  ///
  /// - Parameter filter: which runs.
  /// - Returns: the runs in the order of their numbers, and what their numbers mean.
  /// - Throws: `StoreError`.
  public func history(_ filter: RunFilter = RunFilter()) throws(StoreError) -> RunHistory {
    try connection.snapshot { () throws(StoreError) in
      var (numbering, places) = try placedRuns(filter)
      let commits = try readCommits(into: &numbering)
      try connection.forEachRow("SELECT device, id FROM run") { (row) throws(StoreError) in
        numbering.set(device: row.integer(0), of: row.integer(1))
      }
      try connection.forEachRow("SELECT session, id FROM run WHERE session IS NOT NULL") {
        (row) throws(StoreError) in
        numbering.set(session: row.integer(0), of: row.integer(1))
      }
      let ranks = RunPlace.ranks(of: Set(places), positions: try stagePositions())
      numbering.replace(places: places.map { ranks[$0] ?? 0 })
      return RunHistory(
        runs: numbering.runs,
        places: places.sorted { (ranks[$0] ?? 0) < (ranks[$1] ?? 0) }.map {
          RunHistory.Place(suite: $0.suite, stage: $0.stage)
        },
        devices: try connection.devices(), commits: commits)
    }
  }

  /// The runs that pass a filter, each with the number of its place among those that follow.
  private func placedRuns(
    _ filter: RunFilter
  ) throws(StoreError) -> (numbering: RunNumbering, places: [RunPlace]) {
    let (condition, values) = filter.condition
    var texts = SortedTexts()
    let placed = try connection.rows(
      "SELECT suite, stage, run.id FROM run WHERE \(condition) ORDER BY suite, stage", values
    ) { (row) throws(StoreError) in
      (id: row.integer(2), place: texts.number(of: row, columns: 2))
    }
    return (RunNumbering(placed), texts.texts.map { RunPlace(suite: $0[0], stage: $0[1]) })
  }

  private func readCommits(into numbering: inout RunNumbering) throws(StoreError) -> [String] {
    var texts = SortedTexts()
    try connection.forEachRow(
      "SELECT revision, id FROM run WHERE revision IS NOT NULL ORDER BY revision"
    ) { (row) throws(StoreError) in
      numbering.set(commit: texts.number(of: row, columns: 1), of: row.integer(1))
    }
    return texts.texts.map { $0[0] ?? "" }
  }

  /// The kept values of a metric for the runs of a history; O(n).
  ///
  /// - Parameters:
  ///   - metric: the metric's id.
  ///   - history: of this store.
  /// - Returns: a value, or where there is none its reason, for each of the runs.
  /// - Throws: `StoreError`.
  public func column(
    ofMetric metric: String, for history: RunHistory
  ) throws(StoreError) -> MetricColumn {
    var making = MetricColumnMaking(for: history)
    guard
      let id = try connection.integer("SELECT id FROM metric WHERE name = ?", [.text(metric)])
    else { return making.column(phrases: [:]) }
    try connection.forEachRow(
      "SELECT run, value, revision, parameters, reason FROM metric_cell WHERE metric = ?",
      [.integer(id)]
    ) { (row) throws(StoreError) in making.add(row) }
    var phrases: [Int64: String] = [:]
    for phrase in making.phrases {
      phrases[phrase] = try connection.rows(
        "SELECT text FROM phrase WHERE id = ?", [.integer(phrase)]
      ) { (row) throws(StoreError) in row.text(0) }.first
    }
    return making.column(phrases: phrases)
  }

  /// The metrics that any value or reason was kept of, by id.
  ///
  /// - Returns: their ids in the order of their letters.
  /// - Throws: `StoreError`.
  public func metrics() throws(StoreError) -> [String] {
    try connection.rows("SELECT name FROM metric ORDER BY name") {
      (row) throws(StoreError) in row.text(0)
    }
  }

  /// What is known of some runs that may explain their figures, beside their devices.
  ///
  /// - Parameter runs: which.
  /// - Returns: what is known of each that is in the store.
  /// - Throws: `StoreError`.
  public func circumstances(
    of runs: [RunID]
  ) throws(StoreError) -> [RunID: RunCircumstances] {
    let ids = SQLValue.text("[\(runs.map { String($0.number) }.joined(separator: ","))]")
    var found: [RunID: RunCircumstances] = [:]
    try connection.forEachRow(
      """
      SELECT run.id, format, dialect, session.name
      FROM json_each(?) JOIN run ON run.id = json_each.value
      LEFT JOIN session ON session.id = run.session
      """, [ids]
    ) { (row) throws(StoreError) in
      found[RunID(row.integer(0))] = RunCircumstances(
        session: row.optionalText(3), format: "\(row.text(1)) \(row.text(2))")
    }
    try connection.forEachRow(
      "SELECT run, label.key, label.value FROM json_each(?) JOIN label ON run = json_each.value",
      [ids]
    ) { (row) throws(StoreError) in
      found[RunID(row.integer(0))]?.labels[row.text(1)] = row.text(2)
    }
    return found
  }

  /// The measures that runs bring themselves, each as one of them describes it.
  ///
  /// - Returns: a scalar of each name, in the order of the names; the value is that of some run.
  /// - Throws: `StoreError`.
  public func scalars() throws(StoreError) -> [Scalar] {
    try connection.rows(
      """
      SELECT name, value, unit, unit_symbol, lower_is_better, min(run)
      FROM scalar GROUP BY name ORDER BY name
      """
    ) { (row) throws(StoreError) in
      Scalar(
        name: row.text(0), value: row.real(1), unit: Unit(id: row.text(2), symbol: row.text(3)),
        lowerIsBetter: row.optionalInteger(4).map { $0 != 0 })
    }
  }
}

/// Puts the rows of a metric, which come in the order of runs, where the runs of a history are.
private struct MetricColumnMaking {
  private let runs: [RunHistory.Run]
  private var next = 0
  private var values: [Double?]
  private var sources: [Int]
  private var origins: [Key] = []
  private var latest = 0

  /// What values come from, as numbers of phrases.
  private enum Key: Hashable {
    case computed(revision: Int64, parameters: Int64)
    case withheld(reason: Int64)
  }

  init(for history: RunHistory) {
    runs = history.runs
    values = Array(repeating: nil, count: runs.count)
    sources = Array(repeating: 0, count: runs.count)
  }

  mutating func add(_ row: Statement) {
    let id = row.integer(0)
    while next < runs.count, runs[next].id.number < id { next += 1 }
    guard next < runs.count, runs[next].id.number == id else { return }
    let value = row.optionalReal(1)
    values[next] = value
    let key: Key =
      value == nil
      ? .withheld(reason: row.integer(4))
      : .computed(revision: row.integer(2), parameters: row.integer(3))
    sources[next] = source(key) + 1
  }

  /// Nearly always that of the row before.
  private mutating func source(_ key: Key) -> Int {
    if latest < origins.count, origins[latest] == key { return latest }
    if let index = origins.firstIndex(of: key) {
      latest = index
    } else {
      latest = origins.count
      origins.append(key)
    }
    return latest
  }

  /// The numbers of the phrases that were met.
  var phrases: Set<Int64> {
    Set(
      origins.map { key in
        switch key {
        case .computed(_, let parameters): parameters
        case .withheld(let reason): reason
        }
      })
  }

  func column(phrases: [Int64: String]) -> MetricColumn {
    MetricColumn(
      values: values, sources: sources,
      origins: [.absent]
        + origins.map { key in
          switch key {
          case .computed(let revision, let parameters):
            .computed(revision: Int(revision), parameters: phrases[parameters] ?? "")
          case .withheld(let reason): .withheld(reason: phrases[reason] ?? "")
          }
        })
  }
}
