internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// Compares variants case by case: one table per metric, one row per case, one column per variant.
struct CaseTables {
  private let suite: SuiteSummary
  private let grid: CaseGrid

  /// The section with the tables; empty without values.
  static func blocks(of suite: SuiteSummary, _ grid: CaseGrid) -> [Block] {
    let tables = CaseTables(suite: suite, grid: grid).tables
    guard !tables.isEmpty else { return [] }
    return [.heading(.section, "Comparison of the variants of each case", anchor: "cases")]
      + tables.map(Block.table)
  }

  private var tables: [Table] { suite.rows.filter(grid.tells).map(table) }

  private func table(of metric: Metric) -> Table {
    Table(
      anchor: Anchor("table case " + metric.id),
      caption: "\(metric.title) by test case and variant",
      corner: "Case", columns: columns(of: metric),
      rows: grid.cases.map { row(of: $0, metric) }, remarks: remarks(on: metric))
  }

  // MARK: - Columns

  /// With two variants there is space for the difference; with more, only the relative change is
  /// shown.
  private var isPair: Bool { grid.variants.count == 2 }
  private var others: ArraySlice<String> { grid.variants.dropFirst() }

  private func columns(of metric: Metric) -> [Table.Column] {
    var columns = grid.variants.map { Table.Column($0, id: $0) }
    if isPair {
      columns.append(Table.Column("Change", id: "change"))
      columns.append(Table.Column("Change (%)", id: "relative-change"))
    } else {
      columns += others.map { Table.Column("\($0), change (%)", id: "relative-change \($0)") }
    }
    if grid.ranks(by: metric) { columns.append(Table.Column("Best", .leading, id: "best")) }
    return columns + [Table.Column("Runs", id: "runs")]
  }

  // MARK: - Rows

  private func row(of testCase: String, _ metric: Metric) -> Table.Row {
    let best = grid.best(by: metric, in: testCase)
    var cells = grid.variants.map { variant in
      value(of: metric, testCase, variant, isBest: best == [variant])
    }
    for variant in others {
      let change = grid.change(of: metric, in: testCase, to: variant)
      if isPair { cells.append(.change(change)) }
      cells.append(.relativeChange(change))
    }
    if grid.ranks(by: metric) { cells.append(word(for: best)) }
    return Table.Row(testCase, id: testCase, cells: cells + [runs(of: metric, testCase)])
  }

  private func value(
    of metric: Metric, _ testCase: String, _ variant: String, isBest: Bool
  ) -> Cell {
    guard let stage = grid.stage(testCase, variant) else {
      return .missing("the suite has no stage with this case and variant")
    }
    let cell = Cell.mean(of: stage[metric])
    return isBest ? Cell(cell.content, emphasis: .strong, notes: cell.notes) : cell
  }

  private func word(for best: [String]) -> Cell {
    if best.isEmpty { return .empty }
    return .text(best == grid.variants ? grid.alike : best.joined(separator: ", "))
  }

  /// The number of runs behind each variant's value.
  private func runs(of metric: Metric, _ testCase: String) -> Cell {
    let counts = grid.figures(of: metric, in: testCase).map { String($0?.count ?? 0) }
    return .text(counts.joined(separator: " + "))
  }

  // MARK: - Remarks

  private func remarks(on metric: Metric) -> [String] {
    var bases = BasisRemarks()
    for testCase in grid.cases {
      let figures = zip(grid.variants, grid.figures(of: metric, in: testCase))
      bases.add(
        row: testCase,
        figures.compactMap { variant, figure in
          figure.map { (variant, $0.mean, $0.basis) }
        })
    }
    let runs = grid.cases.flatMap { testCase in
      grid.variants.flatMap { grid.stage(testCase, $0)?.runs ?? [] }
    }
    var remarks = bases.sentences
    if grid.variants.count > 1 { remarks.append(comparison(of: metric)) }
    if let sentence = budget(of: metric) { remarks.append(sentence) }
    return remarks + ParameterWording.remarks(for: [metric], runs: runs, bases)
      + [metric.caveat].compactMap(\.self)
  }

  private func comparison(of metric: Metric) -> String {
    let changes = isPair ? "Change: \(grid.variants[1]) minus" : "Change: against"
    let words = [
      "\(changes) \(grid.variants[0]).",
      grid.ranks(by: metric)
        ? suite.isMeasured
          ? "Best: the variants that no other variant beats, as compare judges them."
          : "Best: the variants that no other variant beats by more than the noise floor, \(floor(of: metric))."
        : nil,
      "Runs: the number of runs behind each value.",
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }

  /// Which values are within the budget of the suite.
  private func budget(of metric: Metric) -> String? {
    switch suite.budget(of: metric) {
    case nil: return nil
    case .withheld(let reason)?: return "Budget of the suite: unknown, because \(reason)."
    case .known(let budget)?:
      let values = grid.cases.flatMap { testCase in
        zip(grid.variants, grid.figures(of: metric, in: testCase)).compactMap { variant, figure in
          figure?.mean.value.map { (name: "\(testCase), \(variant)", value: $0) }
        }
      }
      let beyond = values.filter { metric.isBeyond(budget, $0.value) }.map(\.name)
      let limit = suite.words(forBudget: budget, of: metric)
      return beyond.isEmpty
        ? "Budget: \(limit). All values meet the budget."
        : "Budget: \(limit). These values miss the budget: \(beyond.joined(separator: "; "))."
    }
  }

  private func floor(of metric: Metric) -> String {
    switch metric.noiseFloor {
    case .relative(let share): Quantity(share, .fraction).text(significantDigits: 3)
    case .absolute(let value): Quantity(value, metric.unit).text(significantDigits: 3)
    }
  }
}

extension CaseGrid {
  /// The word for variants of which none is better.
  var alike: String { isMeasured ? "undecided" : "equal" }
}

extension SuiteSummary {
  /// A budget with its explanation: `16.7 ms (one refresh)`.
  func words(forBudget budget: Double, of metric: Metric) -> String {
    let declared = description.measures.first { $0.name == metric.id }?.budget
    return metric.sentence(budget) + (declared == .refresh ? " (one refresh)" : "")
  }
}
