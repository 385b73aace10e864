public import Recordings

/// What a gate says about the newest commit of a history.
public struct CheckOutcome: Sendable {
  /// What is to be decided, in three words.
  public enum Decision: String, Sendable {
    /// Nothing stands against it.
    case passed
    /// It is worse.
    case regressed
    /// Something has to be looked at first, as was asked for.
    case undecided
  }

  /// The commits; the last is the one that is judged.
  public let history: CommitHistory
  /// What there is to say, worst first.
  public let findings: [CheckFinding]
  /// Every series, in the order of the trend.
  public let series: [CheckedSeries]
  /// What was compared, as it was declared.
  public let comparisons: [Comparison]
  /// New limits that the present levels allow.
  public let ratchet: [RatchetStep]
  /// Acceptances that accept nothing.
  public let idle: [IdleAcceptance]
  /// What else to know before relying on it.
  public let warnings: [Warning]
  /// The states that leave it undecided, besides.
  public let failOn: Set<CheckFinding.State>
  /// How many of the newest measured commits are new.
  public let window: Int
  /// What is known of the commits that outputs name, by their ids.
  public var descriptions: [String: CommitDescription] = [:]
  /// The options by which it was asked, for the commands that are suggested.
  public let options: AskedOptions

  /// Something to know before relying on an outcome.
  public enum Warning: Sendable, Equatable {
    /// Not one series could be judged.
    case nothingJudged
    /// No run names a commit, so that nothing could be followed along commits.
    case noHistory
    /// Acceptances have a last day, and nothing tells the newest commit's date.
    case noDate
    /// The base has all commits there are, so that nothing is inherited.
    case baseIsTip
  }

  /// The newest commit; `nil` when there is none.
  public var tip: String? { history.commits.last }

  /// Whether a finding stands against the commit, of itself or as was asked for.
  ///
  /// - Parameter finding: one of the outcome.
  /// - Returns: whether it alone would be enough.
  public func isAgainst(_ finding: CheckFinding) -> Bool {
    finding.state.fails || failOn.contains(finding.state)
  }

  /// What is decided.
  public var decision: Decision {
    if findings.contains(where: { $0.state.fails }) { return .regressed }
    return findings.contains(where: isAgainst) ? .undecided : .passed
  }
}

/// A series as the gate saw it.
public struct CheckedSeries: Sendable {
  /// The series.
  public let series: TrendSeries
  /// Its level at the newest commit, or why there is none.
  public let level: Known<TipLevel>
  /// Its limits.
  public let limits: [CheckLimit]
  /// Why it was not judged in any way; `nil` when it was.
  public let reason: String?
  /// What the check would have seen at the newest commit; `nil` if that cannot be said.
  public let visible: VisibleSteps?
  /// Whether the newest commit should have a value, and has none.
  public let isMissing: Bool
}

/// An acceptance that accepts nothing.
public struct IdleAcceptance: Sendable, Equatable {
  /// Why.
  public enum Reason: Sendable, Equatable {
    /// No series has such a name; the one that was meant, maybe.
    case noSeries
    /// The commit is not in the history.
    case noCommit
    /// Nothing is worse there any more.
    case nothingWorse
  }

  /// The acceptance.
  public let acceptance: Acceptance
  /// Why.
  public let reason: Reason
}
