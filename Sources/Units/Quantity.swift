/// A number with its unit, such as 16.7 milliseconds.
///
///     Quantity(0.0167, .seconds).converted(to: .milliseconds)
///     Quantity(0.2341, .fraction).tableText  // "23.41%"
public struct Quantity: Sendable, Hashable {
  /// The number of the quantity, in its `unit`.
  public let value: Double

  /// The unit of the quantity, such as milliseconds.
  public let unit: Unit

  /// Creates a quantity from a finite number and its unit.
  public init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// The number as tables print it: `12.34%` for fractions, with one decimal for other units.
  public var tableText: String { text(decimals: unit == .fraction ? 2 : 1) }

  /// The quantity's number with a fixed number of decimals, and with `%` for fractions but no other
  /// unit; rounded by `SpreadsheetRounding`.
  ///
  /// For fractions, `decimals` are those of the percentage.
  public func text(decimals: Int) -> String {
    if unit == .fraction {
      return SpreadsheetRounding.text(value * 100, decimals: decimals) + "%"
    }
    return SpreadsheetRounding.text(value, decimals: decimals)
  }
}
