internal import Recordings
internal import Units

/// A request for further runs, because the check cannot yet decide whether a metric regressed or exceeds a limit.
public struct Confirmation: Sendable, Equatable {
  /// The kinds of reasons for which a check needs further runs, such as a suspect change.
  public enum Reason: String, Sendable {
    /// The newest commit is suspect after one session.
    case suspectTip = "suspect-tip"
    /// A change is suspect, judged by the points around it.
    case suspectChange = "suspect-change"
    /// The level exceeds a limit, but its interval includes the limit, or there is no interval.
    case undecidedLimit = "undecided-limit"
    case undecidedComparison = "undecided-comparison"
    /// The newest commit has no value of the series, or a side of a comparison has none.
    case missing
  }

  /// The id of the check's finding, such as a suspect regression, that the requested runs would decide.
  public let finding: String
  /// The reason why the check needs further runs, such as a suspect change.
  public let reason: Reason
  /// The suite that must be measured again; `nil` for runs without a suite, and for comparisons.
  public let suite: String?
  /// The stages that must be measured again to decide the result of the check.
  ///
  /// For a comparison, the list contains the name of the comparison instead.
  public let stages: [String]
  /// The environment, such as the device, in which the measurement must be repeated, as text; empty if any environment
  /// is suitable.
  public let environment: String
  /// The ids of the commits that must be measured again, oldest first.
  public let commits: [String]
  /// The number of new sessions that each commit needs before the check can decide.
  public let sessions: Int
  /// The number of runs of each version of the program that each new measurement session needs: as many as in the
  /// largest session of the newest measured commit.
  ///
  /// It is 1 for a comparison.
  public let runs: Int
  /// The ids of the metrics that must be measured again to decide about the check's finding.
  public let metrics: [Metric.ID]
}

extension CheckOutcome {
  /// The further measurements that would decide the findings that this check left undecided, in the order of the
  /// findings.
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
        stages: items.compactMap(\.stage).distinct, environment: place.environment,
        commits: commits(of: finding), sessions: sessions(of: items),
        runs: items.map(runs).max() ?? 1, metrics: items.map(\.metric.id).distinct)
    }
  }

  private struct Place: Hashable {
    let suite: String?
    let environment: String
  }

  private func reason(of finding: CheckFinding) -> Confirmation.Reason? {
    switch (finding.cause, finding.state) {
    // With few sessions, a further one of the same commit proves nothing.
    case (.tip, .suspect): finding.isYoung ? nil : .suspectTip
    case (.change, .suspect): .suspectChange
    case (.limit, .inconclusive): .undecidedLimit
    case (.comparison, .inconclusive): .undecidedComparison
    case (.missing, .missing): .missing
    default: nil
    }
  }

  /// For a change the commits on both sides, otherwise the newest.
  private func commits(of finding: CheckFinding) -> [String] {
    guard finding.cause == .change, let commits = finding.commits else {
      return tip.map { [$0] } ?? []
    }
    return [commits.good, commits.bad].map { history.commits[$0] }
  }

  /// One more session distinguishes a spike from a change.
  ///
  /// A level without an interval needs two.
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
}
