internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// Metrics as functions of the suite's variable, such as milliseconds by the number of views: one
/// table and one chart per metric, and where the budget is exceeded.
struct CurveTables {
  private let suite: SuiteSummary
  private let sweep: SuiteDescription.Sweep
  private let changes: [Point: StageChanges]

  /// The section: a heading, tables and charts; empty if the suite has no variable.
  static func blocks(of suite: SuiteSummary, drawsCharts: Bool) -> [Block] {
    guard let sweep = suite.description.sweep else { return [] }
    let curves = suite.sweeps
    guard !curves.isEmpty else { return [] }
    let tables = CurveTables(
      suite: suite, sweep: sweep, changes: Self.changes(between: curves, of: suite))
    return [.heading(.section, "By \(sweep.title.lowercasedFirst)", anchor: "curves")]
      + curves.flatMap { curve -> [Block] in
        let chart = drawsCharts ? tables.chart(of: curve) : nil
        return [.table(tables.table(of: curve))] + (chart.map { [.chart($0)] } ?? [])
      }
  }

  // MARK: - Table

  private func table(of curve: SweptMetric) -> Table {
    let isPair = curve.lines.count == 2
    return Table(
      anchor: Anchor("table curve \(curve.anchor)"), caption: title(of: curve), corner: axis,
      columns: curve.lines.map { Table.Column(name(of: $0, curve), id: $0.variant) }
        + (isPair ? [Table.Column("Change (%)", id: "relative-change")] : []),
      rows: curve.values.map { value in
        let figures = curve.lines.map { $0.figure(at: value) }
        let cells = figures.map {
          $0.map(Cell.mean) ?? .missing("the suite has no stage with this value of the parameter")
        }
        return Table.Row(
          ParameterWording.plain(value), id: ParameterWording.plain(value),
          cells: cells + (isPair ? [change(of: curve, at: value)] : []))
      }, remarks: remarks(on: curve))
  }

  private func change(of curve: SweptMetric, at value: Double) -> Cell {
    guard let changes = changes[Point(testCase: curve.testCase, at: value)] else {
      return .missing("the suite has no stage with this value of the parameter")
    }
    return .relativeChange(changes[curve.metric])
  }

  private struct Point: Hashable {
    let testCase: String?
    let at: Double
  }

  /// The changes from the first to the second of two curves.
  private static func changes(
    between curves: [SweptMetric], of suite: SuiteSummary
  ) -> [Point: StageChanges] {
    var changes: [Point: StageChanges] = [:]
    for curve in curves where curve.lines.count == 2 {
      let first = Dictionary(curve.lines[0].stages.map { ($0.at, $0.stage) }) { first, _ in first }
      for (at, stage, _) in curve.lines[1].stages {
        let point = Point(testCase: curve.testCase, at: at)
        guard changes[point] == nil, let reference = first[at] else { continue }
        changes[point] = suite.changes(of: stage, from: reference)
      }
    }
    return changes
  }

  private func title(of curve: SweptMetric) -> String {
    "\(curve.metric.title) by \(sweep.title.lowercasedFirst)"
      + (curve.testCase.map { ", \($0)" } ?? "")
  }

  /// The variable, with its unit if the title does not contain it.
  private var axis: String {
    guard let unit = sweep.unit, !sweep.title.lowercased().contains(unit.lowercased()) else {
      return sweep.title
    }
    return "\(sweep.title) (\(unit))"
  }

  private func name(of line: SweptMetric.Line, _ curve: SweptMetric) -> String {
    line.variant ?? curve.metric.title
  }

  // MARK: - Remarks

  private func remarks(on curve: SweptMetric) -> [String] {
    var bases = BasisRemarks()
    for line in curve.lines {
      bases.add(
        row: name(of: line, curve),
        line.stages.map { (place($0.at), $0.figure.mean, $0.figure.basis) })
    }
    let runs = suite.stages.filter { $0.stage.at != nil }.flatMap(\.runs)
    return bases.sentences + budget(of: curve)
      + (curve.lines.count == 2
        ? ["Change: \(name(of: curve.lines[1], curve)) against \(name(of: curve.lines[0], curve))."]
        : [])
      + ParameterWording.remarks(for: [curve.metric], runs: runs, bases)
      + [curve.metric.caveat].compactMap(\.self)
  }

  private func budget(of curve: SweptMetric) -> [String] {
    switch curve.budget {
    case nil: return []
    case .withheld(let reason)?: return ["Budget of the suite: unknown, because \(reason)."]
    case .known(let budget)?:
      return ["Budget: \(suite.words(forBudget: budget, of: curve.metric))."]
        + curve.lines.compactMap { course(of: $0, along: curve, budget) }
    }
  }

  /// Where a curve is within the budget, as a sentence; `nil` for a curve without points.
  private func course(
    of line: SweptMetric.Line, along curve: SweptMetric, _ budget: Double
  ) -> String? {
    let points = line.points
    guard let first = points.first, let last = points.last,
      let crossings = curve.crossings(of: line)
    else { return nil }
    let name = name(of: line, curve)
    guard let crossing = crossings.first else {
      return curve.metric.isBeyond(budget, first.value)
        ? "\(name) misses the budget at every measured value, from \(place(first.at)) on."
        : "\(name) meets the budget at every measured value, up to \(place(last.at))."
    }
    let number = Quantity(crossing.at, .count).text(significantDigits: 3)
    let (start, end) = (crossing.between.lowerBound, crossing.between.upperBound)
    let side = crossing.isBeyond ? "leaves" : "enters"
    let further =
      crossings.count > 1 ? ", and crosses the budget \(crossings.count - 1) more times" : ""
    return """
      \(name): \(side) the budget between \(ParameterWording.plain(start)) and \(place(end)), by \
      linear interpolation at \(number)\(further).
      """
  }

  private func place(_ value: Double) -> String {
    [ParameterWording.plain(value), sweep.unit].compactMap(\.self).joined(separator: " ")
  }

  // MARK: - Chart

  private func chart(of curve: SweptMetric) -> Chart? {
    let metric = curve.metric
    let budget = curve.budget?.value.map { (value: $0, name: "Budget") }
    return CurveChart(
      title: title(of: curve), anchor: Anchor("chart curve \(curve.anchor)"),
      parameter: (sweep.title, axis == sweep.title ? nil : sweep.unit.map { Unit(id: $0) }),
      value: (metric.titleWithoutUnit, metric.unit),
      curves: curve.lines.map { line in
        CurveChart.Curve(
          name: name(of: line, curve),
          points: line.stages.compactMap { stage in
            stage.figure.mean.value.map {
              CurveChart.Point(parameter: stage.at, value: $0, interval: stage.figure.interval)
            }
          })
      }, budget: budget, digits: metric.isScaled ? nil : metric.digits
    ).chart
  }
}

extension SweptMetric {
  fileprivate var anchor: String { "\(metric.id) \(testCase ?? "")" }
}

extension Metric {
  /// The title without the unit in brackets, for an axis that adds it.
  fileprivate var titleWithoutUnit: String {
    let suffix = " (\(unit.symbol))"
    return title.hasSuffix(suffix) ? String(title.dropLast(suffix.count)) : title
  }
}

extension String {
  /// The text with a lower-case first letter, for use within a sentence.
  ///
  /// A word in capitals is unchanged.
  var lowercasedFirst: String {
    guard let first, dropFirst().first?.isUppercase != true else { return self }
    return first.lowercased() + dropFirst()
  }
}

/// A metric as a function of a parameter, such as milliseconds by the number of rows, with its
/// budget.
struct CurveChart {
  struct Point: Equatable {
    let parameter: Double
    let value: Double
    /// The confidence interval; `nil` if unknown.
    let interval: ClosedRange<Double>?
  }

  struct Curve: Equatable {
    let name: String
    /// The points in ascending order of the parameter.
    let points: [Point]
  }

  let title: String
  let anchor: Anchor
  let parameter: (title: String, unit: Unit?)
  let value: (title: String, unit: Unit)
  let curves: [Curve]
  /// The budget in the value's unit, and its name; `nil` without a budget.
  var budget: (value: Double, name: String)?
  /// Digits after the point in text; `nil` for those of the thesis' tables.
  var digits: Int?

  /// `nil` if no curve has a point.
  var chart: Chart? {
    guard curves.contains(where: { !$0.points.isEmpty }) else { return nil }
    return Chart(
      anchor: anchor, title: title, description: description,
      x: Chart.Axis(parameter.title, unit: parameter.unit),
      panels: [
        Chart.Panel(
          y: Chart.Axis(value.title, unit: value.unit, scale: .fromZero),
          marks: curves.enumerated().flatMap { marks(of: $1, $0) } + rule)
      ], values: values)
  }

  private func marks(of curve: Curve, _ index: Int) -> [Chart.Mark] {
    let points = curve.points.map { Chart.Point($0.parameter, $0.value, note: words(for: $0)) }
    let intervals = curve.points.compactMap { point in
      point.interval.map { Chart.Interval(point.parameter, $0.lowerBound, $0.upperBound) }
    }
    let ink = Chart.Ink.series(index)
    return [
      .init(.line([points]), ink: ink, name: curve.name),
      .init(.dots(points, .series(index)), ink: ink, name: curve.name),
    ] + (intervals.isEmpty ? [] : [.init(.intervals(intervals), ink: ink)])
  }

  private var rule: [Chart.Mark] {
    budget.map { budget in
      [
        Chart.Mark(
          .rules([.init(budget.value, label: "\(budget.name): \(text(budget.value))")], along: .y),
          ink: .strong, name: "Budget")
      ]
    } ?? []
  }

  private func text(_ number: Double) -> String {
    Printing(decimals: digits, showsUnit: true).text(Quantity(number, value.unit))
  }

  private func place(_ point: Point) -> String {
    let unit = parameter.unit.map { $0.symbol.isEmpty ? "" : " \($0.symbol)" } ?? ""
    return ParameterWording.plain(point.parameter) + unit
  }

  private func words(for point: Point) -> String { "\(place(point)): \(text(point.value))" }

  /// Where each curve first exceeds the budget.
  private var description: String {
    curves.compactMap { curve in
      guard let first = curve.points.first, let last = curve.points.last else { return nil }
      let ends =
        """
        \(curve.name): \(text(first.value)) at \(place(first)), \(text(last.value)) at \(place(last))
        """
      guard let budget else { return "\(ends)." }
      let over = curve.points.first { $0.value > budget.value }
      return over.map { "\(ends). The curve first exceeds the budget at \(place($0))." }
        ?? "\(ends); within budget."
    }.joined(separator: " ")
  }

  private var values: Table {
    let parameters = Set(curves.flatMap { $0.points.map(\.parameter) }).sorted()
    return Table(
      anchor: Anchor("\(anchor.name) values"), caption: title, corner: parameter.title,
      columns: curves.map { Table.Column($0.name, unit: value.unit) },
      rows: parameters.map { parameter in
        Table.Row(
          ParameterWording.plain(parameter),
          cells: curves.map { curve in
            curve.points.first { $0.parameter == parameter }.map {
              .quantity(
                Quantity($0.value, value.unit), interval: $0.interval, Printing(decimals: digits))
            } ?? .empty
          })
      })
  }
}
