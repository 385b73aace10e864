internal import Recordings
internal import Units

/// What is known of many runs and lies in tables of its own, read with one query a table.
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

  /// The description of one run, as far as these tables have it.
  func description(
    of run: RunID, suite: String?, device: Int64
  ) -> RunDescription {
    var description = RunDescription()
    description.labels = labels[run] ?? [:]
    description.scalars = scalars[run] ?? []
    description.reported = reported[run] ?? [:]
    description.threads = threads[run]
    description.measures = suite.flatMap { measures[$0] } ?? []
    description.device = devices[device] ?? Device()
    return description
  }

  private mutating func readLabels(
    _ filter: RunFilter, in connection: Connection
  ) throws(StoreError) {
    let (condition, values) = filter.conditionOnItsParts
    try connection.forEachRow("SELECT run, key, value FROM label WHERE \(condition)", values) {
      (row) throws(StoreError) in
      labels[RunID(row.integer(0)), default: [:]][row.text(1)] = row.text(2)
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
        name: row.text(1), value: row.real(2), unit: Unit(id: row.text(3), symbol: row.text(4)),
        lowerIsBetter: row.optionalInteger(5).map { $0 != 0 })
      scalars[RunID(row.integer(0)), default: []].append(scalar)
    }
    try connection.forEachRow(
      "SELECT run, metric, value FROM reported_value WHERE \(condition)", values
    ) {
      (row) throws(StoreError) in
      reported[RunID(row.integer(0)), default: [:]][row.text(1)] = row.real(2)
    }
  }
}

extension Connection {
  /// Every device by its row: there are far fewer than runs.
  func devices() throws(StoreError) -> [Int64: Device] {
    var devices: [Int64: Device] = [:]
    try forEachRow(
      "SELECT id, name, os, cpu, gpu, refresh_rate_hz, input_lag_ns FROM device"
    ) { (row) throws(StoreError) in
      var device = Device()
      device.name = row.optionalText(1)
      device.os = row.optionalText(2)
      device.cpu = row.optionalText(3)
      device.gpu = row.optionalText(4)
      device.refreshRate = row.optionalReal(5)
      device.inputLag = row.optionalInteger(6)
      devices[row.integer(0)] = device
    }
    try forEachRow("SELECT device, name, value FROM device_property") {
      (row) throws(StoreError) in
      devices[row.integer(0)]?.properties[row.text(1)] = row.text(2)
    }
    return devices
  }
}
