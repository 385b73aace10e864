/// A number with its unit.
///
///     Quantity(0.0167, .seconds).converted(to: .milliseconds)
///     Quantity(0.2341, .fraction).tableText  // "23.41%"
public struct Quantity: Sendable, Hashable {
  /// The number, in `unit`.
  public let value: Double

  /// The unit.
  public let unit: Unit

  /// Creates a quantity; the value is finite.
  public init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// The number in the format of the thesis' tables: `12.34%` for fractions, one decimal otherwise.
  public var tableText: String { text(decimals: unit == .fraction ? 2 : 1) }

  /// The number with its percent sign but no other unit, rounded by `SpreadsheetRounding`.
  ///
  /// For fractions, `decimals` are those of the percentage.
  public func text(decimals: Int) -> String {
    if unit == .fraction {
      return SpreadsheetRounding.text(value * 100, decimals: decimals) + "%"
    }
    return SpreadsheetRounding.text(value, decimals: decimals)
  }
}
