internal import Recordings
internal import Statistics

/// The input of a check: the measured values along the commits (the trend), limits, known regressions and options.
public struct CheckQuestion: Sendable {
  /// The trend that the check judges: the series of metric values along the history of commits.
  ///
  /// The last commit is checked.
  public let trend: Trend
  /// The limits, the largest or smallest allowed values of metrics, that the check applies.
  public var limits = CheckLimits()
  /// The results of the comparisons that suites or the command line declare for the check; the caller adjusted their
  /// p-values together.
  public var comparisons: [Comparison] = []
  /// The number of newest measured commits that the check treats as new; a change that begins at one of them is a
  /// current finding.
  ///
  /// Older regressions are listed only while they are open or partly fixed, or if a new commit fixed them.
  public var window = StatisticalConstants.tipCommits
  /// The known regressions of the acceptance file, which do not fail the check.
  public var acceptances: [Acceptance] = []
  /// The author date of the checked commit, ISO 8601; `nil` if unknown.
  public var date: String?
  /// The number of commits from the beginning of the checked history that the base branch contains too; `nil` if the
  /// user names no base branch.
  ///
  /// Regressions since one of them are inherited.
  public var inherited: Int?
  /// What makes the result of the check undecided if no finding fails it.
  public var failOn: Set<CheckDoubt> = []
  /// The options with which the user started the check, quoted for a shell; the report repeats them in the
  /// commands that it suggests.
  public var options = AskedOptions()

  /// Creates the input of a check that judges the newest commit of a trend.
  ///
  /// The noise floors of the trend's metrics apply.
  public init(about trend: Trend) {
    self.trend = trend
  }
}

extension CheckOutcome {
  /// Checks the newest commit of a trend for regressions; O(n log n) for n points in all series together, without
  /// repeated searches.
  ///
  /// For each suspect or recent regression, the check repeats the search for changes at several earlier commits.
  ///
  ///     var question = CheckQuestion(about: trend)
  ///     question.limits = limits
  ///     let outcome = try CheckOutcome(of: question)
  ///     outcome.decision  // .passed, .regressed or .undecided
  ///
  /// - Throws: if the level of an acceptance is not a value of its metric.
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

/// The command-line options of the running check as text, so that the check's report can suggest complete commands.
public struct AskedOptions: Sendable {
  private let ofCheck: String
  private let ofCompare: String

  /// Keeps the given command-line options as text, for the commands that the check's report suggests.
  ///
  /// The caller quotes values for the shell.
  ///
  /// - Parameters:
  ///   - check: the options that affect the findings; may be empty.
  ///   - compare: the options with which `hitchmark compare` finds the same runs; may be empty.
  public init(ofCheck check: String = "", ofCompare compare: String = "") {
    ofCheck = check
    ofCompare = compare
  }

  /// The text of a `hitchmark check` command with the options of this check and further options.
  public func check(_ more: String) -> String { Self.joined("hitchmark check", ofCheck, more) }

  /// The text of a `hitchmark compare` command for two commits of the checked history.
  ///
  /// Both are ids or their beginnings.
  public func compare(_ reference: String, _ candidate: String) -> String {
    Self.joined("hitchmark compare", "\(reference) \(candidate)", ofCompare)
  }

  private static func joined(_ parts: String...) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The subject, author and date of a commit, which outputs show next to its id.
public struct CommitDescription: Sendable, Equatable {
  /// The first line of the commit's message; `nil` if unknown.
  public var subject: String?
  /// The author of the commit; `nil` if unknown.
  public var author: String?
  /// The author date of the commit, ISO 8601; `nil` if unknown.
  public var date: String?

  public init(subject: String? = nil, author: String? = nil, date: String? = nil) {
    (self.subject, self.author, self.date) = (subject, author, date)
  }
}

extension CheckOutcome {
  /// The ids of the commits that a check's outputs describe by subject and author, such as the likely cause of a change
  /// and the commit that fixed it.
  public var namedCommits: Set<String> {
    Set(
      findings.flatMap { [$0.commits?.likeliest, $0.entered] }.compactMap { position in
        position.flatMap { history.commits.indices.contains($0) ? history.commits[$0] : nil }
      })
  }
}
