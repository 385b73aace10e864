public import Recordings

/// The results of an experiment with several stages.
public struct SuiteSummary: Sendable {
  /// The experiment.
  public let description: SuiteDescription
  /// Its stages, in the order of the report.
  public let stages: [StageSummary]
  /// The metrics of the tables' rows, in their order.
  public let rows: [Metric]
  /// The rule by which an optimization is kept.
  public let rule: VerdictRule
  /// The catalog, then the metrics of the runs.
  public let metrics: [Metric]

  /// Summarizes a suite.
  ///
  /// - Parameters:
  ///   - description: the contents of `suite.json`.
  ///   - runs: the runs of each stage by its id, in the order of the report. A stage may have none.
  ///   - catalogue: the metrics for rows, in addition to those of the runs.
  ///   - rule: the rule by which an optimization is kept.
  /// - Throws: if the description names a stage or a metric that does not exist.
  public init(
    _ description: SuiteDescription, runs: [String: [RunSummary]],
    catalogue: [Metric] = Metric.all, rule: VerdictRule = ThesisConventions.verdictRule
  ) throws(SuiteError) {
    try description.checkStages()
    let stages = description.stages.map { StageSummary($0, runs: runs[$0.id] ?? []) }
    var ids: Set<Metric.ID> = []
    let metrics =
      (catalogue + description.measures.map(Metric.own)
      + stages.flatMap { $0.figures.map(\.metric) })
      .filter { ids.insert($0.id).inserted }
    var rows: [Metric] = []
    for name in description.tableRows {
      guard let metric = metrics.first(where: { $0.id == name }) else { throw .unknownMetric(name) }
      rows.append(metric)
    }
    self.description = description
    self.stages = stages
    self.rows = rows
    self.rule = rule
    self.metrics = metrics
  }

  /// The metrics that a report of a suite needs, in the order of the catalog, so that no others
  /// need to be computed.
  public static func metrics(
    among catalogue: [Metric], for description: SuiteDescription,
    rule: VerdictRule = ThesisConventions.verdictRule
  ) -> [Metric] {
    let ids = Set(description.tableRows + rule.metrics + [ThesisConventions.responseTime])
    return catalogue.filter { ids.contains($0.id) }
  }

  /// This suite with some of its stages and rows.
  init(_ suite: SuiteSummary, stages: [StageSummary], rows: [Metric]) {
    var description = suite.description
    description.stages = stages.map(\.stage)
    self.description = description
    self.stages = stages
    self.rows = rows
    rule = suite.rule
    metrics = suite.metrics
  }

  /// The best case; `nil` if the suite names none.
  public var best: StageSummary? { stage(description.best) }
  /// The worst case; `nil` if the suite names none.
  public var worst: StageSummary? { stage(description.worst) }
  /// The end result; `nil` if the suite names none.
  public var endResult: StageSummary? { stage(description.endResult) }

  /// A stage by its id; `nil` if there is none.
  public func stage(_ id: String?) -> StageSummary? {
    stages.first { $0.stage.id == id }
  }
}

// MARK: - Comparisons

extension SuiteSummary {
  /// The change of every metric from one stage to another, in the order of the catalog.
  public func changes(of stage: StageSummary, from reference: StageSummary) -> [MetricChange] {
    metrics.map {
      MetricChange($0, stage: stage[$0].mean, reference: reference[$0].mean)
    }
  }

  /// The stage that a stage is compared with; `nil` if it has no baseline.
  public func baseline(of stage: StageSummary) -> StageSummary? {
    self.stage(stage.stage.baseline)
  }

  /// The verdict on a stage's change; `nil` if it has no baseline.
  public func verdict(on stage: StageSummary) -> Verdict? {
    baseline(of: stage).map { baseline in
      let deciding = metrics.filter { rule.metrics.contains($0.id) }
      return rule.verdict(
        on: deciding.map { MetricChange($0, stage: stage[$0].mean, reference: baseline[$0].mean) })
    }
  }

  /// The position of a stage between the worst and the best one for every metric, in the order of
  /// the catalog; `nil` if the suite names no worst or best stage.
  public func standings(of stage: StageSummary) -> [Standing]? {
    guard let worst, let best else { return nil }
    return metrics.map {
      Standing($0, stage: stage[$0].mean, worst: worst[$0].mean, best: best[$0].mean)
    }
  }
}
