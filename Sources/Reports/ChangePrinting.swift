internal import Analysis
internal import Documents
internal import Recordings
internal import Units

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

  /// A level as text, with its unit.
  func levelText(_ level: Double) -> String { printingWithUnit.text(Quantity(level, unit)) }
}
