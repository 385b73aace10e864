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
