/// A number with its unit, and the printing rule of the thesis' tables.
public struct Quantity: Sendable, Hashable {
  /// The number, in `unit`.
  public let value: Double

  /// What the number counts.
  public let unit: Unit

  /// Creates a quantity.
  ///
  /// - Parameters:
  ///   - value: a finite number in `unit`.
  ///   - unit: what it counts.
  public init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// The number as the thesis' tables print it: `12.34%` for fractions, one decimal otherwise.
  public var tableText: String { text(decimals: unit == .fraction ? 2 : 1) }

  /// The number with its percent sign, but without any other symbol.
  ///
  /// - Parameter decimals: digits after the point; of the percentage where the unit is a fraction.
  /// - Returns: the number rounded as `SpreadsheetRounding` says.
  public func text(decimals: Int) -> String {
    if unit == .fraction {
      return SpreadsheetRounding.text(value * 100, decimals: decimals) + "%"
    }
    return SpreadsheetRounding.text(value, decimals: decimals)
  }
}
