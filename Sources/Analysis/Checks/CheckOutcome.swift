public import Recordings

/// The result of a check of the newest commit.
public struct CheckOutcome: Sendable {
  /// The overall result.
  public enum Decision: String, Sendable {
    /// No finding fails the check.
    case passed
    /// A regression fails the check.
    case regressed
    /// A finding has a state that `failOn` contains.
    case undecided
  }

  /// The commits; the last one is checked.
  public let history: CommitHistory
  /// The findings, worst first.
  public let findings: [CheckFinding]
  /// Every series, in the order of the trend.
  public let series: [CheckedSeries]
  /// The declared comparisons, in their order.
  public let comparisons: [Comparison]
  /// New limits that the present levels allow.
  public let ratchet: [RatchetStep]
  /// Acceptances that match nothing.
  public let idle: [IdleAcceptance]
  /// Limitations to report.
  public let warnings: [Warning]
  /// Further states that make the result undecided.
  public let failOn: Set<CheckFinding.State>
  /// The number of newest measured commits whose findings are new.
  public let window: Int
  /// The descriptions of the commits that outputs name, by id.
  public var descriptions: [String: CommitDescription] = [:]
  /// The options of the check, for suggested commands.
  public let options: AskedOptions

  /// A limitation of the result.
  public enum Warning: Sendable, Equatable {
    /// No series could be judged.
    case nothingJudged
    /// No run names a commit.
    case noHistory
    /// Acceptances have a last day, but the date of the newest commit is unknown.
    case noDate
    /// The base contains all commits, so nothing is inherited.
    case baseIsTip
  }

  /// The newest commit; `nil` if there is none.
  public var tip: String? { history.commits.last }

  /// Whether this finding alone fails the check or makes it undecided.
  public func isAgainst(_ finding: CheckFinding) -> Bool {
    finding.state.fails || failOn.contains(finding.state)
  }

  /// The overall result.
  public var decision: Decision {
    if findings.contains(where: { $0.state.fails }) { return .regressed }
    return findings.contains(where: isAgainst) ? .undecided : .passed
  }
}

/// One series in a check, with its level and limits.
public struct CheckedSeries: Sendable {
  /// The series.
  public let series: TrendSeries
  /// Its level at the newest commit, or the reason why there is none.
  public let level: Known<TipLevel>
  /// The limits of the series.
  public let limits: [CheckLimit]
  /// Why the series was not judged; `nil` if it was.
  public let reason: String?
  /// The smallest steps that the check would have detected; `nil` if unknown.
  public let visible: VisibleSteps?
  /// Whether the newest commit should have a value but has none.
  public let isMissing: Bool
}

/// An acceptance that matches nothing.
public struct IdleAcceptance: Sendable, Equatable {
  /// Why an acceptance matches nothing.
  public enum Reason: Sendable, Equatable {
    /// No series has this name.
    case noSeries
    /// The commit is not in the history.
    case noCommit
    /// The series is not worse any more.
    case nothingWorse
  }

  /// The acceptance.
  public let acceptance: Acceptance
  /// Why the acceptance matches nothing.
  public let reason: Reason
}
