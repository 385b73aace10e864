public import Recordings
internal import Units

extension RunStore {
  /// The stored runs that pass a filter, each with its suite, stage (program version), commit, measurement session and
  /// device.
  ///
  /// The lists `devices` and `commits` of the result may also contain devices and commits of other runs of the store.
  ///
  /// Reads a few columns of the table of runs in one pass, on as many threads as `holdStill` allows; O(n) for n runs
  /// found, and O(n log n) with a filter.
  public func history(_ filter: RunFilter = RunFilter()) throws(StoreError) -> RunHistory {
    try connection.snapshot { () throws(StoreError) in
      let isWhole = filter == RunFilter()
      let parts = isWhole ? try allPlacedRuns() : [try placedRuns(filter)]
      let places = Set(
        parts.flatMap { $0.places.texts.map { Place(suite: $0[0], stage: $0[1]) } })
      let ranks = Place.ranks(of: places, positions: try stagePositions())
      let found = Set(parts.flatMap { $0.commits.texts.compactMap { $0[0] } })
      let commits = isWhole ? Self.sorted(found) : try self.commits()
      let numbers = Dictionary(zip(commits, 0...)) { first, _ in first }
      return RunHistory(
        runs: RunHistoryPart.runs(of: parts, numbering: ranks, numbers),
        places: places.sorted { (ranks[$0] ?? 0) < (ranks[$1] ?? 0) },
        devices: try connection.devices(), commits: commits)
    }
  }

  private func allPlacedRuns() throws(StoreError) -> [RunHistoryPart] {
    try stretchesOfRuns { (connection, numbers) throws(StoreError) in
      var part = RunHistoryPart()
      // Run numbers are assigned consecutively, with few gaps.
      part.reserve(Int(max(0, min(numbers.upperBound &- numbers.lowerBound, 1 << 20))))
      try connection.forEachRow(
        "SELECT \(RunHistoryPart.columns) FROM run WHERE id BETWEEN ? AND ?",
        [.integer(numbers.lowerBound), .integer(numbers.upperBound)]
      ) { (row) throws(StoreError) in part.add(row) }
      return part
    }
  }

  private func placedRuns(_ filter: RunFilter) throws(StoreError) -> RunHistoryPart {
    let (condition, values) = filter.condition
    var part = RunHistoryPart()
    try connection.forEachRow(
      "SELECT \(RunHistoryPart.columns) FROM run WHERE \(condition)", values
    ) { (row) throws(StoreError) in part.add(row) }
    part.sort()
    return part
  }

  /// The texts in SQLite's order.
  private static func sorted(_ texts: Set<String>) -> [String] {
    // Commits usually differ in the first eight bytes, which are compared as one number.
    let keyed = texts.map { text in
      let bytes = Array(text.utf8.prefix(8))
      return (
        key: bytes.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - bytes.count)), text: text
      )
    }
    return keyed.sorted { left, right in
      left.key != right.key
        ? left.key < right.key : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }.map(\.text)
  }

  /// The ids of all metrics for which the store has values, or reasons why values are missing, in alphabetical order.
  ///
  /// A store in a file also lists metrics that only removed runs had.
  public func metrics() throws(StoreError) -> [String] {
    try slice?.readMetrics()
    return try connection.rows("SELECT name FROM metric ORDER BY name") {
      (row) throws(StoreError) in row.text("name")
    }
  }

  /// The measurement session, trace format and labels of some runs, which may explain unusual results.
  public func circumstances(
    of runs: [RunID]
  ) throws(StoreError) -> [RunID: RunCircumstances] {
    let starts = stride(from: 0, to: runs.count, by: Self.circumstancesAtOnce)
    let pieces = starts.map { Array(runs[$0..<min($0 + Self.circumstancesAtOnce, runs.count)]) }
    let parts = try sharedAmongThreads(pieces) { (connection, runs) throws(StoreError) in
      try connection.circumstances(of: runs)
    }
    return parts.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
  }

  private static var circumstancesAtOnce: Int { 500 }

  /// The user-defined metrics of the store: those that suites declare, then those that only runs contain.
  ///
  /// Each name occurs once. The first part is sorted by suite and then in the order of the suite, the second part by
  /// name.
  public func measures() throws(StoreError) -> [OwnMeasure] {
    try connection.snapshot { () throws(StoreError) in
      var names: Set<String> = []
      let brought = try connection.rows(
        """
        SELECT name, unit, unit_symbol, lower_is_better, min(run)
        FROM scalar GROUP BY name ORDER BY name
        """
      ) { (row) throws(StoreError) in
        OwnMeasure(
          name: row.text("name"), unit: Unit(id: row.text("unit"), symbol: row.text("unit_symbol")),
          lowerIsBetter: row.optionalInteger("lower_is_better").map { $0 != 0 })
      }
      return (try connection.declaredMeasures().map(\.measure) + brought)
        .filter { names.insert($0.name).inserted }
    }
  }
}

extension Connection {
  fileprivate func circumstances(
    of runs: [RunID]
  ) throws(StoreError) -> [RunID: RunCircumstances] {
    let ids = SQLValue(list: runs)
    var found: [RunID: RunCircumstances] = [:]
    var sources = TextNumbering(columns: ["format", "dialect", "session_name"])
    try forEachRow(
      """
      SELECT run.id, format, dialect, session.name AS session_name
      FROM json_each(?) JOIN run ON run.id = json_each.value
      LEFT JOIN session ON session.id = run.session
      """, [ids]
    ) { (row) throws(StoreError) in
      let number = sources.number(of: row)
      let texts = sources.texts[number]
      found[RunID(row.integer("id"))] = RunCircumstances(
        session: texts[2], format: "\(texts[0] ?? "") \(texts[1] ?? "")")
    }
    for (run, labels) in try labels(ofListed: ids) { found[run]?.labels = labels }
    return found
  }

  /// The labels of some runs.
  ///
  /// Equal labels share one dictionary, so comparing them is fast.
  private func labels(ofListed ids: SQLValue) throws(StoreError) -> [RunID: [String: String]] {
    var texts = TextNumbering(columns: ["key", "value"])
    var numbers: [RunID: [Int]] = [:]
    try forEachRow(
      "SELECT run, label.key AS key, label.value AS value FROM json_each(?) JOIN label ON run = json_each.value",
      [ids]
    ) { (row) throws(StoreError) in
      numbers[RunID(row.integer("run")), default: []].append(texts.number(of: row))
    }
    var known: [[Int]: [String: String]] = [:]
    return numbers.mapValues { numbers in
      if let labels = known[numbers] { return labels }
      let pairs = numbers.map { (texts.texts[$0][0] ?? "", texts.texts[$0][1] ?? "") }
      let labels = Dictionary(pairs) { first, _ in first }
      known[numbers] = labels
      return labels
    }
  }
}
