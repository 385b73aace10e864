internal import Recordings

extension SuiteSummary {
  /// Whether the values of the suite were measured for it; published values have too few runs for statistics.
  public var isMeasured: Bool {
    description.provenance == nil
      && !stages.flatMap(\.runs).contains { $0.description.provenance != nil }
  }

  /// The verdict on a stage, as `compare` judges its change from its baseline.
  func measuredVerdict(on stage: StageSummary, from baseline: StageSummary) -> Verdict {
    let deciding = decidingMetrics.map(\.id)
    let metrics = comparison(of: stage, with: baseline).metrics.filter {
      deciding.contains($0.metric.id)
    }
    let verdicts = metrics.map(\.verdict)
    if verdicts.contains(.improved) { return .kept }
    if verdicts.contains(.regressed) { return .rejected }
    guard verdicts.allSatisfy({ $0 == nil }) else { return .unclear }
    return .undecided(because: metrics.first?.evidence.reason ?? Withheld.notComputed.reason)
  }

  /// The metrics that decide whether a stage is kept: those of the rule or, in a measured suite that shows none of them,
  /// its first row.
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
    let others = stages.map { stage in
      stage.runs.filter { run in
        run.description.session.map { !own.contains($0) } ?? false
          && environments == [TrendEnvironment(run.description.device)]
      }
    }
    var comparisons = [
      Comparison(
        sides[0], against: sides[1], metrics: compared,
        context: ComparisonContext(
          design: design, suite: stages.flatMap { $0.runs.byCommit },
          earlier: design.sharesSessions ? [] : others.filter { !$0.isEmpty }),
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

extension [RunSummary] {
  /// The runs in groups of equal commits.
  fileprivate var byCommit: [[RunSummary]] {
    Dictionary(grouping: self) { $0.description.commit ?? "" }.sorted { $0.key < $1.key }.map(
      \.value)
  }
}
