internal import Statistics

/// Whether a change is for the worse.
public enum TrendDirection: String, Sendable, CaseIterable {
  /// For the worse.
  case worse
  /// Neither direction is better, or there is no change.
  case neither
  /// For the better.
  case better
}

/// Changes that move together: of any stages and metrics of one environment, all for the worse or all
/// for the better, with commits that may be behind every one of them.
public struct TrendFinding: Sendable {
  /// One of the changes.
  public struct Member: Sendable {
    /// The series that changed.
    public let series: TrendSeries
    /// The change.
    public let change: TrendChange

    /// Its size in noise floors of the metric.
    public var severity: Double { series.severity(of: change) }
  }

  /// Names the finding, in sixteen hexadecimal digits: the same as long as the same series change in the
  /// same direction, the worst of them most likely at the same commit.
  public let id: String
  /// Whether the changes are for the worse or the better.
  public let direction: TrendDirection
  /// The changes, the worst first; at least one, and of each series at most one.
  public let members: [Member]
  /// The last commit before those that may be behind all of the changes, by its position in the history.
  public let good: Int
  /// The last commit that may be behind all of them, by its position in the history.
  public let bad: Int
  /// The last commit at which every member is surely at its old level; `good` or before it.
  public let earliestGood: Int
  /// The first commit at which every member is surely at its new level; `bad` or after it.
  public let latestBad: Int
  /// What became of it: the state of the member that is surest.
  ///
  /// It is confounded only where no member is confirmed without anything that coincides.
  public let state: TrendChange.State
  /// Whether it is among the newest measured commits, 20 by default, by the best split of its worst member.
  public let isAtTip: Bool

  /// What else is not the same before and after, of all members, each once.
  public var differences: [TrendDifference] {
    var all: [TrendDifference] = []
    for member in members {
      all += member.change.differences.filter { !all.contains($0) }
    }
    return all
  }

  /// The commit at which the new level of the worst member begins by the best split, by its position in
  /// the history.
  public var best: Int { members[0].change.best }

  /// Puts together what moved together.
  ///
  /// The worst change begins a finding. Each further one, from the worst down, joins the first finding of
  /// its environment and direction that has a commit in common with it for all members, which narrows
  /// the range to those commits.
  ///
  /// - Parameters:
  ///   - members: all changes.
  ///   - history: the commits.
  ///   - measured: the positions of those that any series has a point at, in ascending order.
  ///   - window: how many of the newest of these commits are the tip.
  /// - Returns: the findings, worst first.
  static func all(
    of members: [Member], along history: CommitHistory, measured: [Int], window: Int
  ) -> [TrendFinding] {
    var groups: [FindingGroup] = []
    // A rank takes longer to make than to compare.
    let ranked = members.map { (member: $0, rank: $0.rank) }.sorted { $0.rank < $1.rank }
    for (member, _) in ranked {
      if let index = groups.firstIndex(where: { $0.takes(member) }) {
        groups[index].add(member)
      } else {
        groups.append(FindingGroup(member))
      }
    }
    let tip = measured.suffix(window).first ?? 0
    return groups.map { TrendFinding($0, along: history, tip: tip) }
      .map { (finding: $0, rank: $0.rank) }.sorted { $0.rank < $1.rank }.map(\.finding)
  }

  private init(_ group: FindingGroup, along history: CommitHistory, tip: Int) {
    direction = group.direction
    members = group.members
    (good, bad) = (group.good, group.bad)
    earliestGood = members.map(\.change.good).min() ?? good
    latestBad = members.map(\.change.bad).max() ?? bad
    state = members.map(\.change.state).min { $0.rank < $1.rank } ?? .suspect
    isAtTip = members[0].change.best >= tip
    let names =
      members.map(\.series.key).sorted() + [
        direction.rawValue, history.commits[members[0].change.best],
      ]
    id = Fingerprint(of: names.joined(separator: "\n")).hexadecimal
  }

  private var rank: Rank {
    Rank(
      direction: direction.rank, state: state.rank, size: -members[0].severity,
      commit: best, series: members[0].series.key)
  }
}

/// Changes that may have one commit behind them all.
private struct FindingGroup {
  let direction: TrendDirection
  var members: [TrendFinding.Member]
  var good: Int
  var bad: Int

  init(_ member: TrendFinding.Member) {
    direction = member.direction
    members = [member]
    (good, bad) = (member.change.good, member.change.bad)
  }

  func takes(_ member: TrendFinding.Member) -> Bool {
    direction == member.direction
      && max(good, member.change.good) < min(bad, member.change.bad)
      && members[0].series.environment == member.series.environment
      && !members.contains { $0.series.key == member.series.key }
  }

  mutating func add(_ member: TrendFinding.Member) {
    members.append(member)
    good = max(good, member.change.good)
    bad = min(bad, member.change.bad)
  }
}

/// What comes first: for the worse, then surer, then larger; and the rest so that the order is one.
private struct Rank: Comparable {
  let direction: Int
  let state: Int
  let size: Double
  let commit: Int
  let series: String

  static func < (left: Rank, right: Rank) -> Bool {
    (left.direction, left.state, left.size, left.commit, left.series)
      < (right.direction, right.state, right.size, right.commit, right.series)
  }
}

extension TrendFinding.Member {
  /// Whether the change is for the worse or the better.
  var direction: TrendDirection { series.metric.polarity.direction(of: change.change) }

  fileprivate var rank: Rank {
    Rank(
      direction: direction.rank, state: change.state.rank, size: -severity, commit: change.best,
      series: series.key)
  }
}

extension TrendDirection {
  fileprivate var rank: Int {
    switch self {
    case .worse: 0
    case .neither: 1
    case .better: 2
    }
  }
}

extension TrendChange.State {
  fileprivate var rank: Int {
    switch self {
    case .confirmed: 0
    case .confounded: 1
    case .suspect: 2
    case .recovered: 3
    }
  }
}

extension Fingerprint {
  /// Sixteen digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
