import Analysis
import Recordings

/// Checks of generated trends.
enum MadeCheck {
  /// Twelve points, one of them an outlier.
  ///
  /// The SciPy values in these tests were computed from them.
  static let history = [10, 10.1, 9.95, 10.04, 9.98, 10.09, 10.02, 9.91, 11.5, 10.03, 9.99, 10.06]

  /// The history, and the newest commit with its sessions, each a list of runs.
  static func tip(_ sessions: [[Double]], device: String? = nil) -> [TrendRun] {
    history.enumerated().map { MadeTrend.run($0, $1, device: device) }
      + sessions.enumerated().flatMap { index, values in
        values.map {
          MadeTrend.run(history.count, $0, session: "session-\(index)", device: device)
        }
      }
  }

  /// 40 commits with a step of a size; commits from it on are at the new level.
  static func step(at commit: Int, _ factor: Double = 1.1, commits: Int = 40) -> [TrendRun] {
    (0..<commits).map { MadeTrend.run($0, MadeTrend.noisy($0 < commit ? 10 : 10 * factor, $0)) }
  }

  static func named(_ id: String) -> Metric? {
    [MadeTrend.metric, MadeTrend.rate, MadeTrend.size].first { $0.id == id }
      ?? Metric.named(
        id, amongThoseOf: [])
  }

  static func outcome(
    _ runs: [TrendRun], commits: Int? = nil, _ limits: String..., accepting lines: String = "",
    date: String? = nil, edit: (inout CheckQuestion) throws -> Void = { _ in }
  ) throws -> CheckOutcome {
    let newest = runs.compactMap(\.commit).compactMap { Int($0.dropFirst(7)) }.max() ?? 0
    var question = CheckQuestion(
      about: MadeTrend.trend(runs, commits: commits ?? newest + 1))
    question.limits = try CheckLimits(
      options: limits, suites: [], named: named, titles: ["app/scroll"])
    question.acceptances = try AcceptanceFile.acceptances(in: lines)
    question.date = date
    try edit(&question)
    return try CheckOutcome(of: question)
  }

  /// The findings of an outcome as text, one line each.
  static func words(_ outcome: CheckOutcome) -> [String] {
    outcome.findings.map { "\($0.cause.rawValue) \($0.state.rawValue)" }
  }
}
