internal import Recordings
internal import Units

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
