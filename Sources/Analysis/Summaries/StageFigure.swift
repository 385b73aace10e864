public import Recordings
internal import Statistics

/// The summary of one metric over all runs of one stage (version of the program): the values, their mean, and the
/// mean's confidence interval.
public struct StageFigure: Sendable {
  /// The metric whose values in several runs are summarized.
  public let metric: Metric
  /// The value of the metric in each run, or the reason why the run has none.
  public let values: [MetricValue]
  /// The mean of the metric over the runs that have a value, or the reason why there is no value.
  public let mean: Known<Double>
  /// The number of runs that have a value of the metric.
  public let count: Int
  /// The names of the runs without a value of the metric, each with the reason.
  public let leftOut: [(run: String, reason: String)]
  /// The 95% confidence interval of the metric's mean over several runs, by Student's t; `nil` if fewer than three runs
  /// have a value, or if values are too large.
  public let interval: ClosedRange<Double>?

  /// The confidence, 0.95, of the interval that is computed for a metric's mean over several runs.
  public static let confidence = 0.95

  /// How trustworthy the metric's mean over several runs is: as trustworthy as its least trustworthy value.
  public var basis: MetricValue.Basis {
    values.filter { $0.value.value != nil }.map(\.basis).max() ?? .measured
  }

  /// Summarizes a metric over the runs of one stage (version of the program).
  ///
  /// - Parameter position: the index of the metric in the values of most runs.
  public init(_ metric: Metric, over runs: [RunSummary], expectedAt position: Int = 0) {
    let values = runs.map { run in
      run.values[metric.id, expectedAt: position]
        ?? MetricValue(.withheld(because: Withheld.notComputed.reason), basis: .measured)
    }
    let known = values.compactMap { $0.value.value }
    self.metric = metric
    self.values = values
    count = known.count
    leftOut = zip(runs, values).compactMap { run, value in
      value.value.reason.map { (run.name, $0) }
    }
    let leftOutReason = leftOut.first?.reason
    mean = Known { () throws(Withheld) in
      guard !known.isEmpty else { throw leftOutReason.map { Withheld($0) } ?? .noRuns }
      guard let mean = Moments.mean(of: known), mean.isPrintable else { throw .notFinite }
      return mean
    }
    let estimate =
      known.count < 3 ? nil : MeanInterval(of: known, confidence: Self.confidence)
    interval = estimate.flatMap { estimate in
      let isPrintable = estimate.lower.isPrintable && estimate.upper.isPrintable
      return isPrintable ? estimate.lower...estimate.upper : nil
    }
  }
}
