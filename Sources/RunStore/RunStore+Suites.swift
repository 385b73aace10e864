public import Recordings

extension RunStore {
  /// Keeps what a suite's file says, in place of what was kept of it.
  ///
  /// - Parameter suite: the description.
  /// - Throws: `StoreError`; the store is then as it was.
  public func put(_ suite: SuiteDescription) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.run("DELETE FROM suite WHERE id = ?", [.text(suite.id)])
      try connection.run(
        """
        INSERT INTO suite
          (id, title, about, provenance, best, worst, end_result, sweep, sweep_unit, trip_wire)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(suite.id), .text(suite.title), SQLValue(suite.about), SQLValue(suite.provenance),
          SQLValue(suite.best), SQLValue(suite.worst), SQLValue(suite.endResult),
          SQLValue(suite.sweep?.title), SQLValue(suite.sweep?.unit),
          SQLValue(suite.thresholds.tripWire),
        ])
      try insertStages(of: suite)
      try insertTableRows(of: suite)
      try insert(suite.measures, of: suite.id)
      try insert(suite.thresholds, of: suite.id)
    }
  }

  private func insertStages(of suite: SuiteDescription) throws(StoreError) {
    for (index, stage) in suite.stages.enumerated() {
      try connection.run(
        """
        INSERT INTO stage
          (suite, position, id, title, baseline, note, test_case, variant, swept_value)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(suite.id), SQLValue(index + 1), .text(stage.id), .text(stage.title),
          SQLValue(stage.baseline), SQLValue(stage.note), SQLValue(stage.testCase),
          SQLValue(stage.variant), SQLValue(stage.at),
        ])
    }
  }

  private func insertTableRows(of suite: SuiteDescription) throws(StoreError) {
    for (index, metric) in suite.metrics.enumerated() {
      try connection.run(
        "INSERT INTO suite_metric (suite, position, metric) VALUES (?, ?, ?)",
        [.text(suite.id), SQLValue(index + 1), .text(metric)])
    }
    for (name, value) in suite.parameters.sorted(by: { $0.key < $1.key }) {
      try connection.run(
        "INSERT INTO suite_parameter (suite, name, value) VALUES (?, ?, ?)",
        [.text(suite.id), .text(name), .text(value)])
    }
  }

  /// The suites that are described, by their ids in natural order.
  ///
  /// - Returns: all of them; a suite that only runs name is not among them.
  /// - Throws: `StoreError`.
  public func suites() throws(StoreError) -> [SuiteDescription] {
    try connection.snapshot { () throws(StoreError) in
      let ids = try connection.rows("SELECT id FROM suite") { (row) throws(StoreError) in
        row.text(0)
      }
      var suites: [SuiteDescription] = []
      for id in ids.naturallySorted() {
        if let suite = try suite(id) { suites.append(suite) }
      }
      return suites
    }
  }

  /// What a suite's file said.
  ///
  /// - Parameter id: the suite's id.
  /// - Returns: the description, or `nil` when none was put in.
  /// - Throws: `StoreError`.
  public func suite(_ id: String) throws(StoreError) -> SuiteDescription? {
    try connection.snapshot { () throws(StoreError) in
      guard var suite = try suiteRow(id) else { return nil }
      suite.stages = try stages(of: id)
      suite.metrics = try connection.rows(
        "SELECT metric FROM suite_metric WHERE suite = ? ORDER BY position", [.text(id)]
      ) { (row) throws(StoreError) in row.text(0) }
      try connection.forEachRow(
        "SELECT name, value FROM suite_parameter WHERE suite = ?", [.text(id)]
      ) { (row) throws(StoreError) in suite.parameters[row.text(0)] = row.text(1) }
      suite.measures = try connection.declaredMeasures(of: id).map(\.measure)
      suite.thresholds = try thresholds(of: id, tripWire: suite.thresholds.tripWire)
      return suite
    }
  }

  private func suiteRow(_ id: String) throws(StoreError) -> SuiteDescription? {
    try connection.rows(
      """
      SELECT title, about, provenance, best, worst, end_result, sweep, sweep_unit, trip_wire
      FROM suite WHERE id = ?
      """,
      [.text(id)]
    ) { (row) throws(StoreError) in
      var suite = SuiteDescription(id: id, title: row.text(0))
      suite.about = row.optionalText(1)
      suite.provenance = row.optionalText(2)
      suite.best = row.optionalText(3)
      suite.worst = row.optionalText(4)
      suite.endResult = row.optionalText(5)
      suite.thresholds.tripWire = row.optionalReal(8)
      suite.sweep = row.optionalText(6).map { .init(title: $0, unit: row.optionalText(7)) }
      return suite
    }.first
  }

  private func stages(of suite: String) throws(StoreError) -> [SuiteDescription.Stage] {
    try connection.rows(
      """
      SELECT id, title, baseline, note, test_case, variant, swept_value
      FROM stage WHERE suite = ? ORDER BY position
      """, [.text(suite)]
    ) { (row) throws(StoreError) in
      var stage = SuiteDescription.Stage(
        id: row.text(0), title: row.text(1), baseline: row.optionalText(2),
        note: row.optionalText(3))
      stage.testCase = row.optionalText(4)
      stage.variant = row.optionalText(5)
      stage.at = row.optionalReal(6)
      return stage
    }
  }
}
