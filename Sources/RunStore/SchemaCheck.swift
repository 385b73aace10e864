internal import Schemas

/// Refuses a schema that no store has, before anything is read through it.
///
/// Anyone can edit the schema of an SQLite file. A view in place of a table may be recursive and never end, and
/// triggers and generated columns execute code.
extension Connection {
  /// The tables of a store of this version.
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
