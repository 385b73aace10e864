/// The smallest change worth reporting; below either of its two sizes a change is none.
struct PracticalFloor {
  /// As a share of the level before, or of the unit where levels are compared by difference.
  let relative: Double

  /// In the unit of the values.
  let absolute: Double

  let scale: Scale
  let unit: Double

  /// The floor of a series.
  ///
  /// Rounded values that flip by one quantum have not changed, so a change must exceed it.
  init(of series: ChangePointSeries, on scale: Scale, unit: Double, default noiseFloor: Double) {
    self.scale = scale
    self.unit = unit
    relative = series.noiseFloor ?? noiseFloor
    absolute = max(series.absoluteFloor, Self.beyond(series.quantum))
  }

  /// The least change that one quantum does not explain, with room for the rounding of differences.
  static func beyond(_ quantum: Double) -> Double {
    quantum * (1 + 1e-9)
  }

  /// A change in floors: below 1 it is too small, and infinite where there is no floor.
  ///
  /// - Parameters:
  ///   - before: the level before, as a point.
  ///   - after: the level after, as a point.
  /// - Returns: 0 or above.
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
