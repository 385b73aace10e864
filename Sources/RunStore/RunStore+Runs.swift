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

  private func inOrder(_ records: [RunRecord]) throws(StoreError) -> [RunRecord] {
    let positions = try stagePositions()
    let keyed = records.map { record in
      (key: RunKey(of: record, positions: positions), record: record)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.record)
  }

  private func stagePositions() throws(StoreError) -> [String: [String: Int64]] {
    var positions: [String: [String: Int64]] = [:]
    try connection.forEachRow("SELECT suite, id, position FROM stage") {
      (row) throws(StoreError) in
      positions[row.text(0), default: [:]][row.text(1)] = row.integer(2)
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

/// What runs are sorted by, made once a run.
private struct RunKey: Comparable {
  let suite: NaturalKey
  let position: Int64
  let stage: NaturalKey
  let name: NaturalKey
  let id: RunID

  init(of record: RunRecord, positions: [String: [String: Int64]]) {
    let listed = record.stage.flatMap { positions[record.suite ?? ""]?[$0] }
    suite = NaturalKey(record.suite ?? "")
    position = listed ?? (record.stage == nil ? 0 : Int64.max)
    stage = NaturalKey(listed == nil ? record.stage ?? "" : "")
    name = NaturalKey(record.name)
    id = record.id
  }

  static func < (left: RunKey, right: RunKey) -> Bool {
    if left.suite != right.suite { return left.suite < right.suite }
    if left.position != right.position { return left.position < right.position }
    if left.stage != right.stage { return left.stage < right.stage }
    if left.name != right.name { return left.name < right.name }
    return left.id < right.id
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
    var known = details.description(of: id, device: row.integer(12))
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
