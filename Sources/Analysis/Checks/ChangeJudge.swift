internal import Parallel
internal import Recordings
internal import Statistics
internal import Units

/// Turns the changes of a trend into findings: regressions with their later course, and
/// improvements.
struct ChangeJudge {
  private let question: CheckQuestion
  private let trend: Trend
  /// The regressions of each series, by its key.
  private let regressions: [String: [Regression]]
  /// The position of the first of the newest commits.
  private let windowStart: Int

  init(_ question: CheckQuestion) {
    self.question = question
    trend = question.trend
    let windowStart = question.trend.measured.suffix(question.window).first ?? 0
    regressions = question.trend.regressions(newestFrom: windowStart)
    self.windowStart = windowStart
  }

  var findings: [CheckFinding] {
    let improved = trend.findings.filter { $0.direction == .better }.compactMap(improvement)
    return improved + groups.compactMap(worse)
  }

  // MARK: - Regressions that one commit may have caused

  private struct Group {
    let environment: TrendEnvironment
    let commits: CheckFinding.Commits
    var members: [(series: TrendSeries, regression: Regression)]

    func takes(_ regression: Regression, of series: TrendSeries) -> Bool {
      environment == series.environment
        && (commits.good + 1...commits.bad).contains(regression.likeliest)
        && !members.contains { $0.series.key == series.key }
    }
  }

  /// The changes for the worse that the detector found, with those that only sessions prove.
  ///
  /// A regression that begins at the newest commit is judged by its sessions (`CheckJudge`).
  private var groups: [Group] {
    var groups = trend.findings.filter { $0.direction == .worse }.map(detected)
    let tip = trend.history.commits.count - 1
    let proved = trend.series.flatMap { series in
      (regressions[series.key] ?? []).filter { $0.detected == nil && $0.likeliest != tip }
        .map { (series: series, regression: $0) }
    }
    for one in proved.sorted(by: { $0.regression.likeliest < $1.regression.likeliest }) {
      let (series, regression) = one
      if let index = groups.firstIndex(where: { $0.takes(regression, of: series) }) {
        groups[index].members.append(one)
      } else {
        let commits = CheckFinding.Commits(
          good: regression.good, bad: regression.bad, likeliest: regression.likeliest)
        groups.append(Group(environment: series.environment, commits: commits, members: [one]))
      }
    }
    return groups
  }

  private func detected(_ found: TrendFinding) -> Group {
    Group(
      environment: found.members[0].series.environment,
      commits: CheckFinding.Commits(good: found.good, bad: found.bad, likeliest: found.best),
      members: found.members.compactMap { member in
        regressions[member.series.key]?.first { $0.detected == member.change }
          .map { (member.series, $0) }
      })
  }

  /// A confirmed improvement among the newest commits, unless it is the fix of a listed regression.
  private func improvement(of found: TrendFinding) -> CheckFinding? {
    let members = found.members.filter { member in
      member.change.state != .recovered && member.severity >= 1
        && (found.best >= windowStart || isNew(member.change.point, in: member.series))
        && !(regressions[member.series.key] ?? []).contains {
          $0.improvement == member.change.point && $0.state != .fixed
        }
    }
    guard members.contains(where: \.change.isConfirmed) else { return nil }
    var finding = CheckFinding(
      found.id, .change, .improved,
      at: CheckFinding.Commits(good: found.good, bad: found.bad, likeliest: found.best),
      members.map { CheckItem($0.series, .change($0.change), severity: $0.severity) })
    finding.environmentChanges = found.differences
    return finding
  }

  // MARK: - States

  private func worse(_ group: Group) -> CheckFinding? {
    let commits = group.commits
    let isAtTip = commits.likeliest >= windowStart
    let shown = group.members.filter { series, regression in
      isShown(regression, of: series, isAtTip: isAtTip)
    }
    guard let state = state(of: shown.map(\.regression), bad: commits.bad) else { return nil }
    let firstSeen =
      shown.map { $0.series.points[$0.regression.firstPlace(in: $0.series)].commit }
      .min() ?? commits.likeliest
    var finding = CheckFinding(
      .change, state, ofStepIn: group.environment, firstSeenAt: trend.history.commits[firstSeen],
      at: commits,
      shown.map { series, regression in
        CheckItem(series, .regression(regression), severity: regression.severity(in: series))
      })
    finding.firstSeen = firstSeen
    finding.environmentChanges = shown.flatMap(\.regression.differences).distinct
    finding.isOlder = !isAtTip && !shown.contains { isNew($1.point, in: $0) }
    let entered = shown.filter { $0.regression.state.rawValue == state.rawValue }
    finding.entered = (entered.isEmpty ? shown : entered).compactMap(Self.entry).min()
    return finding
  }

  /// The position of the commit at which a regression got its state; `nil` if it took too many commits to be confirmed.
  private static func entry(of member: (series: TrendSeries, regression: Regression)) -> Int? {
    member.regression.entered
      ?? member.regression.detected.flatMap {
        EarlierChecks(of: $0, in: member.series).firstConfirmation
      }.map { member.series.points[$0].commit }
  }

  /// Open regressions stay listed however old they are.
  ///
  /// Others are listed while they are new.
  ///
  /// If another environment replaced a series, a fix can no longer be measured: its findings end
  /// with the window.
  private func isShown(_ regression: Regression, of series: TrendSeries, isAtTip: Bool) -> Bool {
    let isReplaced = series.isReplaced(among: trend.series)
    let isRecent = isAtTip || !isReplaced && isNew(regression.point, in: series)
    switch regression.state {
    case .open, .partlyFixed:
      return isRecent || !isReplaced && regression.differences.isEmpty
    case .suspect, .dismissed: return isRecent
    case .fixed: return !isReplaced && regression.entered.map { $0 >= windowStart } ?? false
    }
  }

  /// Whether a point is among the newest of its series, which may not be measured at every commit.
  private func isNew(_ point: Int, in series: TrendSeries) -> Bool {
    series.points.count - point <= question.window && !series.isReplaced(among: trend.series)
  }

  /// The state of series that changed together: that of the worst; `nil` if there are none.
  private func state(of members: [Regression], bad: Int) -> CheckFinding.State? {
    let tip = trend.history.commits.count - 1
    let proved = members.filter { $0.state == .open || $0.state == .partlyFixed }
    let isWorse = !proved.isEmpty || members.contains { $0.state == .suspect }
    if let inherited = question.inherited, inherited <= tip, bad < inherited, isWorse {
      return .inherited
    }
    if !proved.isEmpty {
      guard proved.contains(where: \.differences.isEmpty) else { return .environment }
      return proved.contains { $0.state == .open } ? .open : .partlyFixed
    }
    let order: [Regression.State] = [.suspect, .fixed, .dismissed]
    return order.first { state in members.contains { $0.state == state } }.map {
      switch $0 {
      case .fixed: .fixed
      case .dismissed: .dismissed
      case .suspect, .open, .partlyFixed: .suspect
      }
    }
  }
}

extension Regression {
  /// The severity in noise floors of the metric: now, or at its worst if it is fixed.
  fileprivate func severity(in series: TrendSeries) -> Double {
    series.metric.floors(from: before, to: state == .fixed ? worst : now)
  }

  /// Whether the regression begins at a commit and only sessions prove it.
  func isOf(_ commit: Int) -> Bool { detected == nil && likeliest == commit }
}

extension Trend {
  /// The regressions of each series by its key, computed on all cores.
  ///
  /// - Parameter windowStart: the position of the first of the newest commits.
  func regressions(newestFrom windowStart: Int) -> [String: [Regression]] {
    let found = series.mapConcurrently {
      SeriesRegressions.all(in: $0, newestFrom: windowStart)
    }
    return Dictionary(zip(series.map(\.key), found)) { first, _ in first }
  }

  /// The regressions of one series, of which fixed ones lack how they were proved.
  func regressions(of series: TrendSeries) -> [Regression] {
    SeriesRegressions.all(in: series, newestFrom: .max)
  }
}
