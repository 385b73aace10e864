/// Finds the positions in a metric's series of values, one per commit, at which the metric changed its level.
///
///     let values = [60.1, 59.8, 60.3, 59.9, 60.2, 60.0, 59.7, 60.1,
///                   54.2, 53.9, 54.1, 54.3, 53.8, 54.0, 54.2, 53.9]
///     let series = ChangePointSeries(key: "scroll fps.avg", values: values, kind: .positive)
///     let analysis = try ChangePointDetector().analyze(series)
///     analysis.changes.map(\.index)  // [8]
///
/// One value is one commit. Do not pass the frames of one run: they are not independent. The method
/// estimates a robust scale, masks isolated spikes, partitions the points with a penalty, and
/// confirms candidates with two permutation tests. `docs/changepoints.md` explains it and its
/// limits.
///
/// Shuffles are seeded from `key`, so results do not depend on threads or on the order of the
/// calls. O(n²) in the worst case: milliseconds for 1,000 values.
public struct ChangePointDetector: Sendable {
  /// The constants with which the change-point detector works, such as significance levels.
  public let parameters: Parameters

  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Finds the changes of level in a series of measurements.
  ///
  /// - Parameters:
  ///   - series: values in the order of their commits.
  ///   - family: the `autocorrelation(of:)` of each series measured with this one, including this
  ///     one. Series of the same runs share their noise: pass their median as one.
  /// - Throws: why the series cannot be judged.
  public func analyze(
    _ series: ChangePointSeries, family: [Double] = []
  ) throws(SampleError) -> ChangePointAnalysis {
    if series.kind == .exact {
      return try ExactSteps(of: series, parameters: parameters).analysis()
    }
    let prepared = try PreparedSeries(series, parameters: parameters)
    return ChangePointSearch(
      in: prepared, of: series,
      autocorrelation: PooledAutocorrelation(
        of: prepared, family: family, parameters: parameters),
      parameters: parameters
    ).analysis()
  }

  /// Finds changes in a series that is not exact, with a given autocorrelation from 0 to the
  /// largest that is allowed.
  func analyze(
    _ series: ChangePointSeries, assuming autocorrelation: Double
  ) throws(SampleError) -> ChangePointAnalysis {
    ChangePointSearch(
      in: try PreparedSeries(series, parameters: parameters), of: series,
      autocorrelation: PooledAutocorrelation(assumed: autocorrelation), parameters: parameters
    ).analysis()
  }

  /// The estimated lag-1 autocorrelation of a series' noise, to be pooled with that of other
  /// series; `nil` if the series is too short or cannot be judged.
  ///
  /// It is also `nil` if the series is exact, or if nearly all neighbors are equal.
  public func autocorrelation(of series: ChangePointSeries) -> Double? {
    guard series.kind != .exact else { return nil }
    let prepared = try? PreparedSeries(series, parameters: parameters)
    return prepared?.autocorrelation(parameters)
  }
}

/// The smallest change worth reporting.
///
/// A change below either of its two sizes is not reported.
struct PracticalFloor {
  /// As a fraction of the level before, or of the unit if levels are compared by difference.
  let relative: Double

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
