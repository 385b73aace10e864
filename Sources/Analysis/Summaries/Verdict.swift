internal import Recordings

/// Whether a change of the program is kept.
public enum Verdict: Sendable, Equatable {
  /// At least one of the rule's metrics improved.
  case kept
  /// None of them improved.
  case rejected
  /// Too little is known; the reason follows.
  case undecided(because: String)
}

/// The rule by which an optimization is kept: at least one of some metrics improved compared with
/// the baseline.
///
/// Source: Reinpalu 2017, section 5.
public struct VerdictRule: Sendable, Hashable {
  /// The ids of the deciding metrics.
  public let metrics: [Metric.ID]

  /// Creates a rule.
  public init(metrics: [Metric.ID]) {
    self.metrics = metrics
  }

  /// Judges the changes of a stage, which include the rule's metrics.
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

/// The rows and rules of the thesis.
///
/// No other code names its metrics.
public enum ThesisConventions {
  /// The rows of its tables.
  public static let rows: [Metric.ID] = [
    "duration", "fps.avg", "fps.stability", "cpu.avg", "gpu.avg", "memory.avg",
  ]

  /// Its rule for keeping an optimization.
  public static let verdictRule = VerdictRule(metrics: ["fps.avg", "fps.stability"])

  /// The metric of its statement about response time.
  public static let responseTime: Metric.ID = "response.avg"
}
