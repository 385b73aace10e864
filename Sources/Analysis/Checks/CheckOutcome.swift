public import Recordings

/// The result of a check, which judges the newest commit of a history.
public struct CheckOutcome: Sendable {
  /// The overall result of a check: passed, regressed or undecided.
  public enum Decision: String, Sendable {
    /// No finding fails the check, and none makes it undecided.
    case passed
    case regressed
    /// No finding fails the check, but one has a state that `failOn` contains.
    case undecided
  }

  /// The commits of the checked history; the newest one is checked.
  public let history: CommitHistory
  /// The findings of the check, such as regressions and exceeded limits, worst first; older findings come last.
  public let findings: [CheckFinding]
  /// Every series of metric values that the check read, in the order in which the trend lists the series.
  public let series: [CheckedSeries]
  /// The results of the comparisons that suites or the command line declare for the check, in the declared order.
  public let comparisons: [Comparison]
  /// Tighter limits that the check proposes to the user, because the levels at the checked commit are better than the
  /// present limits require.
  ///
  /// The check also proposes first limits for series that improved.
  public let ratchet: [RatchetStep]
  /// The lines of the acceptance file that match no regression, so that the user can remove them.
  public let idle: [IdleAcceptance]
  /// The limitations of the check's result that the report mentions, such as that no series could be judged.
  public let warnings: [Warning]
  /// What makes the result of the check undecided if no finding fails it.
  public let failOn: Set<CheckDoubt>
  /// The number of newest measured commits that the check treats as new; an older regression is listed only if it is
  /// open, partly fixed or fixed by a new commit.
  public let window: Int
  /// The subject, author and date of the commits that a check's outputs name, by commit id.
  public var descriptions: [String: CommitDescription] = [:]
  /// By the finding's id, the causes of late frames before and after the change, for the worst few findings that fail
  /// the check; only for runs with known causes.
  public var explanations: [String: Explanation] = [:]
  /// The folders of suites in which the check found changes, by suite id; without suites whose folder is unknown.
  public var folders: [String: SuiteFolder] = [:]
  /// The options with which the user started the check, quoted for a shell; the report repeats them in the
  /// commands that it suggests.
  public let options: AskedOptions

  /// A limitation of a check's result that its report mentions, such as that no series could be judged.
  public enum Warning: Sendable, Equatable {
    case nothingJudged
    case noHistory
    /// Acceptances have a last day, but the date of the newest commit is unknown.
    case noDate
    /// The base contains all commits, so nothing is inherited.
    case baseIsTip
  }

  /// The folder with the runs of a suite, in which a report suggests to measure further runs.
  public struct SuiteFolder: Sendable, Equatable {
    /// The path of the suite's folder, which contains a `suite.json`.
    public let path: String
    /// Whether `suite.json` contains the command that measures a run, so that the user need not state it.
    public let hasCommand: Bool

    public init(path: String, hasCommand: Bool) {
      self.path = path
      self.hasCommand = hasCommand
    }
  }

  /// The id of the newest commit of the checked history; `nil` if the history is empty.
  public var tip: String? { history.commits.last }

  /// Whether a finding, even as the only one, would make the result of the check regressed or undecided.
  public func isAgainst(_ finding: CheckFinding) -> Bool {
    finding.state.fails || failOn.contains(.finding(finding.state))
  }

  /// The overall result of the check: passed, regressed or undecided.
  public var decision: Decision {
    if findings.contains(where: { $0.state.fails }) { return .regressed }
    let isUnjudged = failOn.contains(.unjudged) && series.contains(where: \.isUnjudged)
    return isUnjudged || findings.contains(where: isAgainst) ? .undecided : .passed
  }
}

/// What makes the result of a check undecided if no finding fails it.
public enum CheckDoubt: Sendable, Hashable {
  case finding(CheckFinding.State)
  /// A series that was measured at the checked commit and could not be judged.
  case unjudged

  /// The doubts that a user may choose, in the order of the help.
  public static let all: [CheckDoubt] = [
    .finding(.suspect), .finding(.inconclusive), .finding(.missing), .finding(.environment),
    .unjudged,
  ]

  /// The name, such as `suspect`.
  public var name: String {
    switch self {
    case .finding(let state): state.rawValue
    case .unjudged: "unjudged"
    }
  }
}

/// One series of metric values that a check read, with the series' level and limits.
public struct CheckedSeries: Sendable {
  /// The series of metric values that the check examined, with or without a verdict.
  public let series: TrendSeries
  /// The level of the examined series at the checked commit, or the reason why there is none.
  public let level: Known<TipLevel>
  public let limits: [CheckLimit]
  /// Why the check did not judge the series of metric values; `nil` if it did.
  public let reason: String?
  /// The smallest changes for the worse that the check would have detected in a series; `nil` if unknown.
  public let visible: VisibleSteps?
  /// Whether the check expected a value of the series at the checked commit and found none.
  public let isMissing: Bool

  /// Whether the checked commit has a value that could not be judged.
  public var isUnjudged: Bool { reason != nil && level.value != nil }
  /// The number of the checked session if the series has too few to prove a regression.
  public var youngSession: Int? {
    isUnjudged && series.points.count <= CheckConstants.proofHistory ? series.points.count : nil
  }
}

/// A line of the acceptance file that matches no regression, so that the user can remove it.
public struct IdleAcceptance: Sendable, Equatable {
  /// The reason why a line of the acceptance file matches no regression.
  public enum Reason: Sendable, Equatable {
    /// No series and no comparison has this name.
    case noSeries
    /// The commit is not in the history, or its abbreviation is ambiguous or shorter than 7 characters.
    case noCommit
    /// The series has no regression that the commit may have caused, or an earlier line already accepts the regression.
    case nothingWorse
  }

  /// The acceptance, a line of the acceptance file, that matches no regression.
  public let acceptance: Acceptance
  /// The reason why the line of the acceptance file matches no regression.
  public let reason: Reason
}
