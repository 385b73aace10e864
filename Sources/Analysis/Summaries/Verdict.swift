internal import Recordings

/// Whether a change to the program is worth keeping.
public enum Verdict: Sendable, Equatable {
  /// At least one of the rule's metrics became better.
  case kept
  /// None did.
  case rejected
  /// Too little is known, for this reason.
  case undecided(because: String)
}

/// When an optimisation is kept: at least one of some metrics became better against the baseline.
///
/// Source: Reinpalu 2017, section 5.
public struct VerdictRule: Sendable, Hashable {
  /// Ids of the metrics that decide.
  public let metrics: [Metric.ID]

  /// Creates a rule.
  ///
  /// - Parameter metrics: ids of the metrics that decide.
  public init(metrics: [Metric.ID]) {
    self.metrics = metrics
  }

  /// Judges the changes of a stage against its baseline.
  ///
  /// - Parameter changes: with those of the rule's metrics among them.
  /// - Returns: undecided where no known change is an improvement and one is not known.
  public func verdict(on changes: [MetricChange]) -> Verdict {
    let deciding = changes.filter { metrics.contains($0.metric.id) }
    if deciding.contains(where: { $0.improves == true }) { return .kept }
    let reasons = deciding.compactMap(\.absolute.reason)
    if let reason = reasons.first { return .undecided(because: reason) }
    return deciding.count == metrics.count
      ? .rejected : .undecided(because: Withheld.notComputed.reason)
  }
}

/// What the thesis chose to show and to judge by; the one place that names its metrics.
public enum ThesisConventions {
  /// The rows of its tables.
  public static let rows: [Metric.ID] = [
    "duration", "fps.avg", "fps.stability", "cpu.avg", "gpu.avg", "memory.avg",
  ]

  /// Its rule for keeping an optimisation.
  public static let verdictRule = VerdictRule(metrics: ["fps.avg", "fps.stability"])

  /// The metric of its statement on response time.
  public static let responseTime: Metric.ID = "response.avg"
}
