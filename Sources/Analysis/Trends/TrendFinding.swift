internal import Statistics

/// A group of coinciding changes in several series of a trend, all of which one commit may have caused.
public struct TrendFinding: Sendable {
  /// One series in a group of coinciding changes, with its change of level.
  public struct Member: Sendable {
    public let series: TrendSeries
    /// The likely commits, the size and the evidence.
    public let change: TrendChange

    /// The size of the change in one series as a multiple of the metric's noise floor.
    public var severity: Double { series.severity(of: change) }
  }

  /// The id of a group of coinciding changes, in 16 hexadecimal digits.
  ///
  /// It stays the same while the same series change in the same direction, and the worst of them
  /// most likely at the same commit.
  public let id: String
  /// Whether the coinciding changes of the group are for the worse, for the better, or neither.
  public let direction: ChangeDirection
  /// The series that changed together, each with its change, the worst first; at least one, and no series twice.
  ///
  /// More certain changes are worse than less certain ones; among equally certain ones, larger changes are worse.
  public let members: [Member]
  /// The position, in the commit history, of the last commit that is too early to have caused all of the coinciding
  /// changes.
  public let good: Int
  /// The position, in the commit history, of the last commit that may have caused all of the coinciding changes.
  public let bad: Int
  /// The position, in the commit history, of the last commit at which every series that changed is certainly at its old
  /// level.
  public let earliestGood: Int
  /// The position, in the commit history, of the first commit at which every series that changed is certainly at its
  /// new level.
  public let latestBad: Int
  /// The state, such as confirmed or suspect, of the most certain of the coinciding changes.
  ///
  /// It is confounded only if no change is confirmed without a coinciding difference.
  public let state: TrendChange.State
  /// Whether the worst of the coinciding changes most likely begins among the newest measured commits, 20 by default.
  public let isAtTip: Bool

  /// The properties of the runs, such as labels, that differ before and after one of the coinciding changes, without
  /// repetitions.
  public var differences: [TrendDifference] {
    var all: [TrendDifference] = []
    for member in members {
      all += member.change.differences.filter { !all.contains($0) }
    }
    return all
  }

  /// The position, in the commit history, of the commit at which the worst of the coinciding changes most likely
  /// begins.
  public var best: Int { members[0].change.best }

  /// Groups the changes that coincide, the worst first.
  ///
  /// The worst change begins a finding. Each further one joins the first finding of its environment
  /// and direction that shares a commit with it for all members; the range is then reduced to the
  /// shared commits.
  ///
  /// - Parameters:
  ///   - members: all changes.
  ///   - history: the commits.
  ///   - measured: the positions of the commits with a point in any series, ascending.
  ///   - window: the number of newest measured commits that are the tip.
  static func all(
    of members: [Member], along history: CommitHistory, measured: [Int], window: Int
  ) -> [TrendFinding] {
    var groups: [FindingGroup] = []
    // Computing a rank takes longer than comparing two.
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

/// Changes that one commit may have caused.
private struct FindingGroup {
  let direction: ChangeDirection
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

/// The order: regressions first, then more certain, then larger changes; further keys make it
/// total.
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
  var direction: ChangeDirection { series.metric.polarity.direction(of: change.change) }

  fileprivate var rank: Rank {
    Rank(
      direction: direction.rank, state: change.state.rank, size: -severity, commit: change.best,
      series: series.key)
  }
}

extension ChangeDirection {
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
  /// The number as 16 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
