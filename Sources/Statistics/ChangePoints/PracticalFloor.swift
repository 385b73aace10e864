/// The smallest change worth reporting; below either of its two sizes a change is none.
struct PracticalFloor {
  /// As a share of the level before, or of the unit of a plain scale.
  let relative: Double

  /// In the unit of the values.
  let absolute: Double

  /// The floor of a series.
  ///
  /// Rounded values that flip by one quantum have not changed, so a change must exceed it.
  init(of series: ChangePointSeries, default noiseFloor: Double) {
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
  ///   - scale: what the points are on.
  /// - Returns: 0 or above.
  func share(from before: Double, to after: Double, on scale: PointScale) -> Double {
    let size: Double =
      switch scale {
      case .logarithmic: abs((after - before).exponentialLessOne)
      case .plain: abs(after - before)
      }
    let length = abs(scale.value(after) - scale.value(before))
    return min(
      relative > 0 ? size / relative : .infinity, absolute > 0 ? length / absolute : .infinity)
  }
}
