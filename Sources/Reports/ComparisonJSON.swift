public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The JSON output of `hitchmark compare` in the format `hitchmark.comparison/3`, which
/// `schemas/comparison.schema.json` defines.
public enum ComparisonJSON {
  /// Writes comparisons between two sides, such as two commits, as JSON in the units of the metric catalog and with
  /// full precision.
  ///
  /// There is at least one; all have the same reference and were judged together.
  ///
  /// - Parameters:
  ///   - comparisons: the comparisons.
  ///   - explanations: why the hitch time changed; left out if empty.
  public static func value(
    of comparisons: [Comparison], explanations: [Explanation] = []
  ) -> JSONValue {
    let candidates = comparisons.map(\.candidate.name).distinct
    var members: [JSONValue.Member] = [
      .init("schema", "hitchmark.comparison/3"),
      .init("generator", .string(Generator.name)),
      .init("reference", .string(comparisons[0].reference.name)),
      .init("candidate", candidates.count == 1 ? .string(candidates[0]) : .null),
      .init("candidates", .array(candidates.map { .string($0) })),
      .init("comparisons", .array(comparisons.map(json))),
    ]
    if !explanations.isEmpty {
      members.append(.init("why", WhyJSON.value(of: explanations)))
    }
    return .object(members)
  }

  private static func json(_ comparison: Comparison) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("stage", comparison.stage.isEmpty ? .null : .string(comparison.stage))
    ]
    if let segment = comparison.segment { members.append(.init("segment", .string(segment))) }
    if let device = comparison.device { members.append(.init("device", .string(device))) }
    members += [
      .init("reference", side(comparison.reference, of: comparison)),
      .init("candidate", side(comparison.candidate, of: comparison)),
      .init("differences", .array(comparison.differences.map(json))),
      .init("sessions", .string(comparison.design.name)),
      .init("equal_sides", .bool(comparison.hasEqualSides)),
    ]
    members += unpaired("segments", comparison.unpairedSegments)
    members += unpaired("devices", comparison.unpairedDevices)
    if let spread = comparison.spread { members.append(.init("spread", json(spread))) }
    members.append(.init("metrics", .array(comparison.metrics.map(json))))
    return .object(members)
  }

  private static func json(
    _ difference: (fact: String, reference: String, candidate: String)
  ) -> JSONValue {
    [
      "fact": .string(difference.fact), "reference": .string(difference.reference),
      "candidate": .string(difference.candidate),
    ]
  }

  private static func json(_ spread: SpreadComparison) -> JSONValue {
    [
      "answer": .string(spread.answer.rawValue),
      "reference": .number(spread.reference), "candidate": .number(spread.candidate),
      "ratio": number(spread.ratio), "p": .number(spread.pValue),
      "reference_count": .integer(spread.referenceCount),
      "candidate_count": .integer(spread.candidateCount),
    ]
  }

  /// The segments or devices that only one side has; none if both sides have the same.
  private static func unpaired(
    _ kind: String, _ names: (reference: [String], candidate: [String])
  ) -> [JSONValue.Member] {
    guard !names.reference.isEmpty || !names.candidate.isEmpty else { return [] }
    return [
      .init(
        "unpaired_\(kind)",
        [
          "reference": .array(names.reference.map { .string($0) }),
          "candidate": .array(names.candidate.map { .string($0) }),
        ])
    ]
  }

  private static func side(_ side: ComparedSide, of comparison: Comparison) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(side.name)), .init("runs", .integer(side.runs.count)),
      .init("commits", .array(side.commits.map { .string($0) })),
      .init("sessions", .array(side.sessions.sorted().map { .string($0) })),
    ]
    let odd =
      comparison.segment == nil
      ? OddRuns.all(among: side.runs, metrics: comparison.oddMetrics) : []
    if !odd.isEmpty {
      members.append(.init("odd_runs", .array(odd.map { $0.json(among: side.runs) })))
    }
    return .object(members)
  }

  // MARK: - A metric

  private static func json(_ metric: MetricComparison) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(metric.metric.id)),
      .init("title", .string(metric.metric.title)),
      .init("unit", .string(metric.metric.unit.id)),
      .init("better", .string(metric.metric.polarity.rawValue)),
      .init("reference", values(metric.reference, metric.referenceMean, metric.referenceBasis)),
      .init("candidate", values(metric.candidate, metric.candidateMean, metric.candidateBasis)),
      .init("verdict", metric.verdict.map { .string($0.rawValue) } ?? .null),
    ]
    switch metric.evidence {
    case .known(let evidence): members.append(.init("evidence", json(evidence, of: metric)))
    case .withheld(let reason):
      members.append(.init("withheld", .string(reason)))
      if let change = metric.plainChange {
        members.append(
          .init("change", ["effect": .number(change.effect), "relative": .bool(change.isRelative)]))
      }
    }
    return .object(members)
  }

  private static func values(
    _ values: [Double], _ mean: Double?, _ basis: MetricValue.Basis
  ) -> JSONValue {
    [
      "mean": number(mean),
      "values": .array(values.map { .number($0) }),
      "basis": values.isEmpty ? .null : .string(basis.rawValue),
    ]
  }

  private static func json(
    _ evidence: ComparisonEvidence, of metric: MetricComparison
  ) -> JSONValue {
    let judgment = metric.judgment
    return .object([
      .init("mode", .string(evidence.mode.name)),
      .init("method", .string(evidence.mode.method)),
      .init("history", history(of: evidence)),
      .init("relative", .bool(evidence.isRelative)),
      .init("noise_floor", .number(metric.noiseFloor)),
      .init("effect", .number(evidence.effect)),
      .init("interval", judgment.map { range($0.interval) } ?? .null),
      .init("confidence", number(judgment?.confidence)),
      .init("covers", judgment.map { .string($0.coverage.rawValue) } ?? .null),
      .init("p", number(evidence.pValue)),
      .init("p_adjusted", number(metric.adjustedPValue)),
      .init("degrees_of_freedom", number(evidence.degreesOfFreedom)),
      .init("smallest_detectable", number(judgment?.smallestDetectableEffect)),
      .init("needed", judgment?.repetitionsNeeded.map { .integer($0) } ?? .null),
      .init("needed_of", .string(evidence.mode.repetition.rawValue)),
      .init("warnings", .array(metric.warnings.map { .string($0) })),
    ])
  }

  /// The commits of a prediction, or why there is none.
  private static func history(of evidence: ComparisonEvidence) -> JSONValue {
    if case .history(let commits, let first, let last) = evidence.mode {
      return ["commits": .integer(commits), "first": .string(first), "last": .string(last)]
    }
    var members = evidence.noHistory.map { [JSONValue.Member("absent", .string($0))] } ?? []
    if case .earlierSessions(let count) = evidence.mode {
      members.insert(.init("sessions", .integer(count)), at: 0)
    }
    return members.isEmpty ? .null : .object(members)
  }

  private static func range(_ range: ClosedRange<Double>) -> JSONValue {
    [.number(range.lowerBound), .number(range.upperBound)]
  }

  private static func number(_ number: Double?) -> JSONValue {
    number.map { .number($0) } ?? .null
  }
}
