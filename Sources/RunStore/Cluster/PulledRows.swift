internal import CXXHash
internal import ClickHouse

/// A row of the table `run`, as it is read.
struct PulledRun {
  let version: UInt64
  let isRemoved: Bool
  let number: Int64
  /// The digest of the packed columns; empty if there are none.
  let packed: String
  let metricSet: String
  let metricValues: ContiguousArray<Double>
  let missingSet: String
  let values: PulledValues
  /// The digest of everything but the version and the number.
  let hash: UInt64

  init(_ reader: inout RowReader, _ schema: ClusterSchema) throws(RowReader.Fault) {
    version = try reader.unsigned()
    isRemoved = try reader.byte() != 0
    number = try reader.integer()
    let start = reader.position
    packed = try reader.text()
    metricSet = try reader.text()
    let count = try reader.count()
    var values: ContiguousArray<Double> = []
    for _ in 0..<count { values.append(try reader.real()) }
    metricValues = values
    missingSet = try reader.text()
    self.values = try PulledValues(&reader, schema.run)
    let bytes = reader.bytes(from: start, to: reader.position)
    hash = XXH3_64bits(bytes.baseAddress, bytes.count)
  }
}

/// The values of a run or suite, and the rows that belong to it.
struct PulledValues {
  /// In the order of the columns.
  let scalars: [SQLValue]
  /// The columns of each part, each a list with one element per row.
  let parts: [[[SQLValue]]]

  init(_ reader: inout RowReader, _ entity: ClusterSchema.Entity) throws(RowReader.Fault) {
    var scalars: [SQLValue] = []
    for column in entity.scalars { scalars.append(try column.read(&reader)) }
    var parts: [[[SQLValue]]] = []
    for part in entity.parts {
      var columns: [[SQLValue]] = []
      for column in part.columns {
        var list: [SQLValue] = []
        for _ in 0..<(try reader.count()) { list.append(try column.read(&reader)) }
        columns.append(list)
      }
      guard columns.allSatisfy({ $0.count == columns[0].count }) else { throw .malformed }
      parts.append(columns)
    }
    self.scalars = scalars
    self.parts = parts
  }
}

/// Inserts rows of a cluster into the slice.
struct PulledRowWriter {
  private let connection: Connection
  private let schema: ClusterSchema
  private let insertRun: String
  private let insertRevision: String
  private let insertDevice: String
  private let insertions: [String]
  private let suiteInsertions: [String]
  private var environments: [SQLValue: Int64] = [:]
  private var devices: [SQLValue: Int64] = [:]
  private var sessions: [[SQLValue]: Int64] = [:]
  private var revisions: Set<SQLValue> = []

  init(_ connection: Connection, _ schema: ClusterSchema) {
    self.connection = connection
    self.schema = schema
    insertRun = Self.insertion(
      "run", ["id", "digest"] + schema.runColumns + ["session", "device"])
    insertRevision = Self.insertion("revision", ["id"] + schema.revisionColumns, orIgnore: true)
    insertDevice = Self.insertion("device", ["environment", "digest"] + schema.deviceColumns)
    insertions = schema.run.parts.map { part in
      let owner = part.table == "device_property" ? "device" : "run"
      return Self.insertion(part.table, [owner] + part.columns.map(\.name))
    }
    suiteInsertions = schema.suite.parts.map { part in
      Self.insertion(part.table, ["suite"] + part.columns.map(\.name))
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
  mutating func insert(_ run: PulledRun, id: Int64) throws(StoreError) {
    var rest = run.values.scalars[...]
    let digest = rest.removeFirst()
    let own = rest.prefix(schema.runColumns.count)
    rest = rest.dropFirst(own.count)
    let place = Array(rest.prefix(4))
    rest = rest.dropFirst(4)
    let facts = Array(rest.prefix(schema.deviceColumns.count))
    rest = rest.dropFirst(facts.count)
    if let index = schema.runColumns.firstIndex(of: "revision") {
      try putRevision(own[own.startIndex + index], Array(rest))
    }
    let session = try session(place[0], place[1])
    let device = try device(place[2], place[3], facts, properties: run.values.parts.last ?? [])
    try connection.run(
      insertRun, [.integer(id), digest] + own + [session, .integer(device)])
    for (index, part) in run.values.parts.enumerated().dropLast() {
      try insert(part, insertions[index], .integer(id))
    }
  }

  /// Replaces the description of a suite.
  func insert(suite: PulledValues) throws(StoreError) {
    try connection.run(
      Self.insertion("suite", schema.suite.scalars.map(\.name)), suite.scalars)
    for (columns, insertion) in zip(suite.parts, suiteInsertions) {
      try insert(columns, insertion, suite.scalars[0])
    }
  }

  private func insert(
    _ columns: [[SQLValue]], _ insertion: String, _ owner: SQLValue
  ) throws(StoreError) {
    for index in columns.first?.indices ?? 0..<0 {
      try connection.run(insertion, [owner] + columns.map { $0[index] })
    }
  }

  private mutating func putRevision(_ id: SQLValue, _ facts: [SQLValue]) throws(StoreError) {
    guard id != .null, revisions.insert(id).inserted else { return }
    try connection.run(insertRevision, [id] + facts)
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
    let key = [name, .integer(try self.environment(environment))]
    if let known = sessions[key] { return .integer(known) }
    let id = try connection.row(
      found: "SELECT id FROM session WHERE name = ? AND environment = ?",
      made: "INSERT INTO session (name, environment) VALUES (?, ?)", key)
    sessions[key] = id
    return .integer(id)
  }

  private mutating func device(
    _ digest: SQLValue, _ environment: SQLValue, _ facts: [SQLValue], properties: [[SQLValue]]
  ) throws(StoreError) -> Int64 {
    if let known = devices[digest] { return known }
    var id = try connection.integer("SELECT id FROM device WHERE digest = ?", [digest])
    if id == nil {
      let place = SQLValue.integer(try self.environment(environment))
      try connection.run(insertDevice, [place, digest] + facts)
      id = connection.lastInserted
      try insert(properties, insertions[insertions.count - 1], SQLValue(id))
    }
    devices[digest] = id
    return id ?? 0
  }
}
