public import Analysis
public import Documents
internal import Recordings
internal import Units

extension Cell {
  /// A value in a metric's unit with its usual or the given digits; or the reason why it is
  /// missing.
  static func value(
    _ value: Known<Double>, of metric: Metric, _ printing: Printing? = nil,
    emphasis: Emphasis = .plain
  ) -> Cell {
    switch value {
    case .known(let number):
      .quantity(Quantity(number, metric.unit), printing ?? metric.printing, emphasis: emphasis)
    case .withheld(let reason): .missing(reason)
    }
  }

  /// A share, printed as a percentage.
  static func share(_ value: Known<Double>) -> Cell {
    switch value {
    case .known(let number): .quantity(Quantity(number, .fraction))
    case .withheld(let reason): .missing(reason)
    }
  }

  /// The mean of a stage, with its interval if there is one, and a note on runs that were left out.
  static func mean(of figure: StageFigure) -> Cell {
    guard case .known(let mean) = figure.mean else {
      return .value(figure.mean, of: figure.metric)
    }
    let cell = Cell.quantity(
      Quantity(mean, figure.metric.unit), interval: figure.printedInterval, figure.metric.printing)
    guard let first = figure.leftOut.first else { return cell }
    let runs = figure.leftOut.map(\.run).joined(separator: ", ")
    return cell.noted(
      "mean of \(counted(figure.count, "run")); runs left out: \(runs) (\(first.reason))")
  }

  /// A change in the metric's unit, marked as better or worse.
  static func change(_ change: MetricChange) -> Cell {
    .value(change.absolute, of: change.metric, emphasis: change.emphasis)
  }

  /// A change as a fraction of the reference, marked as better or worse.
  static func relativeChange(_ change: MetricChange) -> Cell {
    switch change.relative {
    case .known(let number):
      .quantity(Quantity(number, .fraction), emphasis: change.emphasis)
    case .withheld(let reason): .missing(reason)
    }
  }
}

extension StageFigure {
  /// The interval, limited to the possible values of a share; `nil` if all runs are equal.
  fileprivate var printedInterval: ClosedRange<Double>? {
    guard let interval, interval.lowerBound < interval.upperBound else { return nil }
    return isShareOfWhole ? interval.clamped(to: 0...1) : interval
  }

  /// Not every fraction is a share: a charging battery has a negative drain.
  private var isShareOfWhole: Bool {
    metric.unit == .fraction && values.allSatisfy { (0...1).contains($0.value.value ?? 0) }
  }
}

extension MetricChange {
  fileprivate var emphasis: Cell.Emphasis {
    switch direction {
    case .better: .better
    case .worse: .worse
    case .neither: .plain
    }
  }
}

extension Metric {
  public var printing: Printing {
    isScaled ? .scaled : Printing(decimals: digits, streamDigits: streamDigits)
  }
}

extension MetricValue.Basis {
  /// The note for a value that was not computed from the trace.
  var note: String? {
    switch self {
    case .measured: nil
    case .recorded: "recorded by the test itself, not computed from frames"
    case .reported: "published, not measured by Hitchmark"
    }
  }
}

// How `check`, `compare` and `trend` print levels and changes: one set of rules, so that all of
// them show equal digits and units.

extension Metric {
  /// The format of a level next to a change: four significant digits with unit, `16.68 ms`, so that
  /// the levels before and after agree with the percentage.
  var printingWithUnit: Printing {
    streamDigits.map { Printing(showsUnit: true, streamDigits: $0) } ?? .scaled
  }

  /// The format of a change: `+5.0%` of the level before, `+0.42 pp` for a difference of
  /// percentages, otherwise a difference with the metric's unit.
  ///
  /// `isRelative` is whether the change is a fraction.
  func changePrinting(isRelative: Bool) -> Printing {
    if isRelative { return .effect }
    if unit == .fraction { return .points }
    return Printing(
      showsPlus: true, showsUnit: true, isScaled: streamDigits == nil, streamDigits: streamDigits)
  }

  /// A change as a quantity: a fraction, or in the metric's unit.
  func changeQuantity(_ change: Double, isRelative: Bool) -> Quantity {
    Quantity(change, isRelative ? .fraction : unit)
  }

  /// A change as text, with its sign and its unit.
  func changeText(_ change: Double, isRelative: Bool) -> String {
    changePrinting(isRelative: isRelative).text(changeQuantity(change, isRelative: isRelative))
  }

  /// Both ends of a change's interval as text.
  func changeText(_ range: ClosedRange<Double>, isRelative: Bool) -> String {
    [range.lowerBound, range.upperBound].map { changeText($0, isRelative: isRelative) }
      .joined(separator: " to ")
  }

  /// The title without the unit in parentheses, for tables whose numbers have their unit:
  /// `Frame time (99th percentile)`.
  var words: String {
    guard title.hasSuffix(")"), let start = title.lastIndex(of: "(") else { return title }
    let parts = title[title.index(after: start)...].dropLast().split(separator: ", ")
    let kept = parts.filter { $0 != unit.symbol && $0 != "%" && $0 != "sec" }
    if kept.isEmpty { return String(title[..<start].reversed().drop { $0 == " " }.reversed()) }
    return "\(title[..<start])(\(kept.joined(separator: ", ")))"
  }

  func levelText(_ level: Double) -> String { printingWithUnit.text(Quantity(level, unit)) }
}

/// A series as a line of block characters, with marks where its level changed.
enum Sparkline {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Draws the newest values: one character per value, scaled from the smallest to the largest of
  /// them, and ▲ or ▼ per mark.
  ///
  /// `marks` are positions before which the level rose (`true`) or fell.
  static func text<Values: RandomAccessCollection<Double>>(
    of values: Values, newest count: Int, marks: [Int: Bool]
  ) -> String where Values.Index == Int {
    let shown = values.indices.suffix(count)
    let drawn = shown.map { values[$0] }
    guard let least = drawn.min(), let most = drawn.max() else { return "" }
    var text = ""
    for index in shown {
      if let rose = marks[index] { text.append(rose ? "▲" : "▼") }
      text.append(block(values[index], least, most))
    }
    return text
  }

  private static func block(_ value: Double, _ least: Double, _ most: Double) -> Character {
    guard most > least else { return blocks[3] }
    let share = (value - least) / (most - least)
    return blocks[min(Int(share * 8), 7)]
  }
}
