/// Finds where the level of a series changed, at few false alarms for short and long series alike.
///
/// Robust scale from differences, isolated spikes masked, exact penalised partitioning, and two
/// permutation tests; `docs/changepoints.md` describes the method and what it can and cannot see. Not
/// for frames of one run, which are far from independent: a point is a commit.
///
/// Nothing is shared between series and all shuffles are seeded by their keys, so that series may be
/// analysed in any order and on any threads.
public struct ChangePointDetector: Sendable {
  /// The constants in use.
  public let parameters: Parameters

  /// Creates a detector.
  ///
  /// - Parameter parameters: the constants to use.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Looks for changes of level.
  ///
  /// O(n²) in the worst case with a small constant: milliseconds for a thousand points.
  ///
  /// - Parameters:
  ///   - series: values in the order of their commits.
  ///   - family: what `autocorrelation(of:)` says of the series measured alongside, this one included;
  ///     series of the same runs share their noise and count as one, by their median.
  /// - Returns: what was found.
  /// - Throws: why the series cannot be judged.
  public func analyse(
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

  /// Looks for changes in a series that is not exact, reckoning with a given autocorrelation.
  ///
  /// - Parameters:
  ///   - series: values in the order of their commits.
  ///   - autocorrelation: from 0 up to the largest that is believed.
  /// - Returns: what was found.
  /// - Throws: why the series cannot be judged.
  func analyse(
    _ series: ChangePointSeries, assuming autocorrelation: Double
  ) throws(SampleError) -> ChangePointAnalysis {
    ChangePointSearch(
      in: try PreparedSeries(series, parameters: parameters), of: series,
      autocorrelation: PooledAutocorrelation(assumed: autocorrelation), parameters: parameters
    ).analysis()
  }

  /// The lag-1 autocorrelation of a series' noise as it is estimated, to be pooled with others.
  ///
  /// - Parameter series: values in the order of their commits.
  /// - Returns: the estimate, or `nil` of a series that is too short for it or cannot be judged.
  public func autocorrelation(of series: ChangePointSeries) -> Double? {
    guard series.kind != .exact else { return nil }
    let prepared = try? PreparedSeries(series, parameters: parameters)
    return prepared?.autocorrelation(parameters)
  }
}
