public import Recordings

/// The results of a suite, an experiment that measures several versions of the program (stages).
public struct SuiteSummary: Sendable {
  /// The description of the suite, as read from `suite.json`.
  public let description: SuiteDescription
  /// The results of the suite's stages (versions of the program), in the order in which reports show them.
  public let stages: [StageSummary]
  /// The metrics that form the rows of the suite's printed tables, in order.
  public let rows: [Metric]
  /// The rule by which the suite decides whether an optimization is kept.
  public let rule: VerdictRule
  /// The positions of the stages by their ids.
  private let positions: [String: Int]
  /// All metrics of the suite: the catalog, then the metrics that the suite or its runs define.
  public let metrics: [Metric]
  private var verdicts: [String: Verdict] = [:]

  /// Summarizes the runs of a suite, one version of the program (stage) after the other.
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
    var ids: Set<Metric.ID> = []
    let metrics =
      (catalog + description.measures.map(Metric.own)
      + stages.flatMap { $0.figures.map(\.metric) })
      .filter { ids.insert($0.id).inserted }
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
    let isMeasured = isMeasured
    for stage in stages {
      guard let baseline = baseline(of: stage) else { continue }
      verdicts[stage.stage.id] =
        isMeasured
        ? measuredVerdict(on: stage, from: baseline) : publishedVerdict(on: stage, from: baseline)
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

  /// This suite with some of its stages and rows.
  init(_ suite: SuiteSummary, stages: [StageSummary], rows: [Metric]) {
    var description = suite.description
    description.stages = stages.map(\.stage)
    self.description = description
    self.stages = stages
    positions = Self.positions(of: stages)
    self.rows = rows
    rule = suite.rule
    metrics = suite.metrics
    verdicts = suite.verdicts
  }

  private static func positions(of stages: [StageSummary]) -> [String: Int] {
    Dictionary(stages.enumerated().map { ($1.stage.id, $0) }) { first, _ in first }
  }

  /// The suite's best case, a version of the program (stage) that shows the best possible values; `nil` if the suite
  /// names none.
  public var best: StageSummary? { stage(description.best) }
  /// The suite's worst case, a version of the program (stage) that shows the worst possible values; `nil` if the suite
  /// names none.
  public var worst: StageSummary? { stage(description.worst) }
  /// The suite's end result, the version of the program (stage) that the report compares with the worst case and the
  /// best case; `nil` if none is named.
  public var endResult: StageSummary? { stage(description.endResult) }

  /// The stage (version of the program) of the suite that has a given id; `nil` if there is none.
  public func stage(_ id: String?) -> StageSummary? {
    id.flatMap { positions[$0] }.map { stages[$0] }
  }
}

// MARK: - Comparisons

extension SuiteSummary {
  /// The change of every metric from one stage (version of the program) to another, in the order of the metric catalog.
  public func changes(of stage: StageSummary, from reference: StageSummary) -> [MetricChange] {
    metrics.map {
      MetricChange($0, stage: stage[$0].mean, reference: reference[$0].mean)
    }
  }

  /// The baseline of a stage (version of the program), the other stage with which it is compared; `nil` if the stage
  /// has none.
  public func baseline(of stage: StageSummary) -> StageSummary? {
    self.stage(stage.stage.baseline)
  }

  /// The verdict on the change of a stage (version of the program) from its baseline; `nil` if the stage has no
  /// baseline.
  ///
  /// Measured suites are judged as `compare` judges the two stages, suites of published values by the rule's means.
  public func verdict(on stage: StageSummary) -> Verdict? { verdicts[stage.stage.id] }

  /// The verdict by the means alone.
  private func publishedVerdict(on stage: StageSummary, from baseline: StageSummary) -> Verdict {
    let deciding = metrics.filter { rule.metrics.contains($0.id) }
    return rule.verdict(
      on: deciding.map { MetricChange($0, stage: stage[$0].mean, reference: baseline[$0].mean) })
  }

  /// For each metric, the position of a stage (version of the program) between two others, the suite's worst case (0)
  /// and best case (1); `nil` if either is missing.
  ///
  /// The metrics are in the order of the catalog.
  public func standings(of stage: StageSummary) -> [Standing]? {
    guard let worst, let best else { return nil }
    return metrics.map {
      Standing($0, stage: stage[$0].mean, worst: worst[$0].mean, best: best[$0].mean)
    }
  }
}
