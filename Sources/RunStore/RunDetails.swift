internal import Recordings
internal import Units

/// Labels and scalars of many runs, which are in separate tables, read with one query per table.
struct RunDetails {
  private var labels: [RunID: [String: String]] = [:]
  private var scalars: [RunID: [Scalar]] = [:]
  private var reported: [RunID: [String: Double]] = [:]
  private let devices: [Int64: Device]
  private let threads: [RunID: ThreadList]
  private var measures: [String: [OwnMeasure]] = [:]

  init(of filter: RunFilter, in connection: Connection) throws(StoreError) {
    devices = try connection.devices()
    threads = try connection.threadLists(filter)
    for (suite, measure) in try connection.declaredMeasures() {
      measures[suite, default: []].append(measure)
    }
    try readLabels(filter, in: connection)
    try readScalars(filter, in: connection)
  }

  /// Adds the labels and scalars of a run.
  func complete(_ run: inout RunRecord) {
    run.description.labels = labels[run.id] ?? [:]
    run.description.scalars = scalars[run.id] ?? []
    run.description.reported = reported[run.id] ?? [:]
    run.description.threads = threads[run.id]
    run.description.measures = run.suite.flatMap { measures[$0] } ?? []
    run.description.device = devices[run.deviceRow] ?? Device()
  }

  private mutating func readLabels(
    _ filter: RunFilter, in connection: Connection
  ) throws(StoreError) {
    let (condition, values) = filter.conditionOnItsParts
    try connection.forEachRow("SELECT run, key, value FROM label WHERE \(condition)", values) {
      (row) throws(StoreError) in
      labels[RunID(row.integer("run")), default: [:]][row.text("key")] = row.text("value")
    }
  }

  private mutating func readScalars(
    _ filter: RunFilter, in connection: Connection
  ) throws(StoreError) {
    let (condition, values) = filter.conditionOnItsParts
    try connection.forEachRow(
      """
      SELECT run, name, value, unit, unit_symbol, lower_is_better
      FROM scalar WHERE \(condition) ORDER BY run, ordinal
      """, values
    ) { (row) throws(StoreError) in
      let scalar = Scalar(
        name: row.text("name"), value: row.real("value"),
        unit: Unit(id: row.text("unit"), symbol: row.text("unit_symbol")),
        lowerIsBetter: row.optionalInteger("lower_is_better").map { $0 != 0 })
      scalars[RunID(row.integer("run")), default: []].append(scalar)
    }
    try connection.forEachRow(
      "SELECT run, metric, value FROM reported_value WHERE \(condition)", values
    ) {
      (row) throws(StoreError) in
      reported[RunID(row.integer("run")), default: [:]][row.text("metric")] = row.real("value")
    }
  }
}

extension Connection {
  /// All devices by row.
  ///
  /// There are far fewer devices than runs.
  func devices() throws(StoreError) -> [Int64: Device] {
    var devices: [Int64: Device] = [:]
    try forEachRow("SELECT id, \(Device.table.selected) FROM device") {
      (row) throws(StoreError) in
      var device = Device()
      Device.table.read(row, into: &device)
      devices[row.integer("id")] = device
    }
    try forEachRow("SELECT device, name, value FROM device_property") {
      (row) throws(StoreError) in
      devices[row.integer("device")]?.properties[row.text("name")] = row.text("value")
    }
    return devices
  }
}
