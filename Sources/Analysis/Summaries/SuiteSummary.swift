public import Recordings

/// What an experiment of several stages came to.
public struct SuiteSummary: Sendable {
  /// The experiment.
  public let description: SuiteDescription
  /// Its stages, in the order of the report.
  public let stages: [StageSummary]
  /// The metrics of the tables' rows, in their order.
  public let rows: [Metric]
  /// When an optimisation is kept.
  public let rule: VerdictRule
  /// The catalogue, then what the runs bring themselves.
  public let metrics: [Metric]

  /// Sums up a suite.
  ///
  /// - Parameters:
  ///   - description: what `suite.json` says.
  ///   - runs: of each stage, by its id, in the order of the report; a stage may have none.
  ///   - catalogue: the metrics to look rows up in, besides those of the runs.
  ///   - rule: when an optimisation is kept.
  /// - Throws: when the description names a stage or a metric that there is not.
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

  /// Those metrics that a report of a suite shows or decides by, so that nothing else need be computed.
  ///
  /// - Parameters:
  ///   - catalogue: the metrics that there are.
  ///   - description: what `suite.json` says.
  ///   - rule: when an optimisation is kept.
  /// - Returns: in the order of the catalogue.
  public static func metrics(
    among catalogue: [Metric], for description: SuiteDescription,
    rule: VerdictRule = ThesisConventions.verdictRule
  ) -> [Metric] {
    let ids = Set(description.tableRows + rule.metrics + [ThesisConventions.responseTime])
    return catalogue.filter { ids.contains($0.id) }
  }

  /// The same suite by some of its stages and rows.
  init(_ suite: SuiteSummary, stages: [StageSummary], rows: [Metric]) {
    var description = suite.description
    description.stages = stages.map(\.stage)
    self.description = description
    self.stages = stages
    self.rows = rows
    rule = suite.rule
    metrics = suite.metrics
  }

  /// The stage that no change can beat, or `nil` when the suite names none.
  public var best: StageSummary? { stage(description.best) }
  /// The stage to get away from, or `nil` when the suite names none.
  public var worst: StageSummary? { stage(description.worst) }
  /// The stage that the closing comparisons are about, or `nil` when the suite names none.
  public var endResult: StageSummary? { stage(description.endResult) }

  /// A stage by its id.
  ///
  /// - Parameter id: `nil` for no stage.
  /// - Returns: `nil` when there is no such stage.
  public func stage(_ id: String?) -> StageSummary? {
    stages.first { $0.stage.id == id }
  }
}

// MARK: - Comparisons

extension SuiteSummary {
  /// How every metric changed from one stage to another.
  ///
  /// - Parameters:
  ///   - stage: the later one.
  ///   - reference: the earlier one.
  /// - Returns: the changes in the order of the catalogue.
  public func changes(of stage: StageSummary, from reference: StageSummary) -> [MetricChange] {
    metrics.map {
      MetricChange($0, stage: stage[$0].mean, reference: reference[$0].mean)
    }
  }

  /// The stage that a stage is compared with.
  ///
  /// - Parameter stage: of this suite.
  /// - Returns: `nil` when it has no baseline.
  public func baseline(of stage: StageSummary) -> StageSummary? {
    self.stage(stage.stage.baseline)
  }

  /// Whether a stage's change is kept.
  ///
  /// - Parameter stage: of this suite.
  /// - Returns: `nil` when it has no baseline.
  public func verdict(on stage: StageSummary) -> Verdict? {
    baseline(of: stage).map { baseline in
      let deciding = metrics.filter { rule.metrics.contains($0.id) }
      return rule.verdict(
        on: deciding.map { MetricChange($0, stage: stage[$0].mean, reference: baseline[$0].mean) })
    }
  }

  /// Where a stage stands between the worst and the best one, by every metric.
  ///
  /// - Parameter stage: of this suite.
  /// - Returns: in the order of the catalogue; `nil` when the suite names no worst or no best stage.
  public func standings(of stage: StageSummary) -> [Standing]? {
    guard let worst, let best else { return nil }
    return metrics.map {
      Standing($0, stage: stage[$0].mean, worst: worst[$0].mean, best: best[$0].mean)
    }
  }
}
