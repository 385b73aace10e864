public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The JSON output of `hitchmark check` in the format `hitchmark.check/1`, which `schemas/check.schema.json` defines.
public enum CheckJSON {
  /// Writes the result of a check for regressions as JSON, in the units of the metric catalog and with full precision.
  ///
  /// `exitCode` is that of the command.
  public static func value(of outcome: CheckOutcome, exitCode: Int) -> JSONValue {
    [
      "schema": "hitchmark.check/1",
      "generator": .string(Generator.name),
      "decision": .string(outcome.decision.rawValue),
      "exit_code": .integer(exitCode),
      "history": [
        "name": .string(outcome.history.name), "tip": .text(outcome.tip),
        "commits": .integer(outcome.history.commits.count - outcome.history.start),
      ],
      "parameters": .object(CheckConstants.all.map { .init($0.name, .number($0.value)) }),
      "fail_on": .array(outcome.failOn.map(\.name).sorted().map { .string($0) }),
      "warnings": .array(outcome.warningSentences.map { .string($0) }),
      "findings": .array(outcome.findings.map { finding(of: $0, in: outcome) }),
      "series": .array(outcome.series.map(series)),
      "idle_acceptances": .array(outcome.idle.map(idle)),
      "ratchet": .array(outcome.ratchet.map(step)),
    ]
  }

  // MARK: - Findings

  private static func finding(of finding: CheckFinding, in outcome: CheckOutcome) -> JSONValue {
    let members: [JSONValue.Member] = [
      .init("id", .string(finding.id)),
      .init("cause", .string(finding.cause.rawValue)),
      .init("state", .string(finding.state.rawValue)),
      .init("is_against", .bool(outcome.isAgainst(finding))),
      .init("is_older", .bool(finding.isOlder)),
      .init("entered", entered(finding, in: outcome)),
      .init("headline", .string(finding.headline(in: outcome))),
      .init("commits", finding.commits.map { commits($0, in: outcome) } ?? .null),
      .init("environment_changes", .array(finding.environmentChanges.map { .string($0.words) })),
      .init("items", .array(finding.items.map { item(of: $0, in: outcome) })),
      .init("next", .array(finding.next(in: outcome).map { .string($0.line.plainText) })),
    ]
    guard let explanation = outcome.explanations[finding.id] else { return .object(members) }
    return .object(members + [.init("causes", WhyJSON.largestCauses(of: explanation))])
  }

  private static func commits(
    _ commits: CheckFinding.Commits, in outcome: CheckOutcome
  ) -> JSONValue {
    let ids = outcome.history.commits
    let known = outcome.descriptions[ids[commits.likeliest]]
    return [
      "good": .string(ids[commits.good]), "bad": .string(ids[commits.bad]),
      "likeliest": .string(ids[commits.likeliest]), "subject": .text(known?.subject),
      "author": .text(known?.author), "date": .text(known?.date),
    ]
  }

  private static func entered(_ finding: CheckFinding, in outcome: CheckOutcome) -> JSONValue {
    finding.entered.map { position in
      let commit = outcome.history.commits[position]
      return [
        "commit": .string(commit), "date": .text(outcome.descriptions[commit]?.date),
      ]
    } ?? .null
  }

  private static func item(of item: CheckItem, in outcome: CheckOutcome) -> JSONValue {
    var members: [JSONValue.Member] = [.init("series", .string(item.name))]
    members += item.place.segmentMembers
    members += [
      .init("metric", .string(item.metric.id)),
      .init("unit", .string(item.metric.unit.id)),
      .init("severity", item.severity.isFinite ? .number(item.severity) : .null),
      .init("acceptance", .text(item.standingNote)),
    ]
    return .object(members + evidence(of: item, in: outcome))
  }

  private static func evidence(
    of item: CheckItem, in outcome: CheckOutcome
  ) -> [JSONValue.Member] {
    switch item.evidence {
    case .regression(let regression): self.regression(regression)
    case .change(let change): self.change(change)
    case .tip(let tip): self.tip(tip)
    case .limit(let breach):
      [.init("limit", .string(breach.limit.bound))] + level(breach.level)
    case .comparison(let comparison): self.comparison(comparison)
    case .missing(let last): [.init("last", .text(last.map { outcome.history.commits[$0] }))]
    }
  }

  private static func regression(_ regression: Regression) -> [JSONValue.Member] {
    let found = regression.detected
    return [
      .init("regression_state", .string(regression.state.rawValue)),
      .init("proof", .text(regression.proof?.rawValue)),
      .init("before", .number(regression.before)), .init("worst", .number(regression.worst)),
      .init("after", .number(regression.now)), .init("change", .number(regression.change)),
      .init("is_relative", .bool(regression.isRelative)),
      .init("interval", .range(regression.interval)),
      .init("p_local", .real(found?.localProbability)),
      .init("p_global", .real(found?.globalProbability)),
      .init(
        "n", .array(found.map { [.integer($0.countBefore), .integer($0.countAfter)] } ?? [])),
    ]
  }

  private static func change(_ change: TrendChange) -> [JSONValue.Member] {
    [
      .init("before", .number(change.before)), .init("after", .number(change.after)),
      .init("change", .number(change.change)), .init("is_relative", .bool(change.isRelative)),
      .init("interval", .range(change.interval)),
      .init("p_local", .real(change.localProbability)),
      .init("p_global", .real(change.globalProbability)),
      .init("n", [.integer(change.countBefore), .integer(change.countAfter)]),
      .init("change_state", .string(change.state.rawValue)),
    ]
  }

  private static func tip(_ tip: TipChange) -> [JSONValue.Member] {
    let sessions = tip.sessions.map { session -> JSONValue in
      [
        "session": .text(session.name), "value": .number(session.value),
        "change": .number(session.change), "p": .real(session.pValue),
      ]
    }
    return [
      .init("before", .number(tip.expected)), .init("after", .number(tip.value)),
      .init("change", .number(tip.change)), .init("is_relative", .bool(tip.isRelative)),
      .init("n", [.integer(tip.history), .integer(1)]), .init("sessions", .array(sessions)),
    ]
  }

  private static func comparison(_ comparison: MetricComparison) -> [JSONValue.Member] {
    let evidence = comparison.evidence.value
    return [
      .init("before", .real(comparison.referenceMean)),
      .init("after", .real(comparison.candidateMean)),
      .init("change", .real(evidence?.effect)),
      .init("is_relative", .bool(evidence?.isRelative ?? false)),
      .init("interval", .range(comparison.judgment?.interval)),
      .init("p", .real(comparison.adjustedPValue)),
      .init("n", [.integer(comparison.reference.count), .integer(comparison.candidate.count)]),
      .init("warnings", .array((evidence?.warnings ?? []).map { .string($0) })),
    ]
  }

  private static func level(_ level: TipLevel) -> [JSONValue.Member] {
    [
      .init("after", .number(level.value)), .init("interval", .range(level.interval)),
      .init("noise", .text(level.noise?.words)), .init("runs", .integer(level.runs)),
    ]
  }

  // MARK: - Series

  private static func series(_ checked: CheckedSeries) -> JSONValue {
    let series = checked.series
    var members: [JSONValue.Member] = [
      .init("series", .string(series.checkName)), .init("suite", .text(series.suite)),
      .init("stage", .text(series.stage)),
    ]
    members += series.place.segmentMembers
    members += [
      .init("metric", .string(series.metric.id)),
      .init("environment", .string(series.environmentTitle)),
      .init("unit", .string(series.metric.unit.id)),
      .init("better", .string(series.metric.polarity.rawValue)),
      .init("points", .integer(series.points.count)),
      .init("limits", .array(checked.limits.map { .string($0.bound) })),
      .init("reason", .text(checked.reason)),
      .init("visible", visible(checked.visible)),
      .init("level", checked.level.value.map { .object(level($0)) } ?? .null),
    ]
    return .object(members)
  }

  private static func visible(_ steps: VisibleSteps?) -> JSONValue {
    steps.map {
      [
        "suspect": .number($0.suspect), "failing": .real($0.failing),
        "is_relative": .bool($0.isRelative),
      ]
    } ?? .null
  }

  private static func idle(_ idle: IdleAcceptance) -> JSONValue {
    [
      "line": .integer(idle.acceptance.place.line), "series": .string(idle.acceptance.series.text),
      "why": .string(idle.sentence),
    ]
  }

  private static func step(_ step: RatchetStep) -> JSONValue {
    [
      "suite": .text(step.suite), "stage": .text(step.stage), "metric": .string(step.metric),
      "limit": .string(step.bound), "present": .text(step.present?.bound),
    ]
  }
}

extension Place {
  /// The member of the segment; none for whole runs.
  var segmentMembers: [JSONValue.Member] {
    segment.map { [.init("segment", .string($0))] } ?? []
  }
}

extension JSONValue {
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  static func real(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }

  static func range(_ range: ClosedRange<Double>?) -> JSONValue {
    range.map { [.number($0.lowerBound), .number($0.upperBound)] } ?? .null
  }
}

/// The JSON file of `hitchmark check --confirm` in the format `hitchmark.confirm/1`, which
/// `schemas/confirm.schema.json` defines.
public enum ConfirmationJSON {
  /// Writes as JSON which stages and commits to measure again, so that the next check can decide about uncertain
  /// regressions; may be an empty list.
  public static func value(of outcome: CheckOutcome) -> JSONValue {
    [
      "schema": "hitchmark.confirm/1",
      "generator": .string(Generator.name),
      "measurements": .array(outcome.confirmations.map(measurement)),
    ]
  }

  private static func measurement(_ confirmation: Confirmation) -> JSONValue {
    [
      "finding": .string(confirmation.finding), "reason": .string(confirmation.reason.rawValue),
      "suite": .text(confirmation.suite),
      "stages": .array(confirmation.stages.map { .string($0) }),
      "environment": .string(confirmation.environment),
      "commits": .array(confirmation.commits.map { .string($0) }),
      "fresh_sessions": .integer(confirmation.sessions),
      "runs_a_session": .integer(confirmation.runs),
      "metrics": .array(confirmation.metrics.map { .string($0) }),
    ]
  }
}
