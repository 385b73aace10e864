/// What became of the runs of one store when they were merged into another.
public struct MergeOutcome: Sendable, Equatable {
  /// The number of runs that the merge copied.
  public internal(set) var added = 0
  /// The number of runs that were not copied, because the target of the merge already had a run of the same trace.
  public internal(set) var alreadyThere = 0
  /// The number of damaged runs of the target that were replaced by sound copies.
  public internal(set) var repaired = 0
  /// The runs that were not copied, because they are damaged.
  public internal(set) var refused: [VerifyFinding] = []
  /// The new ids of the copied runs; empty for a store with a source, which gives none.
  public internal(set) var copies: [RunID] = []
}

extension RunStore {
  /// Copies every sound run of another store that this store lacks, with its frames, metric values and other data.
  ///
  /// A run is identified by the digest of its trace, so a repeated merge copies nothing. A run is copied only if it can
  /// be read as it was added. If both stores have a run, but with different data, and only the other one is sound, it
  /// replaces the damaged run here. Runs are copied in batches of 100 (1,000 into a source), and each batch is one
  /// transaction: an interrupted merge continues where it stopped. Descriptions of suites are copied by `put(_:)`, not
  /// here. O(frames) of the copied runs.
  ///
  ///     let central = try RunStore.open("all.db", access: .create)
  ///     let outcome = try central.merge(try RunStore.open("host7.db", access: .read))
  ///
  /// - Parameter progress: called after each batch with the number of runs done and the number of all.
  /// - Throws: `StoreError`; the batches before the error stay.
  public func merge(
    _ other: RunStore, progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> MergeOutcome {
    // A file that a source fills belongs to this process, and rows that it fetches meanwhile must stay.
    guard other.source == nil else { return try copyRuns(of: other, progress) }
    return try other.connection.snapshot { () throws(StoreError) in
      try copyRuns(of: other, progress)
    }
  }

  private func copyRuns(
    of other: RunStore, _ progress: (_ done: Int, _ all: Int) -> Void
  ) throws(StoreError) -> MergeOutcome {
    let all = Int(try other.connection.integer("SELECT count(*) FROM run") ?? 0)
    var outcome = MergeOutcome()
    var (last, done) = (Int64.min, 0)
    while true {
      let batch = try other.connection.runs(after: last, atMost: source == nil ? 100 : 1000)
      guard let newest = batch.last else { return outcome }
      try other.prepareFrames(of: batch.map { RunID($0.id) })
      if let source {
        try copy(batch, from: other, to: source, &outcome)
      } else {
        try copy(batch, after: last, from: other, &outcome)
      }
      (last, done) = (newest.id, done + batch.count)
      progress(done, all)
    }
  }

  /// Copies those sound runs of a batch that a source lacks.
  private func copy(
    _ batch: [RunCopy.Run], from other: RunStore, to source: any RowSource,
    _ outcome: inout MergeOutcome
  ) throws(StoreError) {
    let damage = try other.findings(of: batch.map { RunID($0.id) })
    let sound = batch.filter { damage[RunID($0.id)] == nil }
    let added = try source.add(sound.map { (RunID($0.id), $0.digest) }, of: other)
    outcome.added += added
    outcome.alreadyThere += sound.count - added
    outcome.refused += batch.compactMap { damage[RunID($0.id)] }
  }

  /// Copies those sound runs of a batch that this store lacks, or has only damaged.
  private func copy(
    _ batch: [RunCopy.Run], after last: Int64, from other: RunStore,
    _ outcome: inout MergeOutcome
  ) throws(StoreError) {
    try other.source?.fetchMetrics(of: nil)
    outcome = try connection.transaction { () throws(StoreError) in
      var (outcome, copy) = (outcome, RunCopy(from: other.connection, to: connection))
      var others: [(entry: RunCopy.Run, known: RunID?)] = []
      for entry in batch {
        let known = try run(ofDigest: entry.digest)
        if let known, try copy.isSame(entry, as: known.number) {
          outcome.alreadyThere += 1
        } else {
          others.append((entry, known))
        }
      }
      let damage = try other.findings(of: others.map { RunID($0.entry.id) })
      let ownDamage = try findings(of: others.compactMap(\.known))
      var taken: [RunCopy.Run] = []
      for (entry, known) in others {
        switch (known, damage[RunID(entry.id)]) {
        case (nil, let finding?): outcome.refused.append(finding)
        case (nil, nil):
          outcome.added += 1
          taken.append(entry)
        case (let known?, nil) where ownDamage[known] != nil:
          outcome.repaired += 1
          try removeRows(of: [known])
          taken.append(entry)
        case (_?, _): outcome.alreadyThere += 1
        }
      }
      outcome.copies += try copy.copy(taken, after: last)
      return outcome
    }
  }
}

extension Connection {
  /// The next runs by number, as many as a batch has.
  fileprivate func runs(
    after last: Int64, atMost count: Int
  ) throws(StoreError) -> [RunCopy.Run] {
    try rows(
      "SELECT id, digest FROM run WHERE id > ? ORDER BY id LIMIT \(count)", [.integer(last)]
    ) { (row) throws(StoreError) in
      RunCopy.Run(id: row.integer("id"), digest: row.text("digest"))
    }
  }
}

/// Copies runs from one store to another.
///
/// The schema says which tables belong to a run: those with a column `run`. Its foreign keys say which columns hold
/// numbers of shared rows, such as devices, which differ from store to store. A new table needs no change here.
private struct RunCopy {
  struct Run {
    let id: Int64
    let digest: String
  }

  private let source: Connection
  private let target: Connection
  /// Numbers in the target, by table and number in the source.
  private var shared: [String: [Int64: SQLValue]] = [:]

  init(from source: Connection, to target: Connection) {
    self.source = source
    self.target = target
  }

  /// The columns that identify a shared row in any store.
  private static let keys: [String: [String]] = [
    "environment": ["digest"], "device": ["digest"], "session": ["name", "environment"],
    "metric": ["name"], "computation": ["revision", "parameters"], "reason": ["text"],
    "missing_set": ["digest"],
  ]

  /// The tables whose rows belong to a shared row.
  private static let parts = ["device": "device_property", "missing_set": "missing_metric"]

  /// Whether the data of a run of the source, other than metric values and labels, is that of a run of the target.
  func isSame(_ entry: Run, as known: Int64) throws(StoreError) -> Bool {
    let sum = "SELECT content_digest, frames, duration_ns FROM run WHERE id = ?"
    guard try values(sum, entry.id, of: source) == values(sum, known, of: target) else {
      return false
    }
    for table in try tablesOfRuns() where table.references.isEmpty && table.name != "label" {
      let rows = "SELECT \(table.ownList) FROM \(table.name) WHERE run = ?"
      guard try values(rows, entry.id, of: source) == values(rows, known, of: target) else {
        return false
      }
    }
    return true
  }

  private func values(
    _ query: String, _ id: Int64, of store: Connection
  ) throws(StoreError) -> [[SQLValue]] {
    try store.rows(query, [.integer(id)]) { (row) throws(StoreError) in row.values }
  }

  /// Copies runs that the target lacks, within a transaction; returns their new ids.
  mutating func copy(_ batch: [Run], after last: Int64) throws(StoreError) -> [RunID] {
    var numbers: [Int64: Int64] = [:]
    let run = try Table("run", in: target)
    for entry in batch {
      try copyRows(of: run, where: "id = ?", [.integer(entry.id)])
      numbers[entry.id] = target.lastInserted
    }
    guard let end = batch.last?.id else { return [] }
    for table in try tablesOfRuns() {
      try copyRows(
        of: table, where: "run > ? AND run <= ?", [.integer(last), .integer(end)], runs: numbers)
    }
    return numbers.values.sorted().map { RunID($0) }
  }

  private func tablesOfRuns() throws(StoreError) -> [Table] {
    let names = try target.rows(
      """
      SELECT entry.name AS name FROM sqlite_schema AS entry, pragma_table_info(entry.name) AS field
      WHERE entry.type = 'table' AND field.name = 'run' ORDER BY entry.name
      """
    ) { (row) throws(StoreError) in row.text("name") }
    var tables: [Table] = []
    for name in names { tables.append(try Table(name, in: target)) }
    return tables
  }

  /// Copies rows; with `runs` only those of these runs, under their new numbers.
  private mutating func copyRows(
    of table: Table, where condition: String, _ values: [SQLValue], runs: [Int64: Int64]? = nil
  ) throws(StoreError) {
    // One row at a time: a column of frames may have many megabytes.
    try source.forEachRow(
      "SELECT \(table.list) FROM \(table.name) WHERE \(table.seek)\(condition)", values
    ) { (found) throws(StoreError) in
      var row = found.values
      if let runs, let column = table.runColumn {
        guard case .integer(let old) = row[column], let new = runs[old] else { return }
        row[column] = .integer(new)
      }
      for (column, other) in table.references { row[column] = try shared(other, row[column]) }
      try target.run(table.insertion, row)
    }
  }

  // MARK: - Rows that runs share

  /// The number in the target of a shared row of the source, which is copied if the target lacks it.
  private mutating func shared(_ name: String, _ value: SQLValue) throws(StoreError) -> SQLValue {
    if name == "revision" { return try revision(value) }
    guard case .integer(let number) = value, let keys = Self.keys[name] else { return value }
    if let known = shared[name]?[number] { return known }
    let table = try Table(name, in: target)
    let found = try source.rows("SELECT \(table.list) FROM \(name) WHERE id = ?", [value]) {
      (row) throws(StoreError) in row.values
    }.first
    guard var row = found else { return value }
    for (column, other) in table.references { row[column] = try shared(other, row[column]) }
    let condition = keys.map { "\($0) = ?" }.joined(separator: " AND ")
    let key = keys.map { key in row[table.columns.firstIndex(of: key) ?? 0] }
    var new = try target.integer("SELECT id FROM \(name) WHERE \(condition)", key)
    let isNew = new == nil
    if isNew {
      try target.run(table.insertion, row)
      new = target.lastInserted
    }
    let result = SQLValue(new)
    shared[name, default: [:]][number] = result
    if isNew, let part = Self.parts[name] {
      try copyRows(of: try Table(part, in: target), where: "\(name) = ?", [value])
    }
    return result
  }

  /// A commit has its own id in every store; what the target knows of it already stays.
  private func revision(_ id: SQLValue) throws(StoreError) -> SQLValue {
    guard id != .null else { return id }
    try source.forEachRow(
      "SELECT parents, author_date, subject, branch FROM revision WHERE id = ?", [id]
    ) { (row) throws(StoreError) in
      try target.run(
        """
        INSERT INTO revision (id, parents, author_date, subject, branch) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          parents = coalesce(parents, excluded.parents),
          author_date = coalesce(author_date, excluded.author_date),
          subject = coalesce(subject, excluded.subject), branch = coalesce(branch, excluded.branch)
        """, [id] + row.values)
    }
    return id
  }
}

/// A table as the schema declares it, without the number that SQLite gives a row.
private struct Table {
  let name: String
  let columns: [String]
  /// The index of the column `run`, if there is one.
  let runColumn: Int?
  /// The columns that refer to shared rows, with the table of these.
  let references: [(column: Int, table: String)]

  init(_ name: String, in connection: Connection) throws(StoreError) {
    self.name = name
    let all = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(name)]) {
      (row) throws(StoreError) in row.text("name")
    }
    let columns = all.filter { $0 != "id" }
    self.columns = columns
    runColumn = columns.firstIndex(of: "run")
    let keys = try connection.rows(
      "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", [.text(name)]
    ) { (row) throws(StoreError) in (from: row.text("from"), table: row.text("table")) }
    references = keys.compactMap { key in
      guard key.table != "run", let column = columns.firstIndex(of: key.from) else { return nil }
      return (column, key.table)
    }
  }

  /// The beginning of a condition on `run`: values of metrics are ordered by metric, so SQLite seeks once per metric.
  var seek: String {
    references.contains { $0.table == "metric" } ? "metric IN (SELECT id FROM metric) AND " : ""
  }

  var list: String { columns.joined(separator: ", ") }

  /// The columns without that of the run.
  var ownList: String { columns.filter { $0 != "run" }.joined(separator: ", ") }

  var insertion: String {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \(name) (\(list)) VALUES (\(marks))"
  }
}
