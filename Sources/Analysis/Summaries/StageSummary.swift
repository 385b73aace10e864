public import Recordings
internal import Statistics

/// The results of all runs of one stage.
public struct StageSummary: Sendable {
  /// The description of the stage, as read from `suite.json`.
  public let stage: SuiteDescription.Stage
  /// The results of the runs of one stage, in the order in which reports show them.
  public let runs: [RunSummary]
  /// Of all requested metrics, in the order of the runs.
  public let figures: [StageFigure]

  private let positions: [Metric.ID: Int]

  public init(_ stage: SuiteDescription.Stage, runs: [RunSummary]) {
    self.stage = stage
    self.runs = runs
    let metrics = Self.metrics(of: runs)
    figures = metrics.enumerated().map { StageFigure($1, over: runs, expectedAt: $0) }
    positions = Dictionary(metrics.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  private static func metrics(of runs: [RunSummary]) -> [Metric] {
    var ids: Set<Metric.ID> = []
    var metrics: [Metric] = []
    for (index, run) in runs.enumerated()
    where index == 0 || !run.values.sharesMetrics(with: runs[index - 1].values) {
      metrics += run.values.lazy.map(\.metric).filter { ids.insert($0.id).inserted }
    }
    return metrics
  }

  /// The summary of one metric over the runs of a stage; it contains no values if no run has the metric.
  public subscript(metric: Metric) -> StageFigure {
    positions[metric.id].map { figures[$0] } ?? StageFigure(metric, over: runs)
  }
}

/// The summary of one metric over all runs of one stage: the values, their mean, and the mean's confidence interval.
public struct StageFigure: Sendable {
  public let metric: Metric
  /// The value of the metric in each run, or the reason why the run has none.
  public let values: [MetricValue]
  /// The mean of the metric over the runs that have a value, or the reason why there is no value.
  public let mean: Known<Double>
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

  /// Summarizes a metric over the runs of one stage.
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

extension StageSummary {
  /// The mean CPU time of each thread over the runs of a stage that report CPU times of threads; `nil` if no run
  /// does.
  ///
  /// A thread that is missing from a complete list used no time in that run.
  public var threads: ThreadProfile? {
    let profiles = runs.compactMap(\.threads)
    guard let weakest = profiles.map(\.basis).max() else { return nil }
    if profiles.count == 1 { return profiles[0] }
    var names: [String] = []
    for entry in profiles.flatMap(\.entries) where !names.contains(entry.name) {
      names.append(entry.name)
    }
    return ThreadProfile(
      names.map { ThreadProfile.Entry($0, in: profiles) },
      total: profiles.mean { $0.total }, isComplete: profiles.allSatisfy(\.isComplete),
      basis: weakest)
  }
}

extension ThreadProfile.Entry {
  fileprivate init(_ name: String, in profiles: [ThreadProfile]) {
    let entries = profiles.map { profile in profile.entries.first { $0.name == name } }
    func mean(_ value: (Self) -> Double?) -> Double? {
      zip(profiles, entries).map { profile, entry in
        entry.flatMap(value) ?? (entry == nil && profile.isComplete ? 0 : nil)
      }.mean(\.self)
    }
    self.init(
      name: name, isMain: entries.contains { $0?.isMain == true },
      count: entries.compactMap { $0?.count }.max() ?? 0, time: mean(\.time), share: mean(\.share))
  }
}

extension Array {
  /// The mean of the known values; `nil` if there are none.
  fileprivate func mean(_ value: (Element) -> Double?) -> Double? {
    Moments.mean(of: compactMap(value))
  }
}
