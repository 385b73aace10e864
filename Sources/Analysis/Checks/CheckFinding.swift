internal import Statistics
internal import Units

/// One result of a check, such as a regression, in one series of metric values or in several series that changed
/// together.
public struct CheckFinding: Sendable {
  /// The kinds of findings of a check, such as a change of level or an exceeded limit.
  public enum Cause: String, Sendable, CaseIterable {
    /// The level of a series changed at a new commit, or earlier if the regression is not fixed or was fixed recently.
    case change
    /// The newest commit is worse than the commits before it.
    case tip
    /// A limit is exceeded, certainly or possibly.
    case limit
    /// A declared comparison regressed, improved, is inconclusive, or has no values on one side.
    case comparison
    /// The newest commit has no value of a series that has earlier values or a limit.
    case missing
  }

  /// The states of a check's finding, such as an open or a fixed regression, the worst first.
  ///
  /// `docs/ci-history.md` describes the states.
  public enum State: String, Sendable, CaseIterable {
    /// A proved regression: the check fails.
    case open
    /// The level improved after a regression, but not to the level before: the check fails.
    case partlyFixed = "partly-fixed"
    /// A likely regression that is not proved: measure again.
    case suspect
    /// The runs do not suffice for a decision.
    case inconclusive
    /// There was nothing to judge.
    case missing
    /// A regression that coincides with a change of the environment, so the commit may not be the
    /// cause.
    case environment
    /// A regression or undecided finding that acceptances allow in all of its series.
    case accepted
    /// A regression, proved or suspect, that is already in the base of the branch.
    case inherited
    /// A suspect change that further measurements did not confirm.
    case dismissed
    /// A regression after which the level is as before or better.
    case fixed
    case improved

    /// The rank of the finding's state, 0 for the worst.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public var fails: Bool { self == .open || self == .partlyFixed }
  }

  /// The commits that may have caused a change, as positions in the commit history.
  public struct Commits: Sendable, Equatable {
    /// The position of the last commit that cannot have caused any of the changes.
    public let good: Int
    /// The position, in the commit history, of the last commit that may have caused all changes of the check's finding.
    public let bad: Int
    /// The position, in the commit history, of the commit that most likely caused the change.
    public let likeliest: Int
  }

  /// The id of the check's finding, such as a regression, in 16 hexadecimal digits.
  ///
  /// A regression keeps its id while it is the same step: the id depends on the environment and on the commit at which a
  /// check first suspected it. The id of a comparison also depends on its state.
  public internal(set) var id: String
  /// The kind of the check's finding, such as a change of level or an exceeded limit.
  public let cause: Cause
  /// The state of the check's finding, such as an open or a fixed regression.
  public internal(set) var state: State
  /// The commits that may have caused the change; `nil` for limits, comparisons and missing values.
  public private(set) var commits: Commits?
  /// The position of the commit that the first check that suspected the regression named; `nil` for others.
  public internal(set) var firstSeen: Int?
  /// The series of metric values, the worst first; at least one.
  public internal(set) var items: [CheckItem]
  /// Whether the regression began before the newest measured commits that count as new, 20 by default.
  ///
  /// It is also `false` if the regression began among the newest points of one of its series, as many as commits count
  /// as new: a series may not be measured at every commit.
  public internal(set) var isOlder = false
  /// The position, in the commit history, of the commit at which the regression got its present state, such as fixed;
  /// `nil` if unknown, and for improvements, limits, comparisons and missing values.
  ///
  /// For an accepted or inherited regression, or one that coincides with a change of the environment, it is the first
  /// commit at which one of the series got its state, such as open.
  public internal(set) var entered: Int?
  /// The properties of the environment, such as the device, that differ before and after the change.
  public internal(set) var environmentChanges: [TrendDifference] = []

  init(
    _ id: String, _ cause: Cause, _ state: State, at commits: Commits?, _ items: [CheckItem]
  ) {
    self.id = id
    self.cause = cause
    self.state = state
    self.commits = commits
    self.items = items.enumerated().sorted { left, right in
      (-left.element.severity, left.offset) < (-right.element.severity, right.offset)
    }.map(\.element)
  }

  /// The series in which the check found a regression, or could not decide, and which the acceptance file does not
  /// allow.
  ///
  /// Empty for findings that cannot be accepted, such as missing values, and for accepted findings.
  public var openItems: [CheckItem] {
    guard state.isAcceptable else { return [] }
    return items.filter { if case .accepted = $0.standing { false } else { true } }
  }

  /// Whether it is about the newest commit of series with too few sessions to prove anything.
  public var isYoung: Bool {
    items.allSatisfy { item in
      if case .tip(let tip) = item.evidence {
        tip.history < CheckConstants.proofHistory
      } else {
        false
      }
    }
  }

  init(
    _ cause: Cause, _ state: State, naming key: [String], at commits: Commits? = nil,
    _ items: [CheckItem]
  ) {
    self.init(Self.id(of: cause, key), cause, state, at: commits, items)
  }

  /// A step for the worse, whether it begins at the newest commit or before.
  init(
    _ cause: Cause, _ state: State, ofStepIn environment: TrendEnvironment,
    firstSeenAt commit: String,
    at commits: Commits, _ items: [CheckItem]
  ) {
    let id = Fingerprint(of: ["step", environment.key, commit].joined(separator: "\n"))
    self.init(id.hexadecimal, cause, state, at: commits, items)
  }

  static func id(of cause: Cause, _ key: [String]) -> String {
    Fingerprint(of: ([cause.rawValue] + key).joined(separator: "\n")).hexadecimal
  }

  /// Absorbs suspect changes whose series are all part of this finding.
  ///
  /// Such changes only show since when the finding at the newest commit may exist.
  mutating func take(suspectsFrom changes: inout [CheckFinding]) {
    let own = Set(items.map(\.name))
    let index = changes.firstIndex { change in
      change.state == .suspect && change.items.allSatisfy { own.contains($0.name) }
    }
    guard let index, let tip = commits?.bad, let found = changes[index].commits else { return }
    let absorbed = changes.remove(at: index)
    commits = Commits(good: found.good, bad: tip, likeliest: found.likeliest)
    (id, firstSeen) = (absorbed.id, absorbed.firstSeen)
  }

  /// The size of the change, or of the excess over a limit, in the finding's worst series, as a multiple of the noise
  /// floor.
  ///
  /// The severity is 0 if unknown.
  public var severity: Double { items.first?.severity ?? 0 }
}

extension [CheckFinding] {
  /// Tells apart findings of one commit, such as an open one and a suspect one: the first keeps its id.
  mutating func separate() {
    var known: Set<String> = []
    for index in indices where !known.insert(self[index].id).inserted {
      let names = self[index].items.map(\.name).sorted() + [self[index].state.rawValue]
      self[index].id =
        Fingerprint(of: ([self[index].id] + names).joined(separator: "\n"))
        .hexadecimal
      known.insert(self[index].id)
    }
  }
}

/// A limit that a metric's level at the checked commit exceeds, certainly or possibly.
public struct LimitBreach: Sendable, Equatable {
  public let limit: CheckLimit
  /// The level of the metric at the checked commit, with its confidence interval; the level exceeds the limit.
  public let level: TipLevel
  /// Whether the whole confidence interval of the level at the checked commit exceeds the limit, not only the level
  /// itself.
  ///
  /// Chance alone causes this in 1 of 40 cases.
  public let isProved: Bool

  /// Compares a level with a limit; `nil` if neither the level nor its whole interval exceeds it.
  init?(of limit: CheckLimit, by level: TipLevel) {
    let value = limit.value.value
    guard limit.direction.isBeyond(level.value, value) else { return nil }
    self.limit = limit
    self.level = level
    isProved =
      level.interval.map { interval in
        let nearest = limit.direction == .atMost ? interval.lowerBound : interval.upperBound
        return limit.direction.isBeyond(nearest, value)
      } ?? false
  }
}
