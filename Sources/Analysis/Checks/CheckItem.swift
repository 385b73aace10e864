public import Recordings

/// One series of a check's finding, with its evidence.
public struct CheckItem: Sendable {
  /// The evidence of a finding about one series.
  public enum Evidence: Sendable {
    /// The level regressed; the value includes later fixes.
    case regression(Regression)
    /// The level improved.
    case change(TrendChange)
    /// The newest commit is worse than the commits before it.
    case tip(TipChange)
    /// The newest commit exceeds a limit.
    case limit(LimitBreach)
    /// A declared comparison regressed or is inconclusive.
    case comparison(MetricComparison)
    /// The newest commit has no value.
    ///
    /// `last` is the position of the last commit with a value, if any.
    case missing(last: Int?)
  }

  /// Whether an acceptance covers a series of a finding.
  public enum Standing: Sendable, Equatable {
    /// No acceptance matches.
    case open
    /// An acceptance matches the regression.
    case accepted(Acceptance)
    /// It was accepted at a level, and is now worse than that by more than the noise floor.
    case worse(Acceptance, accepted: Double)
    /// The acceptance has ended.
    case ended(Acceptance)
  }

  /// The name of a finding's series: suite, stage, metric, and the environment if there are several.
  public let name: String
  /// The names that an acceptance may use for the finding's series: `name`, and those without environment and segment.
  let acceptableNames: [String]
  /// The place of the finding's series; for a comparison, the stage is its pair of sides.
  public let place: Place
  /// The part of the series' environment that differs from other environments of the stage; empty if there is only
  /// one.
  public let environment: String
  /// The metric of the finding's series.
  public let metric: Metric
  /// The evidence that the finding has about this series.
  public let evidence: Evidence
  /// The severity of the finding for this series: the change as a multiple of the metric's noise floor, the smallest
  /// change that matters; 0 if unknown.
  public let severity: Double
  /// Whether an acceptance covers this series of the finding.
  public internal(set) var standing = Standing.open

  /// The suite of the series; `nil` for runs without a suite.
  public var suite: String? { place.suite }
  /// The stage of the finding's series, or the pair of sides of a comparison.
  public var stage: String? { place.stage }

  /// The newest known level of the finding's series, in the metric's unit; `nil` if the series has no value at the
  /// checked commit.
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
    acceptableNames = series.acceptableNames
    name = acceptableNames[0]
    place = series.place
    environment = series.environmentTitle
    metric = series.metric
    self.evidence = evidence
    self.severity = severity
  }

  init(_ metric: MetricComparison, of comparison: Comparison) {
    let effect = metric.evidence.value?.effect.magnitude ?? 0
    acceptableNames = comparison.acceptableNames(of: metric.metric)
    name = acceptableNames[0]
    place = Place(suite: nil, stage: comparison.checkName)
    environment = ""
    self.metric = metric.metric
    evidence = .comparison(metric)
    severity = metric.noiseFloor > 0 ? effect / metric.noiseFloor : 0
  }
}

extension Metric {
  /// The distance between two values in noise floors.
  func floors(from reference: Double, to value: Double) -> Double {
    floors(in: value - reference, isRelative: false, of: reference)
  }
}

extension TrendSeries {
  /// The name of the series in acceptance files and outputs.
  public var checkName: String { acceptableNames[0] }

  /// The name of the series, followed by its names without environment and segment.
  var acceptableNames: [String] {
    let titles = segment == nil ? [title] : [title, stageTitle]
    let suffixes = environmentTitle.isEmpty ? [""] : ["@\(environmentTitle)", ""]
    return titles.flatMap { title in suffixes.map { "\(title)/\(metric.id)\($0)" } }
  }
}

extension Comparison {
  /// The name of the comparison in acceptance files and outputs.
  public var checkName: String { checkName(of: title) }

  /// The name of a metric of the comparison, followed by its name without the segment.
  func acceptableNames(of metric: Metric) -> [String] {
    (segment == nil ? [title] : [title, stage]).map { "\(checkName(of: $0))/\(metric.id)" }
  }

  private func checkName(of title: String) -> String {
    let sides = "\(reference.name)..\(candidate.name)"
    return title.isEmpty ? sides : "\(title):\(sides)"
  }
}
