internal import Recordings

/// What to measure again, so that the next check can decide.
public struct Confirmation: Sendable, Equatable {
  /// Why it is to be measured again.
  public enum Reason: String, Sendable {
    /// The newest commit is suspect in one session.
    case suspectTip = "suspect-tip"
    /// A change is suspect, on the points around it.
    case suspectChange = "suspect-change"
    /// The interval of a level reaches over a limit.
    case undecidedLimit = "undecided-limit"
    /// A declared comparison is inconclusive.
    case undecidedComparison = "undecided-comparison"
    /// There is no run.
    case missing
  }

  /// The finding that it would answer.
  public let finding: String
  /// Why.
  public let reason: Reason
  /// The suite; `nil` where the finding does not say.
  public let suite: String?
  /// The stages.
  public let stages: [String]
  /// What tells the environment from others; empty when any will do.
  public let environment: String
  /// The commits, oldest first.
  public let commits: [String]
  /// How many sessions of each commit, none of which was there before.
  public let sessions: Int
  /// How many runs of each stage in a session, as many as there were.
  public let runs: Int
  /// The metrics that it is about.
  public let metrics: [Metric.ID]
}

extension CheckOutcome {
  /// What to measure again, in the order of the findings.
  public var confirmations: [Confirmation] { findings.flatMap(confirmations) }

  private func confirmations(of finding: CheckFinding) -> [Confirmation] {
    guard let reason = reason(of: finding) else { return [] }
    var places: [Place] = []
    var items: [Place: [CheckItem]] = [:]
    for item in finding.items {
      let place = Place(suite: item.suite, environment: item.environment)
      if items[place] == nil { places.append(place) }
      items[place, default: []].append(item)
    }
    return places.map { place in
      let items = items[place] ?? []
      return Confirmation(
        finding: finding.id, reason: reason, suite: place.suite,
        stages: Self.distinct(items.compactMap(\.stage)), environment: place.environment,
        commits: commits(of: finding), sessions: sessions(of: items),
        runs: items.map(runs).max() ?? 1, metrics: Self.distinct(items.map(\.metric.id)))
    }
  }

  private struct Place: Hashable {
    let suite: String?
    let environment: String
  }

  private func reason(of finding: CheckFinding) -> Confirmation.Reason? {
    switch (finding.cause, finding.state) {
    case (.tip, .suspect): .suspectTip
    case (.change, .suspect): .suspectChange
    case (.limit, .inconclusive): .undecidedLimit
    case (.comparison, .inconclusive): .undecidedComparison
    case (.missing, .missing): .missing
    default: nil
    }
  }

  /// Of a change the commits on both sides, else the newest.
  private func commits(of finding: CheckFinding) -> [String] {
    guard finding.cause == .change, let commits = finding.commits else {
      return tip.map { [$0] } ?? []
    }
    return [commits.good, commits.bad].map { history.commits[$0] }
  }

  /// One more tells a spike from a change; of a level without an interval, two give it one.
  private func sessions(of items: [CheckItem]) -> Int {
    let hasNone = items.contains { item in
      if case .limit(let breach) = item.evidence { breach.level.interval == nil } else { false }
    }
    return hasNone ? 2 : 1
  }

  private func runs(of item: CheckItem) -> Int {
    let sessions = series.first { $0.series.checkName == item.name }?.series.sessions ?? []
    return sessions.map(\.values.count).max() ?? 1
  }

  private static func distinct(_ words: [String]) -> [String] {
    var distinct: [String] = []
    for word in words where !distinct.contains(word) { distinct.append(word) }
    return distinct
  }
}
