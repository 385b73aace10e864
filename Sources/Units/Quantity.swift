/// A number with its unit, such as 16.7 milliseconds.
///
///     Quantity(0.0167, .seconds).converted(to: .milliseconds)
///     Quantity(0.2341, .fraction).tableText  // "23.41%"
public struct Quantity: Sendable, Hashable {
  /// The numeric value of the quantity, in the quantity's unit.
  public let value: Double

  /// The unit of the quantity, such as milliseconds.
  public let unit: Unit

  /// Creates a quantity from a finite number and its unit.
  public init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// The quantity as tables print it: a fraction as a percentage such as `12.34%`, any other number with one decimal
  /// and no unit.
  public var tableText: String { text(decimals: unit == .fraction ? 2 : 1) }

  /// The quantity with a fixed number of decimals, rounded as in a spreadsheet: a fraction as a percentage, any other
  /// number without its unit.
  ///
  /// For fractions, `decimals` are those of the percentage.
  public func text(decimals: Int) -> String {
    if unit == .fraction {
      return SpreadsheetRounding.text(value * 100, decimals: decimals) + "%"
    }
    return SpreadsheetRounding.text(value, decimals: decimals)
  }
}
