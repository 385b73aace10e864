/// The tables of a cluster, made from the tables of the SQLite store.
///
/// The basic idea is that everything that belongs to a run is one row of the table `run`: the columns of the SQLite
/// table `run`, those of the device, session and commit that it refers to, and a list for each column of each table
/// whose rows belong to a run. A run is therefore there as a whole or not at all. Only packed columns, which are large,
/// have tables of their own. A suite is one row in the same way.
///
/// A new table or column of the store needs no change here: `hitchmark cluster migrate` adds it to the cluster.
struct ClusterSchema: Sendable {
  /// A table whose rows belong to a run or suite.
  struct Part: Sendable {
    let table: String
    let columns: [ClusterColumn]
    /// The columns that identify a row within its run, for a stable order.
    let order: [String]

    /// The columns of the run or suite that contain the rows, one list per column.
    var lists: [ClusterColumn] {
      columns.map {
        ClusterColumn(
          name: "\(table).\($0.name)", kind: $0.kind, isOptional: $0.isOptional, isList: true)
      }
    }
  }

  /// Runs or suites: one row each.
  struct Entity: Sendable {
    let table: String
    /// The column that identifies a row in any store.
    let key: String
    /// The columns with one value; the first is the key.
    let scalars: [ClusterColumn]
    /// The tables whose rows are lists of the row.
    let parts: [Part]

    /// The columns with all rows of the parts.
    var lists: [ClusterColumn] { parts.flatMap(\.lists) }
  }

  let run: Entity
  let suite: Entity
  /// The tables with packed columns.
  let packed: [Part]
  /// The columns of the SQLite table `run` that are values, not numbers of other rows.
  let runColumns: [String]
  /// The columns of the SQLite tables to which runs refer, without numbers of other rows.
  let deviceColumns: [String]
  let revisionColumns: [String]

  /// The columns with one value that differ from run to run: all but the facts of devices and commits.
  var ownScalars: ArraySlice<ClusterColumn> { run.scalars.prefix(runColumns.count + 4) }

  /// The columns with the facts of a device, without its digest.
  var deviceScalars: ArraySlice<ClusterColumn> {
    run.scalars.dropFirst(ownScalars.count).prefix(deviceColumns.count + 1)
  }

  /// The table with the properties of a device.
  var deviceProperties: Part { run.parts[run.parts.count - 1] }

  /// Reads the schema of a store.
  init(_ connection: Connection) throws(StoreError) {
    let tables = try connection.rows(
      """
      SELECT entry.name AS name FROM sqlite_schema AS entry, pragma_table_info(entry.name) AS field
      WHERE entry.type = 'table' AND field.name = 'run' ORDER BY entry.name
      """
    ) { (row) throws(StoreError) in row.text("name") }
    var (parts, packed): ([Part], [Part]) = ([], [])
    for table in tables where table != "metric_value" && table != "run_missing" {
      let part = try connection.part(table, of: "run")
      if part.columns.contains(where: { $0.kind == .blob }) {
        packed.append(part)
      } else {
        parts.append(part)
      }
    }
    parts.append(try connection.part("device_property", of: "device"))
    self.packed = packed

    let own = try connection.columns(of: "run", except: ["id", "digest", "session", "device"])
    let device = try connection.columns(of: "device", except: ["id", "digest", "environment"])
    let revision = try connection.columns(of: "revision", except: ["id"])
    (runColumns, deviceColumns) = (own.map(\.name), device.map(\.name))
    revisionColumns = revision.map(\.name)
    let digest = ClusterColumn(name: "digest", kind: .text)
    run = Entity(
      table: "run", key: "digest",
      scalars: [digest] + own + Self.places + device.named("device_")
        + revision.named("revision_"),
      parts: parts)
    suite = try Self.suite(connection)
  }

  /// The shared rows that a run refers to, by what identifies them in any store.
  private static let places = [
    ClusterColumn(name: "session_name", kind: .text, isOptional: true),
    ClusterColumn(name: "session_environment", kind: .text, isOptional: true),
    ClusterColumn(name: "device_digest", kind: .text),
    ClusterColumn(name: "device_environment", kind: .text),
  ]

  private static func suite(_ connection: Connection) throws(StoreError) -> Entity {
    let tables = try connection.rows(
      """
      SELECT DISTINCT entry.name AS name
      FROM sqlite_schema AS entry, pragma_foreign_key_list(entry.name) AS key
      WHERE entry.type = 'table' AND key."table" = 'suite' ORDER BY entry.name
      """
    ) { (row) throws(StoreError) in row.text("name") }
    var parts: [Part] = []
    for table in tables { parts.append(try connection.part(table, of: "suite")) }
    let id = ClusterColumn(name: "id", kind: .text)
    let others = try connection.columns(of: "suite", except: ["id"])
    return Entity(table: "suite", key: "id", scalars: [id] + others, parts: parts)
  }
}

extension [ClusterColumn] {
  /// The columns with a prefix to their names.
  fileprivate func named(_ prefix: String) -> [ClusterColumn] {
    map { ClusterColumn(name: prefix + $0.name, kind: $0.kind, isOptional: true) }
  }
}

extension Connection {
  fileprivate func columns(
    of table: String, except others: Set<String>
  ) throws(StoreError) -> [ClusterColumn] {
    try rows("SELECT name, type, \"notnull\" AS required FROM pragma_table_info(?)", [.text(table)])
    {
      (row) throws(StoreError) in
      let kind: ClusterColumn.Kind =
        switch row.text("type") {
        case "INTEGER": .integer
        case "REAL": .real
        case "BLOB": .blob
        default: .text
        }
      return ClusterColumn(
        name: row.text("name"), kind: kind, isOptional: row.integer("required") == 0)
    }.filter { !others.contains($0.name) }
  }

  fileprivate func part(
    _ table: String, of owner: String
  ) throws(StoreError) -> ClusterSchema.Part {
    let columns = try columns(of: table, except: [owner])
    let keys = ["position", "ordinal", "signal", "kind", "key", "metric", "name"]
    return ClusterSchema.Part(
      table: table, columns: columns,
      order: keys.filter { key in columns.contains { $0.name == key } }.prefix(1).map(\.self))
  }
}
