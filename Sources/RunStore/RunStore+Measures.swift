internal import Recordings
internal import Units

extension RunStore {
  /// Keeps the measures that a suite declares, within a transaction and where nothing was kept before.
  func insert(_ measures: [OwnMeasure], of suite: String) throws(StoreError) {
    for (index, measure) in measures.enumerated() {
      try connection.run(
        """
        INSERT INTO suite_measure
          (suite, position, name, title, unit, unit_symbol, lower_is_better, digits, budget,
            budget_is_refresh)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(suite), SQLValue(index + 1), .text(measure.name), .text(measure.title),
          .text(measure.unit.id), .text(measure.unit.symbol),
          SQLValue(measure.lowerIsBetter),
          SQLValue(measure.digits),
          SQLValue(measure.budgetValue), SQLValue(measure.budget == .refresh),
        ])
    }
  }
}

extension Connection {
  /// The measures that suites declare.
  ///
  /// - Parameter suite: whose; `nil` for all.
  /// - Returns: in the order of the suites' ids, and of each suite's names.
  /// - Throws: `StoreError`.
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
        name: row.text(1), title: row.text(2), unit: Unit(id: row.text(3), symbol: row.text(4)),
        lowerIsBetter: row.optionalInteger(5).map { $0 != 0 },
        digits: row.optionalInteger(6).map(Int.init),
        budget: row.integer(8) != 0 ? .refresh : row.optionalReal(7).map { .value($0) })
      return (row.text(0), measure)
    }
  }
}

extension OwnMeasure {
  fileprivate var budgetValue: Double? {
    if case .value(let value)? = budget { value } else { nil }
  }
}
