public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The JSON output of `hitchmark why` in the format `hitchmark.why/2`, which `schemas/why.schema.json` defines.
public enum WhyJSON {
  /// Writes as JSON why frames are later on one side of a comparison, such as a commit, than on the other side.
  ///
  /// There is at least one explanation.
  public static func value(of explanations: [Explanation]) -> JSONValue {
    [
      "schema": "hitchmark.why/2",
      "generator": .string(Generator.name),
      "metric": "hitch.ratio",
      "unit": "ms/s",
      "reference": .string(explanations[0].comparison.reference.name),
      "candidate": .string(explanations[0].comparison.candidate.name),
      "explanations": .array(explanations.map(json)),
    ]
  }

  /// Writes as JSON what caused the late frames in one set of runs, such as those of a commit, for each version of the
  /// program.
  ///
  /// There is at least one stage.
  public static func value(of side: [(title: String, runs: ComparedSide)]) -> JSONValue {
    [
      "schema": "hitchmark.why/2",
      "generator": .string(Generator.name),
      "metric": "hitch.ratio",
      "unit": "ms/s",
      "candidate": .string(side[0].runs.name),
      "explanations": .array(side.map { json($0.runs, title: $0.title) }),
    ]
  }

  private static func json(_ side: ComparedSide, title: String) -> JSONValue {
    let causes = CauseTable.causes(of: side)
    let reason = side.runs.compactMap { $0.causes?.reason }.first
    let members: [JSONValue.Member] = [
      .init("stage", title.isEmpty ? .null : .string(title)),
      .init("runs", .integer(side.runs.count)),
      .init("causes", .array(causes.map { json($0, of: side) })),
      .init("slowest", slowest(of: side)),
    ]
    guard causes.isEmpty, let reason else { return .object(members) }
    return .object(members + [.init("withheld", .string(reason))])
  }

  private static func json(_ row: CauseTable.Row, of side: ComparedSide) -> JSONValue {
    [
      "name": .string(row.cause.name), "kind": .string(row.cause.kind.rawValue),
      "parent": string(side.container(of: row.cause)),
      "rate": .number(row.rate), "usual_ms": number(row.durations?.usual),
      "late_ms": number(row.durations?.late),
      "frames": .integer(side.lateFrames(with: row.cause).count),
    ]
  }

  private static func json(_ explanation: Explanation) -> JSONValue {
    let comparison = explanation.comparison
    var members: [JSONValue.Member] = [
      .init("stage", comparison.title.isEmpty ? .null : .string(comparison.title)),
      .init(
        "runs",
        [
          .integer(comparison.reference.runs.count), .integer(comparison.candidate.runs.count),
        ]),
    ]
    if let missing = explanation.missing {
      members.append(.init("withheld", .string("\(missing.side): \(missing.reason)")))
      return .object(members)
    }
    members += change(explanation.total)
    members.append(
      .init("causes", .array(explanation.rows.map { json($0.cause, $0.change, comparison) })))
    let renamed = explanation.renamed.map { before, after -> JSONValue in
      ["before": .string(before.name), "after": .string(after.name)]
    }
    members.append(.init("renamed", .array(renamed)))
    members.append(.init("slowest", slowest(of: comparison.candidate)))
    return .object(members)
  }

  private static func json(
    _ cause: Cause, _ change: MetricComparison, _ comparison: Comparison
  ) -> JSONValue {
    let frames = [comparison.reference, comparison.candidate].map {
      JSONValue.integer($0.lateFrames(with: cause).count)
    }
    let members: [JSONValue.Member] = [
      .init("name", .string(cause.name)), .init("kind", .string(cause.kind.rawValue)),
      .init("parent", string(comparison.container(of: cause))),
    ]
    return .object(members + self.change(change) + [.init("frames", .array(frames))])
  }

  private static func change(_ change: MetricComparison) -> [JSONValue.Member] {
    let evidence = change.evidence.value
    let interval = change.judgment?.interval
    return [
      .init("before", number(change.referenceMean)), .init("after", number(change.candidateMean)),
      .init("change", number(change.change)),
      .init(
        "interval",
        interval.map { [.number($0.lowerBound), .number($0.upperBound)] } ?? .null),
      .init("p", number(evidence?.pValue)), .init("adjusted_p", number(change.adjustedPValue)),
      .init("verdict", change.verdict.map { .string($0.rawValue) } ?? .null),
    ]
  }

  /// The three causes that changed most.
  static func largestCauses(of explanation: Explanation) -> JSONValue {
    .array(
      explanation.largestCauses(3).map { json($0.cause, $0.change, explanation.comparison) })
  }

  private static func slowest(of side: ComparedSide) -> JSONValue {
    .array(
      side.slowestFrames(20).map { run, frame in
        [
          "run": .string(run), "time_s": .number(frame.time.seconds),
          "excess_ms": .number(frame.excess),
          "causes": .array(
            frame.causes.map { cause, share in
              ["name": .string(cause.name), "ms": .number(share)]
            }),
        ]
      })
  }

  private static func number(_ number: Double?) -> JSONValue {
    number.map { .number($0) } ?? .null
  }

  private static func string(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
