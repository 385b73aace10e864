internal import ClickHouse
internal import RunStore

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

  var deviceProperties: Part { run.parts[run.parts.count - 1] }

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

/// A column of a table in a cluster, made from a column of the SQLite store.
struct ClusterColumn: Sendable, Equatable {
  enum Kind: Sendable {
    case integer, unsigned, byte, real, text, blob
  }

  let name: String
  let kind: Kind
  var isOptional = false
  /// Whether a value is a list, with an element for each row that belongs to the run.
  var isList = false
  /// The type with its codec, if the table needs one that only newer versions of ClickHouse know; `nil` for `type`.
  var codedType: String?

  /// The name in SQL; names of lists contain a point.
  var quoted: String { "`\(name)`" }

  var type: String {
    let plain =
      switch kind {
      case .integer: "Int64"
      case .unsigned: "UInt64"
      case .byte: "UInt8"
      case .real: "Float64"
      case .text, .blob: "String"
      }
    let element = isOptional ? "Nullable(\(plain))" : plain
    return isList ? "Array(\(element))" : element
  }

  var definition: String { "\(quoted) \(codedType ?? type)" }

  func write(_ value: SQLValue, to rows: inout RowWriter) {
    if isOptional {
      rows.addMark(isMissing: value == .null)
      if value == .null { return }
    }
    switch (kind, value) {
    case (.integer, .integer(let number)): rows.add(number)
    case (.unsigned, .integer(let number)): rows.add(UInt64(bitPattern: number))
    case (.byte, .integer(let number)): rows.add(UInt8(truncatingIfNeeded: number))
    case (.real, .real(let number)): rows.add(number)
    case (.text, .text(let text)): rows.add(text)
    case (.blob, .blob(let bytes)): rows.add(bytes)
    default: writeDefault(to: &rows)
    }
  }

  /// Appends the value of a row that marks a removed run, which has no other values.
  func writeDefault(to rows: inout RowWriter) {
    if isList { return rows.addCount(0) }
    if isOptional { return rows.addMark(isMissing: true) }
    switch kind {
    case .integer: rows.add(Int64(0))
    case .unsigned: rows.add(UInt64(0))
    case .byte: rows.add(UInt8(0))
    case .real: rows.add(0.0)
    case .text, .blob: rows.addCount(0)
    }
  }

  func read(_ reader: inout RowReader) throws(RowReader.Fault) -> SQLValue {
    if isOptional, try reader.isMissing() { return .null }
    switch kind {
    case .integer: return .integer(try reader.integer())
    case .unsigned: return .integer(Int64(bitPattern: try reader.unsigned()))
    case .byte: return .integer(Int64(try reader.byte()))
    case .real: return .real(try reader.real())
    case .text: return .text(try reader.text())
    case .blob: return .blob(try reader.blob())
    }
  }
}

/// One table of a cluster, and the statements that create it.
struct ClusterTable: Sendable {
  let name: String
  let columns: [ClusterColumn]
  /// The columns by which rows are sorted; rows with equal keys replace each other.
  let key: [String]
  /// The column whose greatest value wins among rows with equal keys; `nil` if such rows are equal.
  var version: String?
  /// The settings of a table that is on one node only.
  var settings = ""

  var names: [String] { columns.map(\.quoted) }
}

extension ClusterSchema {
  /// The columns before the values of a run or suite.
  static let head = [
    ClusterColumn(name: "version", kind: .unsigned), ClusterColumn(name: "removed", kind: .byte),
  ]

  /// The number by which users name a run, the values of metrics, and the digests of rows of other tables.
  static let valueColumns = [
    ClusterColumn(name: "number", kind: .integer), ClusterColumn(name: "packed", kind: .text),
    ClusterColumn(name: "metric_set", kind: .text),
    ClusterColumn(name: "metric_values", kind: .real, isList: true),
    ClusterColumn(name: "missing_set", kind: .text),
  ]

  private static func list(_ name: String, _ kind: ClusterColumn.Kind) -> ClusterColumn {
    ClusterColumn(name: name, kind: kind, isList: true)
  }

  /// The metrics of a run with values, in the order of the values.
  static let metricSet = ClusterTable(
    name: "metric_set",
    columns: [
      ClusterColumn(name: "digest", kind: .text), list("metric", .text), list("revision", .integer),
      list("parameters", .text),
    ], key: ["digest"])

  /// The metrics of a run without values, with the reasons.
  static let missingSet = ClusterTable(
    name: "missing_set", columns: metricSet.columns + [list("reason", .text)], key: ["digest"])

  /// The versions of the schema that the tables had, one row each.
  static let versions = ClusterTable(
    name: "schema_version", columns: [ClusterColumn(name: "version", kind: .integer)],
    key: ["version"])

  var runTable: ClusterTable {
    ClusterTable(
      name: "run", columns: Self.head + Self.valueColumns + run.scalars + run.lists,
      key: ["digest"], version: "version")
  }

  var suiteTable: ClusterTable {
    ClusterTable(
      name: "suite", columns: Self.head + suite.scalars + suite.lists, key: ["id"],
      version: "version")
  }

  /// The table of packed columns.
  ///
  /// A row belongs to a run if both have the same digests.
  func table(of part: Part) -> ClusterTable {
    ClusterTable(
      name: part.table,
      columns: [
        ClusterColumn(name: "digest", kind: .text), ClusterColumn(name: "packed", kind: .text),
      ] + part.columns, key: ["digest", "packed"] + part.order)
  }

  /// All tables; the last one is created last, so a database without it was not made completely.
  var tables: [ClusterTable] {
    [runTable, suiteTable] + packed.map(table) + [Self.metricSet, Self.missingSet, Self.versions]
  }
}

extension ClusterTable {
  /// The name of the table with the rows: the named table of a cluster only passes queries on to all shards.
  func dataName(in address: ClusterAddress) -> String {
    address.cluster == nil ? name : "\(name)_data"
  }

  /// The statements that create the table where it does not exist.
  ///
  /// Rows are sharded by the first column of the key, so that rows that replace each other meet on one shard.
  func definitions(in address: ClusterAddress) -> [String] {
    let columns = columns.map(\.definition).joined(separator: ", ")
    let data = "\(address.database).\(dataName(in: address))"
    let sorted = key.map { "`\($0)`" }.joined(separator: ", ")
    let parameters = version.map { ["`\($0)`"] } ?? []
    guard let cluster = address.cluster else {
      return [
        """
        CREATE TABLE IF NOT EXISTS \(data) (\(columns)) \
        ENGINE = ReplacingMergeTree(\(parameters.joined())) ORDER BY (\(sorted))\(settings)
        """
      ]
    }
    let path = "'/clickhouse/tables/{shard}/\(address.database)/\(name)'"
    let engine = ([path, "'{replica}'"] + parameters).joined(separator: ", ")
    return [
      """
      CREATE TABLE IF NOT EXISTS \(data) ON CLUSTER \(cluster) (\(columns)) \
      ENGINE = ReplicatedReplacingMergeTree(\(engine)) ORDER BY (\(sorted))
      """,
      """
      CREATE TABLE IF NOT EXISTS \(address.database).\(name) ON CLUSTER \(cluster) (\(columns)) \
      ENGINE = Distributed(\(cluster), \(address.database), \(name)_data, \(shardKey))
      """,
    ]
  }

  private var shardKey: String {
    let first = columns.first { $0.name == key.first }
    return first?.kind == .text ? "sipHash64(`\(key[0])`)" : "0"
  }
}
