internal import Analysis
internal import Documents
internal import Recordings
internal import Units

// How levels and changes print in `check`, `compare` and `trend`: one set of rules, so that all of them show the same
// digits and units.

extension Metric {
  /// How a level prints with its unit: `16.7 ms`, `59.94 FPS`, or four significant digits of a metric without digits of
  /// its own.
  var printingWithUnit: Printing {
    isScaled
      ? .scaled : Printing(decimals: digits, showsUnit: true, streamDigits: streamDigits)
  }

  /// How a change prints: `+5.00%` of the level before, `+0.42 pp` for a difference of percentages, otherwise a
  /// difference with the metric's unit.
  ///
  /// - Parameter isRelative: whether the change is a fraction of the level before.
  /// - Returns: the way of printing, with a plus sign for an increase.
  func changePrinting(isRelative: Bool) -> Printing {
    if isRelative { return .change }
    if unit == .fraction { return .points }
    return Printing(
      decimals: digits, showsPlus: true, showsUnit: true, isScaled: isScaled,
      streamDigits: streamDigits)
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
      .joined(separator: " … ")
  }

  /// A level as text, with its unit.
  func levelText(_ level: Double) -> String { printingWithUnit.text(Quantity(level, unit)) }
}
