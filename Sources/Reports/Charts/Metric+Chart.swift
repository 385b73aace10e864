internal import Analysis
internal import Documents
internal import Units

extension Metric {
  /// The axis of its values.
  ///
  /// - Parameters:
  ///   - scale: how values become places.
  ///   - domain: what is shown; `nil` for what the marks need.
  /// - Returns: an axis that says the metric's title, and its unit where the title does not.
  func axis(_ scale: Chart.Axis.Scale = .linear, domain: ClosedRange<Double>? = nil) -> Chart.Axis {
    // Most titles have their unit in brackets, or for their name.
    let hasUnit = title.contains("(") || title.contains(unit.symbol)
    return Chart.Axis(
      title, unit: hasUnit && unit != .fraction ? nil : unit, scale: scale, domain: domain)
  }

  /// A value with its unit, as sentences have it.
  func sentence(_ value: Double) -> String {
    Printing(decimals: digits, showsUnit: true, isScaled: isScaled).text(Quantity(value, unit))
  }
}
