internal import Recordings
internal import Units

extension RunStore {
  /// The runs that pass a filter: by suite, stage in the order of the suite, name in natural order, and id.
  ///
  /// Runs without a suite come first, and stages that the suite does not list come last. O(n log n) in
  /// the runs found, whatever their length.
  ///
  /// - Parameter filter: which runs.
  /// - Returns: what is known of each.
  /// - Throws: `StoreError`.
  public func runs(_ filter: RunFilter = RunFilter()) throws(StoreError) -> [RunRecord] {
    try connection.snapshot { () throws(StoreError) in
      let details = try RunDetails(of: filter, in: connection)
      let (condition, values) = filter.condition
      let records = try connection.rows(
        """
        SELECT run.id, suite, stage, run.name, digest, source, format, dialect, stream, revision, date,
          session.name, device, test_duration_ns, provenance, frames, duration_ns, withheld
        FROM run LEFT JOIN session ON session.id = run.session
        WHERE \(condition)
        """, values
      ) { (row) throws(StoreError) in RunRecord(row: row, details: details) }
      return try inOrder(records)
    }
  }

  /// Runs by place, name and number.
  func inOrder<Run: FiledRun>(_ runs: [Run]) throws(StoreError) -> [Run] {
    var numbers: [RunPlace: Int] = [:]
    let places = runs.map { run in
      let place = RunPlace(suite: run.suite, stage: run.stage)
      if let number = numbers[place] { return number }
      numbers[place] = numbers.count
      return numbers.count - 1
    }
    let ranks = RunPlace.ranks(of: Set(numbers.keys), positions: try stagePositions())
    var rankOfNumber = Array(repeating: 0, count: numbers.count)
    for (place, number) in numbers { rankOfNumber[number] = ranks[place] ?? 0 }
    let keys = runs.indices.map { index in
      RunKey(
        rank: rankOfNumber[places[index]], name: NaturalKey(runs[index].name), id: runs[index].id,
        index: index)
    }
    return keys.sorted().map { runs[$0.index] }
  }

  /// Where suites list their stages.
  func stagePositions() throws(StoreError) -> [RunPlace: Int64] {
    var positions: [RunPlace: Int64] = [:]
    try connection.forEachRow("SELECT suite, id, position FROM stage") {
      (row) throws(StoreError) in
      positions[RunPlace(suite: row.text(0), stage: row.text(1))] = row.integer(2)
    }
    return positions
  }

  /// What was known of a commit when a run of it was added.
  ///
  /// - Parameter commit: as the runs name it.
  /// - Returns: the revision, or `nil` when no run was ever added of it.
  /// - Throws: `StoreError`.
  public func revision(_ commit: String) throws(StoreError) -> Revision? {
    try connection.rows(
      "SELECT parents, author_date, subject, branch FROM revision WHERE id = ?", [.text(commit)]
    ) { (row) throws(StoreError) in
      var revision = Revision()
      revision.parents = row.optionalText(0).map { $0.split(separator: " ").map(String.init) }
      revision.authorDate = row.optionalText(1)
      revision.subject = row.optionalText(2)
      revision.branch = row.optionalText(3)
      return revision
    }.first
  }

  func checkExistence(of run: RunID) throws(StoreError) {
    guard try connection.integer("SELECT 1 FROM run WHERE id = ?", [.integer(run.number)]) != nil
    else { throw .noSuchRun(path: path, run: run) }
  }
}

extension RunRecord {
  /// Reads the columns that `runs` asks for.
  fileprivate init(row: Statement, details: RunDetails) {
    let id = RunID(row.integer(0))
    self.id = id
    suite = row.optionalText(1)
    stage = row.optionalText(2)
    name = row.text(3)
    digest = row.text(4)
    origin = Recording.Origin(
      source: row.text(5), format: row.text(6), dialect: row.text(7), stream: row.optionalText(8))
    var known = details.description(of: id, suite: suite, device: row.integer(12))
    known.commit = row.optionalText(9)
    known.date = row.optionalText(10)
    known.session = row.optionalText(11)
    known.testDuration = row.optionalInteger(13)
    known.provenance = row.optionalText(14)
    description = known
    frames = row.optionalInteger(15).map { .known(Int($0)) } ?? .withheld(because: row.text(17))
    duration = row.optionalInteger(16)
  }
}
