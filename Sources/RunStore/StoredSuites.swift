public import Recordings
internal import Units

extension RunStore {
  /// Stores the description of a suite, which replaces an earlier description of the same suite.
  ///
  /// The instructions for `hitchmark run` (`measuring`) are not stored.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func put(_ suite: SuiteDescription) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.run("DELETE FROM suite WHERE id = ?", [.text(suite.id)])
      try connection.insert(suite, into: SuiteDescription.table)
      try insertStages(of: suite)
      try insertTableRows(of: suite)
      try insert(suite.measures, of: suite.id)
      try insert(suite.thresholds, of: suite.id)
    }
    try source?.publish(suite: suite.id)
  }

  private func insertStages(of suite: SuiteDescription) throws(StoreError) {
    for (index, stage) in suite.stages.enumerated() {
      try connection.insert(
        stage, into: SuiteDescription.Stage.table,
        ["suite": .text(suite.id), "position": SQLValue(index + 1)])
    }
  }

  private func insertTableRows(of suite: SuiteDescription) throws(StoreError) {
    for (index, metric) in suite.metrics.enumerated() {
      try connection.insert(
        into: "suite_metric",
        ["suite": .text(suite.id), "position": SQLValue(index + 1), "metric": .text(metric)])
    }
    for (name, value) in suite.parameters.sorted(by: { $0.key < $1.key }) {
      try connection.insert(
        into: "suite_parameter",
        ["suite": .text(suite.id), "name": .text(name), "value": .text(value)])
    }
  }

  /// The descriptions of all suites in the store, sorted by suite id.
  ///
  /// Suites that occur only in runs are left out.
  public func suites() throws(StoreError) -> [SuiteDescription] {
    try connection.snapshot { () throws(StoreError) in
      let ids = try connection.rows("SELECT id FROM suite") { (row) throws(StoreError) in
        row.text("id")
      }
      var suites: [SuiteDescription] = []
      for id in ids.naturallySorted() {
        if let suite = try suite(id) { suites.append(suite) }
      }
      return suites
    }
  }

  /// The stored description of a suite, without instructions for `hitchmark run`; `nil` if there is none.
  public func suite(_ id: String) throws(StoreError) -> SuiteDescription? {
    try connection.snapshot { () throws(StoreError) in
      guard var suite = try suiteRow(id) else { return nil }
      suite.stages = try stages(of: id)
      suite.metrics = try connection.rows(
        "SELECT metric FROM suite_metric WHERE suite = ? ORDER BY position", [.text(id)]
      ) { (row) throws(StoreError) in row.text("metric") }
      try connection.forEachRow(
        "SELECT name, value FROM suite_parameter WHERE suite = ?", [.text(id)]
      ) { (row) throws(StoreError) in suite.parameters[row.text("name")] = row.text("value") }
      suite.measures = try connection.declaredMeasures(of: id).map(\.measure)
      try readThresholds(into: &suite.thresholds, of: id)
      return suite
    }
  }

  private func suiteRow(_ id: String) throws(StoreError) -> SuiteDescription? {
    try connection.rows(
      "SELECT \(SuiteDescription.table.selected) FROM suite WHERE id = ?", [.text(id)]
    ) { (row) throws(StoreError) in
      var suite = SuiteDescription(id: id)
      SuiteDescription.table.read(row, into: &suite)
      return suite
    }.first
  }

  private func stages(of suite: String) throws(StoreError) -> [SuiteDescription.Stage] {
    try connection.rows(
      """
      SELECT \(SuiteDescription.Stage.table.selected) FROM stage WHERE suite = ? ORDER BY position
      """, [.text(suite)]
    ) { (row) throws(StoreError) in
      var stage = SuiteDescription.Stage(id: "", title: "")
      SuiteDescription.Stage.table.read(row, into: &stage)
      return stage
    }
  }
}

extension SuiteDescription {
  /// The table `suite`.
  static let table = RecordTable<SuiteDescription>(
    "suite",
    [
      RecordColumn("id", \.id), RecordColumn("title", \.title), RecordColumn("about", \.about),
      RecordColumn("provenance", \.provenance), RecordColumn("best", \.best),
      RecordColumn("worst", \.worst), RecordColumn("end_result", \.endResult),
      RecordColumn("sweep", \.sweepTitle), RecordColumn("sweep_unit", \.sweepUnit),
      RecordColumn("trip_wire", \.thresholds.tripWire),
    ])

  /// The title of the sweep, which comes before its unit.
  fileprivate var sweepTitle: String? {
    get { sweep?.title }
    set { sweep = newValue.map { Sweep(title: $0, unit: nil) } }
  }

  fileprivate var sweepUnit: String? {
    get { sweep?.unit }
    set { sweep?.unit = newValue }
  }
}

extension SuiteDescription.Stage {
  /// The table `stage`, without the suite and the position.
  static let table = RecordTable<SuiteDescription.Stage>(
    "stage",
    [
      RecordColumn("id", \.id), RecordColumn("title", \.title),
      RecordColumn("baseline", \.baseline), RecordColumn("note", \.note),
      RecordColumn("test_case", \.testCase), RecordColumn("variant", \.variant),
      RecordColumn("swept_value", \.at),
    ])
}

extension RunStore {
  /// Stores the limits and comparisons of a suite that has none yet, within a transaction.
  func insert(_ thresholds: Thresholds, of suite: String) throws(StoreError) {
    for (index, limit) in thresholds.limits.enumerated() {
      try connection.insert(
        into: "suite_limit",
        [
          "suite": .text(suite), "position": SQLValue(index + 1), "metric": .text(limit.metric),
          "bound": .text(limit.bound), "stage": SQLValue(limit.stage),
        ])
    }
    for (index, pair) in thresholds.comparisons.enumerated() {
      try connection.insert(
        into: "suite_comparison",
        [
          "suite": .text(suite), "position": SQLValue(index + 1), "reference": .text(pair.from),
          "candidate": .text(pair.to),
        ])
    }
    for (metric, floor) in thresholds.noiseFloors.sorted(by: { $0.key < $1.key }) {
      try connection.insert(
        into: "suite_noise_floor",
        ["suite": .text(suite), "metric": .text(metric), "floor": .text(floor)])
    }
  }

  /// Reads the limits and comparisons of a suite, within a snapshot.
  func readThresholds(
    into thresholds: inout Thresholds, of suite: String
  ) throws(StoreError) {
    thresholds.limits = try connection.rows(
      "SELECT metric, bound, stage FROM suite_limit WHERE suite = ? ORDER BY position",
      [.text(suite)]
    ) { (row) throws(StoreError) in
      Thresholds.Limit(
        metric: row.text("metric"), bound: row.text("bound"), stage: row.optionalText("stage"))
    }
    thresholds.comparisons = try connection.rows(
      "SELECT reference, candidate FROM suite_comparison WHERE suite = ? ORDER BY position",
      [.text(suite)]
    ) { (row) throws(StoreError) in
      Thresholds.Pair(from: row.text("reference"), to: row.text("candidate"))
    }
    try connection.forEachRow(
      "SELECT metric, floor FROM suite_noise_floor WHERE suite = ?", [.text(suite)]
    ) { (row) throws(StoreError) in thresholds.noiseFloors[row.text("metric")] = row.text("floor") }
  }
}
