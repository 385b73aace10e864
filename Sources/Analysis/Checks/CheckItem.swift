public import Recordings

/// One series of metric values that a check's finding is about, and the reason for the finding.
public struct CheckItem: Sendable {
  /// The reason for a check's finding about one series, such as a regression, an exceeded limit or a missing value.
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

  /// Whether the acceptance file allows a series of a check's finding to be worse.
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
  /// The suite, stage and segment of the finding's series; for a comparison, the stage is the names of its two sides.
  public let place: Place
  /// The properties in which the environment of the finding's series differs from the stage's other environments, as
  /// text; empty if the stage has only one.
  public let environment: String
  /// The metric whose values the finding's series contains.
  public let metric: Metric
  /// The reason for the check's finding about this series, with the measured change.
  public let evidence: Evidence
  /// How far the finding's series changed or exceeds a limit, as a multiple of the metric's noise floor, the smallest
  /// change that matters; 0 if unknown.
  public let severity: Double
  /// Whether the acceptance file allows this series of the check's finding to be worse.
  public internal(set) var standing = Standing.open

  /// The suite of the finding's series; `nil` for runs without a suite.
  public var suite: String? { place.suite }
  /// The stage of the finding's series, or the names of the two sides of a comparison.
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
  /// The name of a series, from stage, metric and environment, in acceptance files and outputs.
  public var checkName: String { acceptableNames[0] }

  /// The name of the series, followed by its names without environment and segment.
  var acceptableNames: [String] {
    let titles = segment == nil ? [title] : [title, stageTitle]
    let suffixes = environmentTitle.isEmpty ? [""] : ["@\(environmentTitle)", ""]
    return titles.flatMap { title in suffixes.map { "\(title)/\(metric.id)\($0)" } }
  }
}

extension Comparison {
  /// The name of a comparison, from its stage and its two sides, in acceptance files and outputs.
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
