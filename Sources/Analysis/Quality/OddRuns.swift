internal import Recordings
internal import Statistics

/// Outlier runs (odd runs): runs far from the other runs of the same stage, commit and environment.
///
///     OddRuns.all(among: stage.runs, metrics: suite.rows).map(\.indices)  // [[6]]: the seventh run
///
/// Hitchmark reports odd runs, and never leaves out their values. `docs/statistics.md` explains the rule for outlier
/// runs.
public struct OddRuns: Sendable {
  /// The positions of the outlier runs in the list of all given runs, ascending; at least one position.
  public let indices: [Int]
  /// The metric by which the runs are outliers: the average frame rate if the compared metrics include it.
  public let metric: Metric
  /// The metric's values in the outlier runs, in the order of the runs' positions.
  public let values: [Double]
  /// The median of the metric over the compared runs, outlier runs included.
  public let median: Double
  /// The mean of the metric over the compared runs, outlier runs included.
  public let mean: Double
  /// The mean of the metric over the compared runs, without the outlier runs.
  public let meanWithout: Double
  /// The number of compared runs, outlier runs included; runs without a value of the metric are not compared.
  public let count: Int

  /// Finds the outlier runs of one stage, with one result per commit and environment that has outlier runs; O(n log n).
  ///
  /// Runs are compared by the average frame rate if `metrics`, the metrics of the output, include it. Otherwise runs
  /// are compared by the first of these metrics for which lower or higher values are better.
  public static func all(among runs: [RunSummary], metrics: [Metric]) -> [OddRuns] {
    guard runs.count > ComparisonConstants.leastSiblings, let metric = judged(among: metrics) else {
      return []
    }
    // Runs of different devices may have the same environment. There are far fewer devices than runs.
    var environments: [Device: TrendEnvironment] = [:]
    let groups = Dictionary(grouping: runs.indices) { index in
      let description = runs[index].description
      let environment = environments[description.device] ?? TrendEnvironment(description.device)
      environments[description.device] = environment
      return Siblings(commit: description.commit, environment: environment)
    }
    return groups.values.compactMap { OddRuns(among: $0, of: runs, metric) }
      .sorted { $0.indices[0] < $1.indices[0] }
  }

  private struct Siblings: Hashable {
    let commit: String?
    let environment: TrendEnvironment
  }

  private static func judged(among metrics: [Metric]) -> Metric? {
    metrics.first { $0.id == "fps.avg" } ?? metrics.first { $0.polarity != .neither }
  }

  private init?(among group: [Int], of runs: [RunSummary], _ metric: Metric) {
    let known = group.compactMap { index in
      runs[index][metric.id]?.value.value.map { (index: index, value: $0) }
    }
    guard known.count > ComparisonConstants.leastSiblings,
      let median = Moments.median(of: known.map(\.value)),
      let reach = Self.reach(of: known.map { ($0.value - median).magnitude }, metric, at: median)
    else { return nil }
    let odd = known.filter { ($0.value - median).magnitude > reach }
    let rest = known.filter { ($0.value - median).magnitude <= reach }.map(\.value)
    // If more runs are far from the median, these runs are not outliers but a second kind of run.
    let most = Double(known.count) * StatisticalConstants.leastClusterShare
    guard !odd.isEmpty, Double(odd.count) <= most, let mean = Moments.mean(of: known.map(\.value)),
      let meanWithout = Moments.mean(of: rest)
    else { return nil }
    indices = odd.map(\.index)
    values = odd.map(\.value)
    (self.metric, self.median, self.mean, self.meanWithout) = (metric, median, mean, meanWithout)
    count = known.count
  }

  /// The largest distance of a run's value from the median that is not an outlier; `nil` if this distance would be 0.
  private static func reach(of distances: [Double], _ metric: Metric, at median: Double) -> Double?
  {
    let floor =
      switch metric.noiseFloor {
      case .relative(let share): share * median.magnitude
      case .absolute(let size): size
      }
    let robust =
      StatisticalConstants.deviationPerMedianDeviation * (Moments.median(of: distances) ?? 0)
    // Equal runs, such as those that wait for the display, show no noise, so a minimum of noise is assumed.
    let deviation = max(robust, floor * ComparisonConstants.leastOddDeviation)
    return deviation > 0 ? ComparisonConstants.oddDeviations * deviation : nil
  }
}
