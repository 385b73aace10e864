/// The smallest change worth reporting.
///
/// A change below either of its two sizes is not reported.
struct PracticalFloor {
  /// As a fraction of the level before, or of the unit if levels are compared by difference.
  let relative: Double

  /// In the unit of the values.
  let absolute: Double

  let scale: Scale
  let unit: Double

  /// The floor of a series.
  ///
  /// It is larger than one quantum, because rounded values that flip by one quantum have not
  /// changed.
  init(of series: ChangePointSeries, on scale: Scale, unit: Double, default noiseFloor: Double) {
    self.scale = scale
    self.unit = unit
    relative = series.noiseFloor ?? noiseFloor
    absolute = max(series.absoluteFloor, Self.beyond(series.quantum))
  }

  /// The smallest change that one quantum does not explain, with a margin for rounding errors.
  static func beyond(_ quantum: Double) -> Double {
    quantum * (1 + 1e-9)
  }

  /// The size of a change in floors, 0 or above: below 1 it is too small; infinite if there is no
  /// floor.
  ///
  /// Both levels are points on the scale.
  func share(from before: Double, to after: Double) -> Double {
    let size: Double =
      switch scale {
      case .logarithmic: abs((after - before).exponentialLessOne)
      case .linear: abs(after - before) / unit
      }
    let length = abs(scale.value(after) - scale.value(before))
    return min(
      relative > 0 ? size / relative : .infinity, absolute > 0 ? length / absolute : .infinity)
  }
}
