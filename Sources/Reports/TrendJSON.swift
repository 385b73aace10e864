public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The JSON output of `hitchmark trend` in the format `hitchmark.trend/1`, which `schemas/trend.schema.json` defines.
public enum TrendJSON {
  /// Writes a trend and its changes as JSON, in the units of the metric catalog and with full precision.
  ///
  /// The trend has at least one series. `subjects` are first lines of commit messages, by id.
  public static func value(of trend: Trend, subjects: [String: String] = [:]) -> JSONValue {
    let writer = Writer(history: trend.history, subjects: subjects)
    return [
      "schema": "hitchmark.trend/1",
      "generator": .string(Generator.name),
      "history": [
        "name": .string(trend.history.name),
        "commits": .integer(trend.history.commits.count - trend.history.start),
        "newest_measured": writer.commit(trend.newest),
      ],
      "parameters": .object(Trend.constants.map { .init($0.name, .string($0.value)) }),
      "census": [
        "series": .integer(trend.series.count),
        "judged": .integer(trend.series.count { $0.judgment.value != nil }),
        "left_out": .array(trend.omissions.map(writer.json)),
      ],
      "findings": .array(trend.findings.map(writer.json)),
      "breaks": .array(trend.breaks.map(writer.json)),
      "series": .array(trend.series.map(writer.json)),
    ]
  }

  /// Writes parts of a trend along one history.
  private struct Writer {
    let history: CommitHistory
    let subjects: [String: String]

    func commit(_ position: Int?) -> JSONValue {
      position.map { .string(history.commits[$0]) } ?? .null
    }

    // MARK: - Findings

    func json(_ finding: TrendFinding) -> JSONValue {
      [
        "id": .string(finding.id),
        "state": .string(finding.state.rawValue),
        "direction": .string(finding.direction.rawValue),
        "at_tip": .bool(finding.isAtTip),
        "commits": [
          "good": commit(finding.good), "bad": commit(finding.bad),
          "likeliest": commit(finding.best),
          "count": .integer(finding.bad - finding.good),
        ],
        "subject": subjects[history.commits[finding.best]].map { .string($0) } ?? .null,
        "differences": .array(finding.differences.map(json)),
        "series": .array(
          finding.members.map { member in
            [
              "id": .string(member.series.key),
              "noise_floors": .number(member.severity),
            ]
          }),
      ]
    }

    private func json(_ difference: TrendDifference) -> JSONValue {
      [
        "fact": .string(difference.fact), "before": .string(difference.before),
        "after": .string(difference.after),
      ]
    }

    // MARK: - Series

    func json(_ series: TrendSeries) -> JSONValue {
      var members: [JSONValue.Member] = [
        .init("id", .string(series.key)),
        .init("suite", .text(series.suite)), .init("stage", .text(series.stage)),
      ]
      members += series.place.segmentMembers
      members += [
        .init("metric", .string(series.metric.id)),
        .init("unit", .string(series.metric.unit.id)),
        .init("better", .string(series.metric.polarity.rawValue)),
        .init(
          "environment",
          .object(series.environment.facts.map { .init($0.name, .text($0.value)) })),
        .init("points", .array(series.points.map(json))),
      ]
      switch series.judgment {
      case .known(let judgment): members.append(.init("judgement", json(judgment)))
      case .withheld(let reason): members.append(.init("not_judged", .string(reason)))
      }
      switch series.tip {
      case .known(let tip): members.append(.init("tip", json(tip)))
      case .withheld(let reason): members.append(.init("no_tip", .string(reason)))
      }
      return .object(members)
    }

    private func json(_ point: TrendPoint) -> JSONValue {
      [
        "commit": commit(point.commit), "position": .integer(point.commit),
        "value": .number(point.value), "runs": .integer(point.runs),
      ]
    }

    private func json(_ judgment: TrendJudgment) -> JSONValue {
      [
        "changes": .array(judgment.changes.map(json)),
        "spikes": .array(judgment.spikes.map(json)),
        "noise": .real(judgment.noise),
        "autocorrelation": .real(judgment.autocorrelation),
        "drift": .real(judgment.drift),
        "warnings": .array(judgment.warnings.map { .string($0) }),
      ]
    }

    private func json(_ change: TrendChange) -> JSONValue {
      [
        "state": .string(change.state.rawValue),
        "commits": [
          "good": commit(change.good), "bad": commit(change.bad), "likeliest": commit(change.best),
          "count": .integer(change.bad - change.good),
        ],
        "before": .number(change.before), "after": .number(change.after),
        "change": .number(change.change), "relative": .bool(change.isRelative),
        "interval": .range(change.interval),
        "p_local": .real(change.localProbability), "p_global": .real(change.globalProbability),
        "global_test": change.globalTest.map(JSONValue.string) ?? .null,
        "points": [.integer(change.countBefore), .integer(change.countAfter)],
        "differences": .array(change.differences.map(json)),
      ]
    }

    private func json(_ spike: TrendSpike) -> JSONValue {
      [
        "commit": commit(spike.commit), "value": .number(spike.value),
        "around": .number(spike.around),
      ]
    }

    private func json(_ tip: TrendTip) -> JSONValue {
      [
        "commit": commit(tip.commit), "value": .number(tip.value),
        "expected": .number(tip.expected), "bounds": .range(tip.bounds),
        "change": .number(tip.change), "relative": .bool(tip.isRelative),
        "p": .real(tip.probability), "points": .integer(tip.history),
        "direction": .string(tip.direction.rawValue), "stands_out": .bool(tip.isOutside),
      ]
    }

    // MARK: - Breaks and omissions

    func json(_ change: TrendBreak) -> JSONValue {
      [
        "stage": .string(change.title), "commit": commit(change.commit),
        "differences": .array(change.differences.map(json)),
      ]
    }

    func json(_ left: (omission: TrendOmission, count: Int)) -> JSONValue {
      [
        "reason": .string(left.omission.reason.id), "subject": .string(left.omission.subject),
        "runs": .integer(left.count),
      ]
    }
  }
}

extension TrendOmission.Reason {
  /// The reason, for machines.
  fileprivate var id: String {
    switch self {
    case .noCommit: "no-commit"
    case .otherHistory: "other-history"
    case .beforeStart: "before-start"
    case .earlierRevision: "earlier-revision"
    case .otherParameters: "other-parameters"
    }
  }
}
