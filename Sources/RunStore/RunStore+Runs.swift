internal import Parallel
internal import Recordings
internal import Units

extension RunStore {
  /// The stored runs that pass a filter, sorted by suite, stage, name and number.
  ///
  /// Runs without a suite come first. Stages are in the order of the suite, with unlisted stages last; names are in
  /// natural order. O(n log n) for n runs found, whatever their length.
  public func runs(_ filter: RunFilter = RunFilter()) throws(StoreError) -> [RunRecord] {
    try connection.snapshot { () throws(StoreError) in
      let details = try RunDetails(of: filter, in: connection)
      let (condition, values) = filter.condition
      let records = try connection.rows(
        """
        SELECT run.id, \(RunRecord.table.selected), session.name AS session_name
        FROM run LEFT JOIN session ON session.id = run.session WHERE \(condition)
        """, values
      ) { (row) throws(StoreError) in
        var run = RunRecord()
        run.id = RunID(row.integer("id"))
        RunRecord.table.read(row, into: &run)
        run.description.session = row.optionalText("session_name")
        details.complete(&run)
        return run
      }
      return try inOrder(records)
    }
  }

  /// Sorts runs by place, name and number.
  func inOrder<Run: FiledRun>(_ runs: [Run]) throws(StoreError) -> [Run] {
    var numbers: [Place: Int] = [:]
    var filed: [[Int]] = []
    var latest: (place: Place, number: Int)?
    for (index, run) in runs.enumerated() {
      let place = Place(suite: run.suite, stage: run.stage)
      let number = latest?.place == place ? latest?.number : numbers[place]
      latest = (place, number ?? filed.count)
      if let number {
        filed[number].append(index)
      } else {
        numbers[place] = filed.count
        filed.append([index])
      }
    }
    let ranks = Place.ranks(of: Set(numbers.keys), positions: try stagePositions())
    let inOrder = numbers.sorted { (ranks[$0.key] ?? 0) < (ranks[$1.key] ?? 0) }
    return inOrder.map { filed[$0.value] }.mapConcurrently { indices in
      indices.map { RunKey(name: NaturalKey(runs[$0].name), id: runs[$0].id, index: $0) }
        .sorted().map(\.index)
    }.flatMap { $0.map { runs[$0] } }
  }

  /// The positions of stages in their suites.
  func stagePositions() throws(StoreError) -> [Place: Int64] {
    var positions: [Place: Int64] = [:]
    try connection.forEachRow("SELECT suite, id, position FROM stage") {
      (row) throws(StoreError) in
      positions[Place(suite: row.text("suite"), stage: row.text("id"))] = row.integer("position")
    }
    return positions
  }

  /// The metadata of a commit at the time when a run of the commit was stored; `nil` if the store has no such run.
  public func revision(_ commit: String) throws(StoreError) -> Revision? {
    try connection.rows(
      "SELECT parents, author_date, subject, branch FROM revision WHERE id = ?", [.text(commit)]
    ) { (row) throws(StoreError) in
      var revision = Revision()
      revision.parents = row.optionalText("parents").map {
        $0.split(separator: " ").map(String.init)
      }
      revision.authorDate = row.optionalText("author_date")
      revision.subject = row.optionalText("subject")
      revision.branch = row.optionalText("branch")
      return revision
    }.first
  }

  /// The parents of a commit at the time when a run of the commit was stored, the first parent first; `nil` if there is
  /// no such run.
  ///
  /// Empty if the commit has no parents, or if they are unknown. Reads less than `revision`.
  public func parents(of commit: String) throws(StoreError) -> [String]? {
    try connection.rows("SELECT parents FROM revision WHERE id = ?", [.text(commit)]) {
      (row) throws(StoreError) -> [String] in
      let space = UInt8(ascii: " ")
      guard let text = row.optionalText("parents") else { return [] }
      // Nearly all commits have one parent.
      return text.utf8.contains(space) ? text.split(separator: " ").map(String.init) : [text]
    }.first
  }

  func checkExistence(of run: RunID) throws(StoreError) {
    guard try connection.integer("SELECT 1 FROM run WHERE id = ?", [.integer(run.number)]) != nil
    else { throw .noSuchRun(path: path, run: run) }
  }
}
