public import Recordings
public import Units

/// The results of a suite, an experiment that measures several stages.
public struct SuiteSummary: Sendable {
  /// The description of the suite, as read from `suite.json`.
  public let description: SuiteDescription
  /// The results of the suite's stages, in the order in which reports show them.
  public let stages: [StageSummary]
  /// The metrics that form the rows of the suite's printed tables, in order.
  public let rows: [Metric]
  /// The rule by which the suite decides whether an optimization is kept.
  public let rule: VerdictRule
  /// Whether the values of the suite were measured for it; published values have too few runs for statistics.
  public let isMeasured: Bool
  /// The positions of the stages by their ids.
  private let positions: [String: Int]
  /// All metrics of the suite: the catalog, then the metrics that the suite or its runs define.
  public let metrics: [Metric]
  private var verdicts: [String: Verdict] = [:]
  /// What `compare` proves of each stage of a measured suite against its baseline, by the stage's id.
  private var proved: [String: [Metric.ID: ChangeDirection]] = [:]
  /// The runs of a measured suite by stage and commit, which show how much runs vary.
  private let groups: [[RunSummary]]

  /// Summarizes the runs of a suite, one stage after the other.
  ///
  /// - Parameters:
  ///   - description: the contents of `suite.json`.
  ///   - runs: the runs of each stage by its id, in the order of the report. A stage may have none.
  ///   - catalog: the metrics for rows, in addition to those of the runs.
  ///   - rule: the rule by which an optimization is kept.
  /// - Throws: if the description names a stage or a metric that does not exist, or has two stages with one id.
  public init(
    _ description: SuiteDescription, runs: [String: [RunSummary]],
    catalog: [Metric] = Metric.all, rule: VerdictRule = ThesisConventions.verdictRule
  ) throws(SuiteError) {
    try description.checkStages()
    let stages = description.stages.map { StageSummary($0, runs: runs[$0.id] ?? []) }
    let metrics =
      (catalog + description.measures.map(Metric.own)
      + stages.flatMap { $0.figures.map(\.metric) })
      .distinct(by: \.id)
    var rows: [Metric] = []
    for name in description.tableRows {
      guard let metric = metrics.first(where: { $0.id == name }) else { throw .unknownMetric(name) }
      rows.append(metric)
    }
    self.description = description
    self.stages = stages
    positions = Self.positions(of: stages)
    self.rows = rows
    self.rule = rule
    self.metrics = metrics
    isMeasured =
      description.provenance == nil
      && !stages.flatMap(\.runs).contains { $0.description.provenance != nil }
    groups = isMeasured ? stages.flatMap(\.runs.byCommit) : []
    for stage in stages {
      guard let baseline = baseline(of: stage) else { continue }
      guard isMeasured else {
        verdicts[stage.stage.id] = publishedVerdict(on: stage, from: baseline)
        continue
      }
      let comparison = comparison(of: stage, with: baseline)
      verdicts[stage.stage.id] = verdict(on: comparison)
      proved[stage.stage.id] = comparison.proved
    }
  }

  /// The metrics that a report of the suite needs, chosen from a catalog, so that other metrics need not be computed.
  public static func metrics(
    among catalog: [Metric], for description: SuiteDescription,
    rule: VerdictRule = ThesisConventions.verdictRule
  ) -> [Metric] {
    let shares = catalog.filter { description.tableRows.contains($0.id) }.compactMap {
      $0.refreshSteps?.share
    }
    let ids = Set(
      description.tableRows + rule.metrics + shares + [ThesisConventions.responseTime])
    return catalog.filter { ids.contains($0.id) }
  }

  init(_ suite: SuiteSummary, stages: [StageSummary], rows: [Metric]) {
    var description = suite.description
    description.stages = stages.map(\.stage)
    self.description = description
    self.stages = stages
    positions = Self.positions(of: stages)
    self.rows = rows
    rule = suite.rule
    metrics = suite.metrics
    (isMeasured, groups) = (suite.isMeasured, suite.groups)
    (verdicts, proved) = (suite.verdicts, suite.proved)
  }

  private static func positions(of stages: [StageSummary]) -> [String: Int] {
    Dictionary(stages.enumerated().map { ($1.stage.id, $0) }) { first, _ in first }
  }

  /// The suite's best case, a stage that shows the best possible values; `nil` if the suite names none.
  public var best: StageSummary? { stage(description.best) }
  /// The suite's worst case, a stage that shows the worst possible values; `nil` if the suite names none.
  public var worst: StageSummary? { stage(description.worst) }
  /// The suite's end result, the stage that the report compares with the worst case and the best case; `nil` if none
  /// is named.
  public var endResult: StageSummary? { stage(description.endResult) }

  /// The stage of the suite that has a given id; `nil` if there is none.
  public func stage(_ id: String?) -> StageSummary? {
    id.flatMap { positions[$0] }.map { stages[$0] }
  }
}

// MARK: - Comparisons

extension SuiteSummary {
  /// The changes of metrics from one stage to another.
  ///
  /// In a measured suite, a change is better or worse if `compare` says so; for stages other than a stage and its
  /// baseline, it is asked again by each call.
  public func changes(of stage: StageSummary, from reference: StageSummary) -> StageChanges {
    let isBaseline = stage.stage.baseline == reference.stage.id
    let proved = isBaseline ? proved[stage.stage.id] : nil
    return StageChanges(
      stage: stage, reference: reference,
      proved: isMeasured ? proved ?? comparison(of: stage, with: reference).proved : nil)
  }

  /// The baseline of a stage, the other stage with which it is compared; `nil` if the stage has none.
  public func baseline(of stage: StageSummary) -> StageSummary? {
    self.stage(stage.stage.baseline)
  }

  /// The verdict on the change of a stage from its baseline; `nil` if the stage has no baseline.
  ///
  /// Measured suites are judged as `compare` judges the two stages, suites of published values by the rule's means.
  public func verdict(on stage: StageSummary) -> Verdict? { verdicts[stage.stage.id] }

  /// The verdict by the means alone.
  private func publishedVerdict(on stage: StageSummary, from baseline: StageSummary) -> Verdict {
    let deciding = metrics.filter { rule.metrics.contains($0.id) }
    return rule.verdict(
      on: deciding.map { MetricChange($0, stage: stage[$0].mean, reference: baseline[$0].mean) })
  }

  /// For each metric, the position of a stage between two others, the suite's worst case (0) and best case (1); `nil`
  /// if either is missing.
  ///
  /// The metrics are in the order of the catalog.
  public func standings(of stage: StageSummary) -> [Standing]? {
    guard let worst, let best else { return nil }
    return metrics.map {
      Standing($0, stage: stage[$0].mean, worst: worst[$0].mean, best: best[$0].mean)
    }
  }
}

extension SuiteSummary {
  /// The verdict on a stage, as `compare` judges its change from its baseline.
  private func verdict(on comparison: Comparison) -> Verdict {
    let deciding = decidingMetrics.map(\.id)
    let metrics = comparison.metrics.filter { deciding.contains($0.metric.id) }
    let verdicts = metrics.map(\.verdict)
    if verdicts.contains(.improved) { return .kept }
    if verdicts.contains(.regressed) { return .rejected }
    guard verdicts.allSatisfy({ $0 == nil }) else { return .unclear }
    return .undecided(because: metrics.first?.evidence.reason ?? Withheld.notComputed.reason)
  }

  /// The metrics of the rule or, if a measured suite shows none of them, its first row.
  public var decidingMetrics: [Metric] {
    let named = metrics.filter { rule.metrics.contains($0.id) }
    guard isMeasured else { return named }
    let shown = rows.filter { rule.metrics.contains($0.id) }
    return shown.isEmpty ? Array(rows.prefix(1)) : shown
  }

  /// The comparison of a stage with another one of the suite, as `compare` makes it.
  private func comparison(of stage: StageSummary, with baseline: StageSummary) -> Comparison {
    let sides = [stage, baseline].map { ComparedSide(name: $0.stage.id, runs: $0.runs) }
    let own = sides[0].sessions.union(sides[1].sessions)
    let design = SessionDesign(sides[0], against: sides[1])
    let environments = Set(sides.flatMap(\.runs).map { TrendEnvironment($0.description.device) })
    func others() -> [[RunSummary]] {
      stages.map { stage in
        stage.runs.filter { run in
          run.description.session.map { !own.contains($0) } ?? false
            && environments == [TrendEnvironment(run.description.device)]
        }
      }.filter { !$0.isEmpty }
    }
    var comparisons = [
      Comparison(
        sides[0], against: sides[1], metrics: compared,
        context: ComparisonContext(
          design: design, suite: groups, earlier: design.sharesSessions ? [] : others()),
        comparesSpread: false)
    ]
    Comparison.adjust(&comparisons)
    return comparisons[0]
  }

  /// The rows with the suite's noise floors, and the shares of late frames that judge tails.
  private var compared: [Metric] {
    let shares = rows.compactMap { $0.refreshSteps?.share }
    let all =
      rows
      + metrics.filter { metric in
        shares.contains(metric.id) && !rows.contains { $0.id == metric.id }
          && stages.contains { $0[metric].mean.value != nil }
      }
    let found = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    let others = Set(description.thresholds.noiseFloors.keys).subtracting(found.keys)
    let floored = try? Metric.withNoiseFloors(
      of: description, named: { found[$0] }, passingOver: others)
    let own = Dictionary((floored ?? []).map { ($0.id, $0) }) { _, last in last }
    return all.map { own[$0.id] ?? $0 }
  }
}

extension Comparison {
  /// The direction of each metric that is proved to have become better or worse.
  fileprivate var proved: [Metric.ID: ChangeDirection] {
    let proved = metrics.compactMap { compared -> (Metric.ID, ChangeDirection)? in
      switch compared.verdict {
      case .improved: (compared.metric.id, .better)
      case .regressed: (compared.metric.id, .worse)
      case .changed, .unchanged, .suspect, .inconclusive, nil: nil
      }
    }
    return Dictionary(proved) { first, _ in first }
  }
}

extension [RunSummary] {
  /// The runs in groups of equal commits.
  fileprivate var byCommit: [[RunSummary]] {
    Dictionary(grouping: self) { $0.description.commit ?? "" }.sorted { $0.key < $1.key }.map(
      \.value)
  }
}

extension SuiteSummary {
  /// The budget of a metric, in its unit: the largest value that the suite allows, or the smallest if higher values are
  /// better.
  ///
  /// `nil` if the suite declares none; withheld if it is unknown.
  public func budget(of metric: Metric) -> Known<Double>? {
    guard let budget = description.measures.first(where: { $0.name == metric.id })?.budget else {
      return nil
    }
    switch budget {
    case .value(let value): return .known(value)
    case .refresh:
      return Known { () throws(Withheld) in
        let period = Quantity(1000 / (try refreshRate()), .milliseconds)
        guard let budget = period.converted(to: metric.unit) else { throw .notFinite }
        return budget.value
      }
    }
  }

  /// The refresh rate of all runs, in hertz.
  private func refreshRate() throws(Withheld) -> Double {
    let rates = Set(stages.flatMap(\.runs).compactMap(\.parameters.refreshRate.hertz))
    guard let rate = rates.first else { throw .noRefreshRate }
    guard rates.count == 1 else { throw .severalRefreshRates }
    return rate
  }
}

extension Metric {
  /// Whether a value of the metric is worse than the budget: above it, or below it if higher values are better.
  public func isBeyond(_ budget: Double, _ value: Double) -> Bool {
    polarity == .higherIsBetter ? value < budget : value > budget
  }
}

/// The estimated time from an input to its effect on the screen, and whether the response feels instantaneous.
public struct ResponseTime: Sendable {
  /// The estimated response time in milliseconds, summarized over the runs of one stage.
  public let figure: StageFigure
  /// The parameters of the first run, such as the input lag, with which the response time is estimated.
  public let parameters: Parameters

  /// Whether the mean response time is short enough to feel instantaneous; `nil` if no run has a response time.
  public var isInstantaneous: Bool? {
    figure.mean.value.map { $0 <= parameters.instantaneousLimit.milliseconds }
  }
}

extension SuiteSummary {
  /// The estimated response time of the suite's end result (the stage that is compared with worst and best case); `nil`
  /// if the suite names none, or it has no run.
  ///
  /// Also `nil` if the suite was summarized with a catalog without the metric `response.avg`.
  public var responseTime: ResponseTime? {
    guard let endResult, let parameters = endResult.runs.first?.parameters,
      let metric = metrics.first(where: { $0.id == ThesisConventions.responseTime })
    else { return nil }
    return ResponseTime(figure: endResult[metric], parameters: parameters)
  }
}

/// An error in the description of a suite, such as two versions of the program with the same id.
public enum SuiteError: Error, Sendable, Equatable {
  case duplicateStage(String)
  /// A role names a stage that does not exist.
  case unknownStage(String, namedAs: StageRole)
  /// A row names a metric that does not exist.
  case unknownMetric(String)

  /// The role of a stage in its suite, such as baseline or best case.
  public enum StageRole: Sendable, Equatable {
    case baseline(of: String)
    case best
    case worst
    case endResult
  }
}

extension SuiteError {
  public func complaint(in suite: String) -> Complaint {
    switch self {
    case .duplicateStage(let stage):
      Complaint(
        at: suite, "two stages of the suite have the id “\(stage)”",
        remedy: "rename one")
    case .unknownStage(let stage, let role):
      Complaint(
        at: suite, "\(role.words) is the stage “\(stage)”, which does not exist in the suite",
        remedy: "fix suite.json and ingest it again")
    case .unknownMetric(let metric):
      Complaint(
        at: suite,
        "suite.json lists the metric “\(metric)” for the tables, but Hitchmark has no such metric",
        remedy: "“hitchmark metrics” lists the metrics")
    }
  }
}

extension SuiteError.StageRole {
  fileprivate var words: String {
    switch self {
    case .baseline(let stage): "the baseline with which stage “\(stage)” is compared"
    case .best: "the best case of the suite"
    case .worst: "the worst case of the suite"
    case .endResult: "the end result of the suite"
    }
  }
}

extension SuiteDescription {
  /// Checks that every named stage exists, and only once.
  func checkStages() throws(SuiteError) {
    var ids: Set<String> = []
    for stage in stages where !ids.insert(stage.id).inserted { throw .duplicateStage(stage.id) }
    let roles: [(String?, SuiteError.StageRole)] =
      stages.map { ($0.baseline, .baseline(of: $0.id)) }
      + [(best, .best), (worst, .worst), (endResult, .endResult)]
    for case (let id?, let role) in roles where !ids.contains(id) {
      throw .unknownStage(id, namedAs: role)
    }
  }
}

extension SuiteDescription {
  /// The rows in `suite.json`, otherwise six usual metrics and the suite's own measures.
  public var tableRows: [Metric.ID] {
    metrics.isEmpty ? ThesisConventions.rows + measures.map(\.name) : metrics
  }
}
