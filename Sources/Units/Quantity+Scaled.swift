extension Unit {
  /// The unit with the largest prefix in which a size is at least 1, and the number to divide by; itself for 0 and for
  /// units without prefixes.
  public func prefixed(for size: Double) -> (divisor: Double, unit: Unit) {
    let prefixes: [(divisor: Double, symbol: String)]
    switch self {
    case .seconds: prefixes = [(1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]
    case .bytes: prefixes = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")]
    default: return (1, self)
    }
    guard size != 0 else { return (1, self) }
    let prefix = prefixes.first { size >= $0.divisor } ?? prefixes[prefixes.count - 1]
    return (prefix.divisor, Unit(id: prefix.symbol))
  }
}

extension Quantity {
  /// The quantity as text with up to four significant digits and a suitable prefix of its unit: `65.95 µs`,
  /// `1.234 GB`, `1.5 points`.
  ///
  /// For numbers of unknown magnitude. Seconds and bytes have prefixes, other units have none. A
  /// fraction is printed as in tables.
  public var scaledText: String {
    if unit == .fraction { return tableText }
    let prefixed = prefixed
    let text = Self.significant(prefixed.value)
    return prefixed.unit.symbol.isEmpty ? text : "\(text) \(prefixed.unit.symbol)"
  }

  /// The quantity with the largest prefix of its unit in which the number is at least 1.
  private var prefixed: Quantity {
    // 999.96 ms would print as 1000 ms.
    let prefix = unit.prefixed(for: value.magnitude * 1.00005)
    return Quantity(value / prefix.divisor, prefix.unit)
  }

  /// The number with up to four significant digits, or all digits before the point, without trailing zeros.
  private static func significant(_ value: Double) -> String {
    var (decimals, size) = (3, value.magnitude)
    while size >= 10, decimals > 0 {
      size /= 10
      decimals -= 1
    }
    // So that 9.9996 is not printed as 10.000. Numbers below a millionth are printed as 0.
    while size != 0, size < 0.99995, decimals < 9 {
      size *= 10
      decimals += 1
    }
    let text = SpreadsheetRounding.text(value, decimals: decimals)
    guard text.contains(".") else { return text }
    let end = text.lastIndex { $0 != "0" } ?? text.startIndex
    return String(text[end] == "." ? text[..<end] : text[...end])
  }
}
