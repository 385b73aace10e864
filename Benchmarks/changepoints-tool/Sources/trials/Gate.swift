import Analysis
import Recordings
import Units

/// A history that the gate checks commit by commit, as CI does.
struct GateRequest: Decodable {
  /// The value that a session measured at each commit, in milliseconds, oldest first.
  let values: [Double]
  /// Further runs of each session; `nil` if a session has one run.
  let more: [[Double]]?
  /// The value that a second session measures at each commit if the gate asks for one; `nil` for no second session.
  let again: [Double]?
  /// Other stages of the same sessions, over which autocorrelation is pooled.
  let siblings: [[Double]]?
  /// The position of the first commit that is checked.
  let first: Int
  /// The share at which the trip-wire fires; `nil` to turn it off.
  let tripWire: Double?

  /// The answer of the gate at each commit, after the second session if there was one.
  func answer() throws -> [GateAnswer] {
    var runs = (0..<first).flatMap(measured)
    return try (first..<values.count).map { commit in
      runs += measured(commit)
      var outcome = try check(runs)
      let isSuspect = outcome.confirmations.contains { $0.commits.contains("commit-\(commit)") }
      if isSuspect, let again {
        runs.append(run(commit, again[commit], session: "second"))
        outcome = try check(runs)
      }
      return GateAnswer(outcome, wasMeasuredAgain: isSuspect && again != nil)
    }
  }

  private static let metric = Metric(
    id: "simulated", title: "Simulated", unit: .milliseconds, polarity: .lowerIsBetter,
    noiseFloor: .relative(0.01), help: "Simulated.", formula: "none", source: "this benchmark"
  ) { _ throws(Withheld) in throw Withheld("simulated") }

  /// The first session of a commit.
  private func measured(_ commit: Int) -> [TrendRun] {
    ([values[commit]] + (more?[commit] ?? [])).map { run(commit, $0, session: "first") }
      + (siblings ?? []).enumerated().map { index, sibling in
        run(commit, sibling[commit], session: "first", stage: "sibling \(index)")
      }
  }

  private func run(
    _ commit: Int, _ value: Double, session: String, stage: String = "stage"
  ) -> TrendRun {
    var description = RunDescription()
    description.commit = "commit-\(commit)"
    description.session = "\(session) \(commit)"
    return TrendRun(
      suite: "app", stage: stage, description: description,
      values: [.init(metric: "simulated", revision: 1, parameters: "", value: .known(value))])
  }

  private func check(_ runs: [TrendRun]) throws -> CheckOutcome {
    let newest = (runs.compactMap(\.commit).compactMap { Int($0.dropFirst(7)) }.max() ?? 0) + 1
    let history = CommitHistory(name: "main", commits: (0..<newest).map { "commit-\($0)" })
    return try CheckOutcome(
      of: CheckQuestion(
        about: Trend(
          of: runs, metrics: [Self.metric], along: history,
          tripWires: TripWires(option: TripWire(share: tripWire)))))
  }
}

/// The answer of the gate at one commit.
struct GateAnswer: Encodable {
  struct Finding: Encodable {
    let id: String
    let cause: String
    let state: String
    let good: Int?
    let likeliest: Int?
    let bad: Int?
    let proof: String?
    let isOlder: Bool
    let before: Double?
    let now: Double?
  }

  let isRed: Bool
  let wasMeasuredAgain: Bool
  let findings: [Finding]

  init(_ outcome: CheckOutcome, wasMeasuredAgain: Bool) {
    let findings = outcome.findings.filter { finding in
      finding.items.contains { $0.stage == "stage" }
    }
    isRed = findings.contains { $0.state.fails }
    self.wasMeasuredAgain = wasMeasuredAgain
    self.findings = findings.map { finding in
      var before: Double?
      var proof: String?
      if case .regression(let regression) = finding.items[0].evidence {
        (before, proof) = (regression.before, regression.proof?.rawValue)
      }
      return Finding(
        id: finding.id, cause: finding.cause.rawValue, state: finding.state.rawValue,
        good: finding.commits?.good, likeliest: finding.commits?.likeliest,
        bad: finding.commits?.bad, proof: proof, isOlder: finding.isOlder, before: before,
        now: finding.items[0].level)
    }
  }
}
