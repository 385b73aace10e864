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

extension RunStore {
  /// Stores the CPU time per thread of a new run, within a transaction.
  func insert(_ list: ThreadList?, of id: RunID) throws(StoreError) {
    guard let list else { return }
    try connection.insert(
      into: "thread_list",
      [
        "run": .integer(id.number), "cpu_ns": SQLValue(list.total),
        "is_reported": SQLValue(list.isReported),
      ])
    for (index, thread) in list.threads.enumerated() {
      try connection.insert(
        into: "thread_time",
        [
          "run": .integer(id.number), "ordinal": SQLValue(index + 1), "name": .text(thread.name),
          "thread": SQLValue(thread.id), "is_main": SQLValue(thread.isMain),
          "cpu_ns": SQLValue(thread.time), "share": SQLValue(thread.share),
        ])
    }
  }
}

extension Connection {
  /// The CPU time per thread of some runs.
  func threadLists(_ filter: RunFilter) throws(StoreError) -> [RunID: ThreadList] {
    let (condition, values) = filter.condition
    let runs = "run IN (SELECT id FROM run WHERE \(condition))"
    var lists: [RunID: ThreadList] = [:]
    try forEachRow("SELECT run, cpu_ns, is_reported FROM thread_list WHERE \(runs)", values) {
      (row) throws(StoreError) in
      lists[RunID(row.integer("run"))] = ThreadList(
        threads: [], total: row.optionalInteger("cpu_ns"),
        isReported: row.integer("is_reported") != 0)
    }
    guard !lists.isEmpty else { return lists }
    try forEachRow(
      """
      SELECT run, name, thread, is_main, cpu_ns, share
      FROM thread_time WHERE \(runs) ORDER BY run, ordinal
      """, values
    ) { (row) throws(StoreError) in
      lists[RunID(row.integer("run"))]?.threads.append(
        ThreadList.Thread(
          name: row.text("name"), id: row.optionalText("thread"),
          isMain: row.integer("is_main") != 0,
          time: row.optionalInteger("cpu_ns"), share: row.optionalReal("share")))
    }
    return lists
  }
}

extension RunStore {
  /// Stores the measures of a suite that has none yet, within a transaction.
  func insert(_ measures: [OwnMeasure], of suite: String) throws(StoreError) {
    for (index, measure) in measures.enumerated() {
      try connection.insert(
        into: "suite_measure",
        [
          "suite": .text(suite), "position": SQLValue(index + 1), "name": .text(measure.name),
          "title": .text(measure.title), "unit": .text(measure.unit.id),
          "unit_symbol": .text(measure.unit.symbol),
          "lower_is_better": SQLValue(measure.lowerIsBetter), "digits": SQLValue(measure.digits),
          "budget": SQLValue(measure.budgetValue),
          "budget_is_refresh": SQLValue(measure.budget == .refresh),
        ])
    }
  }
}

extension Connection {
  /// The measures that suites declare, sorted by suite and name.
  ///
  /// - Parameter suite: `nil` for all suites.
  func declaredMeasures(
    of suite: String? = nil
  ) throws(StoreError) -> [(suite: String, measure: OwnMeasure)] {
    try rows(
      """
      SELECT suite, name, title, unit, unit_symbol, lower_is_better, digits, budget,
        budget_is_refresh
      FROM suite_measure WHERE ?1 IS NULL OR suite = ?1 ORDER BY suite, position
      """, [SQLValue(suite)]
    ) { (row) throws(StoreError) in
      let measure = OwnMeasure(
        name: row.text("name"), title: row.text("title"),
        unit: Unit(id: row.text("unit"), symbol: row.text("unit_symbol")),
        lowerIsBetter: row.optionalInteger("lower_is_better").map { $0 != 0 },
        digits: row.optionalInteger("digits").map(Int.init),
        budget: row.integer("budget_is_refresh") != 0
          ? .refresh : row.optionalReal("budget").map { .value($0) })
      return (row.text("suite"), measure)
    }
  }
}

extension OwnMeasure {
  fileprivate var budgetValue: Double? {
    if case .value(let value)? = budget { value } else { nil }
  }
}
