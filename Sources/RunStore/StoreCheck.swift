public import Recordings
internal import Schemas

/// A problem that the verification of a store found, such as a damaged run.
public enum VerifyFinding: Error, Equatable {
  case integrity(message: String)
  /// A row refers to a row that does not exist.
  case danglingReference(table: String, row: Int64?, to: String)
  /// A part of a run does not decode.
  case damaged(run: RunID, part: String, problem: PackingProblem)
  /// The recorded number of frames differs from that of the columns.
  case wrongFrameCount(run: RunID, recorded: Int?, found: Int?)
  /// The columns of a run differ from those that were added.
  case changedContent(run: RunID)
  /// SQLite cannot read a part of a run.
  case unreadable(run: RunID, message: String)
}

extension VerifyFinding {
  public var words: String {
    switch self {
    case .integrity(let message): "SQLite reports that the file of the store is damaged: \(message)"
    case .danglingReference(let table, let row, let other):
      """
      row \(row.map(String.init) ?? "?") of the table \(table) refers to a row of the table \(other) that does \
      not exist
      """
    case .damaged(let run, let part, _): "run \(run.number): the stored \(part) cannot be decoded"
    case .wrongFrameCount(let run, let recorded, let found):
      "run \(run.number): \(recorded ?? 0) frames were recorded, but the stored columns have \(found ?? 0) frames"
    case .changedContent(let run):
      "run \(run.number): the stored data differs from the data that was added"
    case .unreadable(let run, let message):
      "run \(run.number): SQLite cannot read its data: \(message)"
    }
  }
}

extension RunStore {
  /// Verifies a store: the file itself, references between rows, and that each run can be read as it was added;
  /// O(frames).
  ///
  /// - Parameter progress: called before each run with the number of checked runs and of all runs.
  /// - Returns: the problems of the file first, then those of the runs, in the order of the runs; empty for a sound
  ///   store.
  /// - Throws: `StoreError` if the file is too damaged to be checked.
  public func verify(
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> [VerifyFinding] {
    var findings = try verifiedFile()
    return try connection.snapshot { () throws(StoreError) in
      let records = try self.runs().sorted { $0.id < $1.id }
      for (index, record) in records.enumerated() {
        progress(index, records.count)
        if case .failure(let finding) = try verified(record) { findings.append(finding) }
      }
      return findings
    }
  }

  /// Verifies the file of a store and the references between rows; O(size of the file).
  ///
  /// - Returns: the problems; empty for a sound store.
  public func verifiedFile() throws(StoreError) -> [VerifyFinding] {
    try source?.fetchMetrics(of: nil)
    try source?.fetchFrames(of: nil)
    return try connection.snapshot { () throws(StoreError) in try integrityFindings() }
  }

  /// The problem of each of some runs that cannot be read as it was added; O(frames).
  func findings(of runs: [RunID]) throws(StoreError) -> [RunID: VerifyFinding] {
    guard !runs.isEmpty else { return [:] }
    var filter = RunFilter()
    filter.ids = runs
    var findings: [RunID: VerifyFinding] = [:]
    for record in try self.runs(filter) {
      if case .failure(let finding) = try verified(record) { findings[record.id] = finding }
    }
    return findings
  }

  private func integrityFindings() throws(StoreError) -> [VerifyFinding] {
    let messages = try connection.rows("PRAGMA integrity_check") { (row) throws(StoreError) in
      row.text("integrity_check")
    }
    let broken = messages.filter { $0 != "ok" }.map { VerifyFinding.integrity(message: $0) }
    let dangling = try connection.rows(
      "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check"
    ) { (row) throws(StoreError) in
      VerifyFinding.danglingReference(
        table: row.text("table"), row: row.optionalInteger("rowid"), to: row.text("parent"))
    }
    // These rows have no foreign key.
    let values = try connection.rows(
      "SELECT DISTINCT run FROM metric_value WHERE run NOT IN (SELECT id FROM run)"
    ) { _ throws(StoreError) in
      VerifyFinding.danglingReference(table: "metric_value", row: nil, to: "run")
    }
    return broken + dangling + values.prefix(1)
  }

  /// Reads a run, or finds out why it cannot be read as it was added.
  public func verified(
    _ record: RunRecord
  ) throws(StoreError) -> Result<Recording, VerifyFinding> {
    do {
      let recording = try recording(of: record)
      let frames = recording.timeline.value?.frameCount
      guard frames == record.frameCount else {
        return .failure(
          .wrongFrameCount(run: record.id, recorded: record.frameCount, found: frames))
      }
      let isSame = ContentDigest.text(of: recording) == record.contentDigest
      return isSame ? .success(recording) : .failure(.changedContent(run: record.id))
    } catch .damagedRun(_, let id, let part, let problem) {
      return .failure(.damaged(run: id, part: part, problem: problem))
    } catch .corrupt(_, let message) {
      return .failure(.unreadable(run: record.id, message: message))
    }
  }
}

/// Refuses a schema that no store has, before anything is read through it.
///
/// Anyone can edit the schema of an SQLite file. A view in place of a table may be recursive and never end, and
/// triggers and generated columns execute code.
extension Connection {
  static let tables: Set<String> = [
    "computation", "counter", "device", "device_property", "environment", "frame_column",
    "frame_part", "frame_part_entries", "import_issue", "label", "marker", "metric", "metric_value",
    "missing_metric", "missing_set", "reason", "reported_value", "revision", "run", "run_missing",
    "scalar", "session", "stage", "suite", "suite_comparison", "suite_limit", "suite_measure",
    "suite_metric", "suite_noise_floor", "suite_parameter", "thread_list", "thread_time",
    "unplaced_frames",
  ]

  /// Refuses virtual tables, generated columns, views in place of tables, and triggers or a `run_metric` that no
  /// migration created.
  func checkSchema() throws(StoreError) {
    let objects = try rows(
      "SELECT type, name, sql, rootpage FROM sqlite_schema WHERE type IN ('table', 'trigger', 'view')"
    ) { (row) throws(StoreError) in
      (
        type: row.text("type"), name: row.text("name"), sql: row.text("sql"),
        page: row.integer("rootpage")
      )
    }
    for object in objects {
      let name = object.name.lowercased()
      let isAllowed =
        switch object.type {
        case "trigger": Self.isOfMigration(object.sql)
        case "view" where name == "run_metric": Self.isOfMigration(object.sql)
        case "view": !Self.tables.contains(name) && !RunTable.names.contains(name)
        case "table": object.page > 0 && !RunTable.names.contains(name)
        default: false
        }
      guard isAllowed else { throw foreign(object.type, object.name) }
    }
    let generated = try rows(
      """
      SELECT tables.name || '.' || columns.name AS name
      FROM sqlite_schema AS tables JOIN pragma_table_xinfo(tables.name) AS columns
      WHERE tables.type = 'table' AND columns.hidden <> 0
      """
    ) { (row) throws(StoreError) in row.text("name") }
    if let column = generated.first { throw foreign("generated column", column) }
  }

  private static func isOfMigration(_ sql: String) -> Bool {
    StoreMigrations.all.contains { $0.contains(sql) }
  }

  /// Refuses a store that lacks a table of its version.
  func checkTables(version: Int = StoreMigrations.all.count) throws(StoreError) {
    let found = try rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      (row) throws(StoreError) in row.text("name")
    }
    let later = StoreMigrations.all.dropFirst(version).joined()
    let missing = Self.tables.subtracting(found).filter { !later.contains("CREATE TABLE \($0) ") }
    if let missing = missing.min() {
      throw .corrupt(path: path, detail: "the schema has no table \"\(missing)\"")
    }
  }

  private func foreign(_ type: String, _ name: String) -> StoreError {
    .corrupt(
      path: path, detail: "the schema has the \(type) \"\(name)\", which is not part of a store")
  }
}
