public import Recordings
internal import Units

extension RunStore {
  /// Where the runs that pass a filter belong.
  ///
  /// All runs are read in one go through their table, each in a few columns, on as many threads as
  /// `holdStill` allows; O(n) in the runs found, and O(n log n) where a filter is set.
  ///
  /// - Parameter filter: which runs.
  /// - Returns: the runs in the order of their numbers, and what their numbers mean.
  /// - Throws: `StoreError`.
  public func history(_ filter: RunFilter = RunFilter()) throws(StoreError) -> RunHistory {
    try connection.snapshot { () throws(StoreError) in
      let isWhole = filter == RunFilter()
      let parts = isWhole ? try allPlacedRuns() : [try placedRuns(filter)]
      let places = Set(
        parts.flatMap { $0.places.texts.map { RunPlace(suite: $0[0], stage: $0[1]) } })
      let ranks = RunPlace.ranks(of: places, positions: try stagePositions())
      let found = Set(parts.flatMap { $0.commits.texts.compactMap { $0[0] } })
      let commits = isWhole ? found.sorted(by: Self.areInOrder) : try self.commits()
      let numbers = Dictionary(zip(commits, 0...)) { first, _ in first }
      var runs: [RunHistory.Run] = []
      runs.reserveCapacity(parts.reduce(0) { $0 + $1.runs.count })
      for part in parts { part.append(to: &runs, numbering: ranks, numbers) }
      return RunHistory(
        runs: runs,
        places: places.sorted { (ranks[$0] ?? 0) < (ranks[$1] ?? 0) }.map {
          RunHistory.Place(suite: $0.suite, stage: $0.stage)
        },
        devices: try connection.devices(), commits: commits)
    }
  }

  private func allPlacedRuns() throws(StoreError) -> [RunHistoryPart] {
    try stretchesOfRuns { (connection, numbers) throws(StoreError) in
      var part = RunHistoryPart()
      // Numbers are given one after the other, and seldom missing.
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

  /// As SQLite orders texts.
  private static func areInOrder(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
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
    let starts = stride(from: 0, to: runs.count, by: Self.circumstancesAtOnce)
    let pieces = starts.map { Array(runs[$0..<min($0 + Self.circumstancesAtOnce, runs.count)]) }
    let parts = try sharedAmongThreads(pieces) { (connection, runs) throws(StoreError) in
      try connection.circumstances(of: runs)
    }
    return parts.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
  }

  private static var circumstancesAtOnce: Int { 500 }

  /// The measures that suites declare, and those that runs bring beside, each as one of them describes
  /// it.
  ///
  /// - Returns: no name twice; those of suites first, each part in the order of the names.
  /// - Throws: `StoreError`.
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
          name: row.text(0), unit: Unit(id: row.text(1), symbol: row.text(2)),
          lowerIsBetter: row.optionalInteger(3).map { $0 != 0 })
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
    try forEachRow(
      """
      SELECT run.id, format, dialect, session.name
      FROM json_each(?) JOIN run ON run.id = json_each.value
      LEFT JOIN session ON session.id = run.session
      """, [ids]
    ) { (row) throws(StoreError) in
      found[RunID(row.integer(0))] = RunCircumstances(
        session: row.optionalText(3), format: "\(row.text(1)) \(row.text(2))")
    }
    try forEachRow(
      "SELECT run, label.key, label.value FROM json_each(?) JOIN label ON run = json_each.value",
      [ids]
    ) { (row) throws(StoreError) in
      found[RunID(row.integer(0))]?.labels[row.text(1)] = row.text(2)
    }
    return found
  }
}
