internal import ClickHouse

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
