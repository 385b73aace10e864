internal import Recordings
internal import Statistics

/// What a gate is to decide, and what it is told beside the trend.
public struct CheckQuestion: Sendable {
  /// The series along the history, whose last commit is the one to decide about.
  public let trend: Trend
  /// Values that metrics must not pass.
  public var limits = CheckLimits()
  /// Declared comparisons, adjusted together.
  public var comparisons: [Comparison] = []
  /// How many of the newest measured commits are new.
  ///
  /// What began before them is older, and only listed while it is
  /// open.
  public var window = StatisticalConstants.tipCommits
  /// Known regressions.
  public var acceptances: [Acceptance] = []
  /// The author date of the newest commit, ISO 8601; `nil` when it is not known.
  public var date: String?
  /// How many commits of the history, from its beginning, the base has; `nil` when there is no base.
  ///
  /// What is worse since one of them is inherited.
  public var inherited: Int?
  /// States that leave it undecided, besides.
  public var failOn: Set<CheckFinding.State> = []
  /// The options by which it was asked.
  public var options = AskedOptions()

  /// Creates a question about the newest commit of a trend.
  ///
  /// - Parameter trend: with the noise floors that count.
  public init(about trend: Trend) {
    self.trend = trend
  }
}

extension CheckOutcome {
  /// Decides; O(points) of all series.
  ///
  /// - Parameter question: what is to be decided.
  /// - Throws: when the level of an acceptance is none of its metric.
  public init(of question: CheckQuestion) throws(AcceptanceProblem) {
    let judge = CheckJudge(question)
    let accepting = try Accepting(question, judge.findings)
    history = question.trend.history
    findings = accepting.findings.enumerated().sorted { left, right in
      (left.element.isOlder ? 1 : 0, left.element.state.rank, -left.element.severity, left.offset)
        < (
          right.element.isOlder ? 1 : 0, right.element.state.rank, -right.element.severity,
          right.offset
        )
    }.map(\.element)
    series = judge.series
    comparisons = question.comparisons
    let isGood = { (finding: CheckFinding) in
      [.improved, .dismissed, .fixed].contains(finding.state)
    }
    let improved = Set(findings.filter { $0.state == .improved }.flatMap { $0.items.map(\.name) })
    let worse = Set(findings.filter { !isGood($0) }.flatMap { $0.items.map(\.name) })
    ratchet = RatchetStep.steps(
      of: judge.series.filter { $0.level.value != nil && !worse.contains($0.series.checkName) },
      improved: { improved.contains($0.checkName) })
    idle = accepting.idle
    warnings = judge.warnings
    failOn = question.failOn
    window = question.window
    options = question.options
  }
}
