internal import Documents
internal import Units

/// A metric as a function of a parameter, such as milliseconds by the number of rows, with its
/// budget.
struct CurveChart {
  /// A point of a curve.
  struct Point: Equatable {
    let parameter: Double
    let value: Double
    /// The confidence interval; `nil` if unknown.
    let interval: ClosedRange<Double>?
  }

  /// A curve.
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
