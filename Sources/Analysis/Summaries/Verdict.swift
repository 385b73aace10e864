internal import Recordings

/// The verdict of a suite on an optimization of the program.
public enum Verdict: Sendable, Equatable {
  /// At least one of the rule's metrics improved.
  case kept
  /// None of them improved and, in a measured suite, at least one became worse.
  case rejected
  /// A measured suite shows neither.
  case unclear
  /// Too little is known; the reason follows.
  case undecided(because: String)
}

/// The rule for keeping an optimization: at least one of the deciding metrics must be better than in the baseline.
///
/// Source: Reinpalu 2017, section 5.
public struct VerdictRule: Sendable, Hashable {
  /// The ids of the metrics of which at least one must improve so that an optimization is kept.
  public let metrics: [Metric.ID]

  /// Creates the rule for keeping an optimization from the ids of the deciding metrics.
  public init(metrics: [Metric.ID]) {
    self.metrics = metrics
  }

  /// Decides whether an optimization of the program is kept, given the changes of metrics from the baseline.
  ///
  /// Undecided if no known change is an improvement and one is unknown.
  public func verdict(on changes: [MetricChange]) -> Verdict {
    let deciding = changes.filter { metrics.contains($0.metric.id) }
    if deciding.contains(where: { $0.improves == true }) { return .kept }
    let reasons = deciding.compactMap(\.absolute.reason)
    if let reason = reasons.first { return .undecided(because: reason) }
    return deciding.count == metrics.count
      ? .rejected : .undecided(because: Withheld.notComputed.reason)
  }
}

/// The conventions of Reinpalu's thesis (2017), from which Hitchmark takes the default rows of a suite's tables and the
/// rule for keeping an optimization.
public enum ThesisConventions {
  /// The ids of the six metrics that form the rows of a suite's printed tables by default.
  public static let rows: [Metric.ID] = [
    "duration", "fps.avg", "fps.stability", "cpu.avg", "gpu.avg", "memory.avg",
  ]

  /// The default rule, from the thesis that Hitchmark's reports follow: an optimization is kept if the average frame
  /// rate or its stability improved.
  public static let verdictRule = VerdictRule(metrics: ["fps.avg", "fps.stability"])

  /// The id of the metric that reports of a suite show as response time.
  public static let responseTime: Metric.ID = "response.avg"
}
