internal import ClickHouse
internal import RunStore

/// The runs that a query finds, in their newest versions.
struct RunSelection {
  /// The name of the table `run`.
  let table: String
  /// A condition in ClickHouse's SQL; `nil` for all runs.
  let condition: String?
  /// Whether the runs are chosen by digest; removed runs are then found, too.
  var isByDigest = false

  /// The condition that any version of the runs meets, and possibly versions of other runs.
  var anyVersion: String { condition ?? "1" }

  /// The condition that only the newest versions of the runs meet.
  ///
  /// An older version may meet the condition although the newest one does not, so the condition comes last. Finding the
  /// newest versions first takes a quarter of the time of `FINAL`, which reads all columns of all versions.
  var newestVersion: String {
    let candidates =
      switch condition {
      case nil: ""
      case let condition? where isByDigest: "WHERE \(condition)"
      case let condition?: "WHERE digest IN (SELECT digest FROM \(table) WHERE \(condition))"
      }
    let newest =
      "(digest, version) IN (SELECT digest, max(version) FROM \(table) \(candidates) GROUP BY digest)"
    return isByDigest ? newest : "\(newest) AND removed = 0 AND (\(anyVersion))"
  }
}

/// The columns of the table `run` that are read: those that describe a run, and the lists that are not always empty.
///
/// The facts of devices and commits, and the values of metrics, are read with other queries: they are most of the bytes
/// of a run, and either many runs share them, or most commands need few of them.
struct PulledColumns {
  let scalars: ArraySlice<ClusterColumn>
  let parts: [ClusterSchema.Part]

  var selected: String {
    (["version", "removed", "number", "packed"] + scalars.map(\.quoted)
      + parts.flatMap { $0.lists.map(\.quoted) }).joined(separator: ", ")
  }
}

/// A row of the table `run`, as it is read.
struct PulledRun {
  let version: UInt64
  let isRemoved: Bool
  let number: Int64
  /// The digest of the packed columns; empty if there are none.
  let packed: String
  /// The digest and the columns of the SQLite table `run`.
  let own: [SQLValue]
  let sessionName: SQLValue
  let sessionEnvironment: SQLValue
  let device: SQLValue
  let parts: [[[SQLValue]]]

  init(_ reader: inout RowReader, _ columns: PulledColumns) throws(RowReader.Fault) {
    version = try reader.unsigned()
    isRemoved = try reader.byte() != 0
    number = try reader.integer()
    packed = try reader.text()
    own = try reader.values(columns.scalars.dropLast(3))
    let place = try reader.values(columns.scalars.suffix(3))
    (sessionName, sessionEnvironment, device) = (place[0], place[1], place[2])
    parts = try reader.lists(columns.parts)
  }
}

extension RowReader {
  mutating func values(_ columns: ArraySlice<ClusterColumn>) throws(Fault) -> [SQLValue] {
    var values: [SQLValue] = []
    values.reserveCapacity(columns.count)
    for column in columns { values.append(try column.read(&self)) }
    return values
  }

  /// Reads the rows of tables: per table one list per column.
  mutating func lists(_ parts: [ClusterSchema.Part]) throws(Fault) -> [[[SQLValue]]] {
    var all: [[[SQLValue]]] = []
    all.reserveCapacity(parts.count)
    for part in parts {
      var columns: [[SQLValue]] = []
      for column in part.columns {
        var list: [SQLValue] = []
        for _ in 0..<(try count()) { list.append(try column.read(&self)) }
        columns.append(list)
      }
      guard columns.allSatisfy({ $0.count == columns[0].count }) else { throw .malformed }
      all.append(columns)
    }
    return all
  }
}

/// Inserts rows of a cluster into the slice.
struct PulledRowWriter {
  private let connection: Connection
  private let schema: ClusterSchema
  private let insertRun: Statement
  /// The statements that insert rows of runs, by table.
  private var insertions: [String: Statement] = [:]
  private var environments: [SQLValue: Int64] = [:]
  private var devices: [SQLValue: Int64] = [:]
  private var sessions: [[SQLValue]: Int64] = [:]
  /// The devices of inserted runs that are not in the slice yet, by digest.
  private(set) var lackingDevices: [String: Int64] = [:]

  init(_ connection: Connection, _ schema: ClusterSchema) throws(StoreError) {
    self.connection = connection
    self.schema = schema
    insertRun = try connection.statement(
      Self.insertion("run", ["id", "digest"] + schema.runColumns + ["session", "device"]))
    for part in schema.run.parts.dropLast() {
      insertions[part.table] = try connection.statement(
        Self.insertion(part.table, ["run"] + part.columns.map(\.name)))
    }
  }

  static func insertion(_ table: String, _ columns: [String], orIgnore: Bool = false) -> String {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return """
      INSERT \(orIgnore ? "OR IGNORE " : "")INTO \(table) (\(columns.joined(separator: ", "))) \
      VALUES (\(marks))
      """
  }

  /// Inserts a run with all that belongs to it, except the values of metrics and packed columns.
  mutating func insert(
    _ run: PulledRun, id: Int64, _ columns: PulledColumns
  ) throws(StoreError) {
    let session = try session(run.sessionName, run.sessionEnvironment)
    let device = SQLValue.integer(try device(run.device))
    try insertRun.run([.integer(id)] + run.own + [session, device])
    for (part, rows) in zip(columns.parts, run.parts) {
      try insertions[part.table]?.insert(rows, of: .integer(id))
    }
  }

  /// Inserts a device that runs have, from its environment, facts and properties.
  mutating func insert(
    device digest: String, _ facts: [SQLValue], properties: [[SQLValue]]
  ) throws(StoreError) {
    guard let id = lackingDevices.removeValue(forKey: digest) else { return }
    let environment = try environment(facts[0])
    try connection.run(
      Self.insertion("device", ["id", "digest", "environment"] + schema.deviceColumns),
      [.integer(id), .text(digest), .integer(environment)] + facts.dropFirst())
    try insert(properties, of: schema.deviceProperties, belongingTo: ("device", .integer(id)))
  }

  func insert(suite: [SQLValue], parts: [[[SQLValue]]]) throws(StoreError) {
    try connection.run(Self.insertion("suite", schema.suite.scalars.map(\.name)), suite)
    for (part, rows) in zip(schema.suite.parts, parts) {
      try insert(rows, of: part, belongingTo: ("suite", suite[0]))
    }
  }

  private func insert(
    _ lists: [[SQLValue]], of part: ClusterSchema.Part,
    belongingTo owner: (column: String, value: SQLValue)
  ) throws(StoreError) {
    try connection.statement(
      Self.insertion(part.table, [owner.column] + part.columns.map(\.name))
    ).insert(lists, of: owner.value)
  }

  private mutating func environment(_ digest: SQLValue) throws(StoreError) -> Int64 {
    if let known = environments[digest] { return known }
    let id = try connection.row(
      found: "SELECT id FROM environment WHERE digest = ?",
      made: "INSERT INTO environment (digest) VALUES (?)", [digest])
    environments[digest] = id
    return id
  }

  private mutating func session(
    _ name: SQLValue, _ environment: SQLValue
  ) throws(StoreError) -> SQLValue {
    guard name != .null else { return .null }
    if let known = sessions[[name, environment]] { return .integer(known) }
    let id = try connection.row(
      found: "SELECT id FROM session WHERE name = ? AND environment = ?",
      made: "INSERT INTO session (name, environment) VALUES (?, ?)",
      [name, .integer(try self.environment(environment))])
    sessions[[name, environment]] = id
    return .integer(id)
  }

  /// The number of a device, which is inserted later if the slice lacks it.
  private mutating func device(_ digest: SQLValue) throws(StoreError) -> Int64 {
    if let known = devices[digest] { return known }
    var id = try connection.integer("SELECT id FROM device WHERE digest = ?", [digest])
    if id == nil, case .text(let text) = digest {
      let greatest = try connection.integer("SELECT coalesce(max(id), 0) FROM device") ?? 0
      id = max(greatest, lackingDevices.values.max() ?? 0) + 1
      lackingDevices[text] = id
    }
    devices[digest] = id
    return id ?? 0
  }
}

extension Statement {
  /// Inserts rows that are given as one list per column, after the column that refers to their owner.
  fileprivate func insert(_ lists: [[SQLValue]], of owner: SQLValue) throws(StoreError) {
    for index in lists.first?.indices ?? 0..<0 { try run([owner] + lists.map { $0[index] }) }
  }
}
