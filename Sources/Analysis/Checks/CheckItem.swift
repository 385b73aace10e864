public import Recordings

/// A problem or change in one series, with its evidence.
public struct CheckItem: Sendable {
  /// The evidence for one finding of a check, such as a regression, an exceeded limit or a missing value.
  public enum Evidence: Sendable {
    /// The level regressed; the value includes later fixes.
    case regression(Regression)
    case change(TrendChange)
    /// The newest commit is worse than the commits before it.
    case tip(TipChange)
    /// The newest commit exceeds a limit, certainly or possibly.
    case limit(LimitBreach)
    /// A declared comparison regressed, improved, is inconclusive, or has no values on one side.
    case comparison(MetricComparison)
    /// The newest commit has no value.
    ///
    /// `last` is the position of the last commit with a value, if any.
    case missing(last: Int?)
  }

  /// Whether the acceptance file allows a regression in a series of metric values.
  public enum Standing: Sendable, Equatable {
    case open
    case accepted(Acceptance)
    /// It was accepted at a level, and is now worse than that by more than the noise floor.
    case worse(Acceptance, accepted: Double)
    case ended(Acceptance)
  }

  /// The name of the series: suite, stage, segment if there is one, metric and, if needed, environment.
  ///
  /// For a declared comparison: the name of the comparison and the metric.
  public let name: String
  /// The names that an acceptance may use for the finding's series: `name`, and those without environment and segment.
  let acceptableNames: [String]
  /// The suite, stage and segment of the series.
  public let place: Place
  /// The properties of the environment, such as the device, by which the series differs from other series of the same
  /// program version, as text.
  ///
  /// The text is for reports, and empty for comparisons or if there is only one environment.
  public let environment: String
  /// The metric of the series.
  public let metric: Metric
  public let evidence: Evidence
  /// The size of the change, or of the excess over a limit, as a multiple of the noise floor; 0 if unknown.
  public let severity: Double
  public internal(set) var standing = Standing.open

  /// The suite of the series; `nil` for runs without a suite, and for declared comparisons.
  public var suite: String? { place.suite }
  /// The stage; for a declared comparison its name, which contains reference and candidate.
  public var stage: String? { place.stage }

  /// The present level of the series, in the metric's unit; `nil` for a missing value.
  ///
  /// For a regression, it is the newest level, even if the checked commit has no value; for an improvement, the level
  /// after the change. For a comparison, it is the mean of the candidate, `nil` without runs.
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
  /// The name of a series in acceptance files and outputs, made from stage, metric and environment.
  public var checkName: String { acceptableNames[0] }

  /// The name of the series, followed by its names without environment and segment.
  var acceptableNames: [String] {
    let titles = segment == nil ? [title] : [title, stageTitle]
    let suffixes = environmentTitle.isEmpty ? [""] : ["@\(environmentTitle)", ""]
    return titles.flatMap { title in suffixes.map { "\(title)/\(metric.id)\($0)" } }
  }
}

extension Comparison {
  /// The name of a comparison in acceptance files and outputs, made from its stage, its reference and its candidate.
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
