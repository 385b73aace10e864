internal import Recordings

/// Changes of several series that came with the same commits, in the same direction.
struct ChangeGroup {
  let isBetter: Bool
  private(set) var commits: CheckFinding.Commits
  private(set) var items: [CheckItem]
  private(set) var isConfirmed: Bool
  var environmentChanges: [String] = []

  /// The changes within the newest commits that are for better or worse, as groups.
  static func groups(of trend: Trend) -> [ChangeGroup] {
    var groups: [ChangeGroup] = []
    for (series, change) in trend.changes {
      guard let own = ChangeGroup(change, in: series) else { continue }
      if let index = groups.firstIndex(where: { $0.movesWith(own) }) {
        groups[index].join(own)
      } else {
        groups.append(own)
      }
    }
    return groups
  }

  /// `nil` of what is no finding: recovered, too long ago, too small, neither good nor bad, or maybe
  /// better.
  private init?(_ change: TrendChange, in series: TrendSeries) {
    let severity = series.severity(of: change)
    isBetter = series.metric.polarity.improves(change.change)
    isConfirmed = change.state == .confirmed
    guard change.state != .recovered, series.metric.polarity != .neither, severity >= 1,
      isConfirmed || !isBetter, series.points.count - change.point <= CheckConstants.window
    else { return nil }
    commits = CheckFinding.Commits(
      good: change.good, bad: change.bad, likeliest: series.points[change.point].commit)
    items = [CheckItem(series, .change(change), severity: severity)]
  }

  private func movesWith(_ other: ChangeGroup) -> Bool {
    isBetter == other.isBetter && commits.good < other.commits.bad
      && other.commits.good < commits.bad
  }

  private mutating func join(_ other: ChangeGroup) {
    items += other.items
    isConfirmed = isConfirmed || other.isConfirmed
    commits = CheckFinding.Commits(
      good: max(commits.good, other.commits.good), bad: min(commits.bad, other.commits.bad),
      likeliest: commits.likeliest)
  }
}
