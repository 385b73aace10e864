internal import Recordings

/// One series of a finding, and what speaks against it.
public struct CheckItem: Sendable {
  /// What speaks against a series, or for it.
  public enum Evidence: Sendable {
    /// Its level got worse, and what became of it.
    case regression(Regression)
    /// Its level changed for the better.
    case change(TrendChange)
    /// Its newest commit is worse than those before.
    case tip(TipChange)
    /// Its newest commit is beyond a limit.
    case limit(LimitBreach)
    /// It is worse on one side of a declared comparison, or cannot be told to be.
    case comparison(MetricComparison)
    /// The newest commit has no value; the position of the last that has, if any.
    case missing(last: Int?)
  }

  /// What an acceptance says to it.
  public enum Standing: Sendable, Equatable {
    /// Nothing.
    case open
    /// It is accepted.
    case accepted(Acceptance)
    /// It was accepted at a level, and is worse than that by more than the noise floor.
    case worse(Acceptance, accepted: Double)
    /// It was accepted up to a day that is over.
    case ended(Acceptance)
  }

  /// The series' name: suite, stage and metric, and the environment where there are several.
  public let name: String
  /// The suite.
  public let suite: String?
  /// The stage, or the pair of a comparison.
  public let stage: String?
  /// What tells the environment from others; empty when there is no other.
  public let environment: String
  /// The metric.
  public let metric: Metric
  /// What speaks against it.
  public let evidence: Evidence
  /// How bad it is, in noise floors of the metric; 0 where that cannot be told.
  public let severity: Double
  /// What an acceptance says to it.
  public internal(set) var standing = Standing.open

  /// Where it is now, in the metric's unit; `nil` of what is missing.
  public var level: Double? {
    switch evidence {
    case .regression(let regression): regression.now
    case .change(let change): change.after
    case .tip(let tip): tip.value
    case .limit(let breach): breach.level.value
    case .comparison(let comparison): comparison.candidateMean
    case .missing: nil
    }
  }

  init(_ series: TrendSeries, _ evidence: Evidence, severity: Double) {
    name = series.checkName
    suite = series.suite
    stage = series.stage
    environment = series.environmentTitle
    metric = series.metric
    self.evidence = evidence
    self.severity = severity
  }

  init(_ metric: MetricComparison, of comparison: Comparison) {
    let effect = metric.evidence.value?.effect.magnitude ?? 0
    name = "\(comparison.checkName)/\(metric.metric.id)"
    suite = nil
    stage = comparison.checkName
    environment = ""
    self.metric = metric.metric
    evidence = .comparison(metric)
    severity = metric.noiseFloor > 0 ? effect / metric.noiseFloor : 0
  }
}

extension Metric {
  /// How far a value is from another, in noise floors.
  func floors(from reference: Double, to value: Double) -> Double {
    floors(in: value - reference, isRelative: false, of: reference)
  }
}

extension TrendSeries {
  /// What acceptances and outputs call the series.
  public var checkName: String {
    "\(title)/\(metric.id)" + (environmentTitle.isEmpty ? "" : "@\(environmentTitle)")
  }
}

extension Comparison {
  /// What acceptances and outputs call the comparison.
  public var checkName: String {
    let sides = "\(reference.name)..\(candidate.name)"
    return title.isEmpty ? sides : "\(title):\(sides)"
  }
}
