internal import Analysis
internal import Documents
internal import Units

extension Metric {
  /// The axis of the metric's values.
  ///
  /// It has the metric's title, and the unit if the title does not contain it.
  func axis(_ scale: Chart.Axis.Scale = .linear, domain: ClosedRange<Double>? = nil) -> Chart.Axis {
    // Most titles contain their unit in brackets or as their name.
    let hasUnit = title.contains("(") || title.contains(unit.symbol)
    return Chart.Axis(
      title, unit: hasUnit && unit != .fraction ? nil : unit, scale: scale, domain: domain)
  }

  /// A value with its unit, for sentences.
  func sentence(_ value: Double) -> String {
    Printing(decimals: digits, showsUnit: true, isScaled: isScaled).text(Quantity(value, unit))
  }
}
