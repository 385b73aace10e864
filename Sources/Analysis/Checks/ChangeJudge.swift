internal import Parallel
internal import Recordings
internal import Statistics

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

  /// The findings, in no particular order.
  var findings: [CheckFinding] { trend.findings.compactMap(finding) + proved }

  // MARK: - Changes that the detector found

  private func finding(of found: TrendFinding) -> CheckFinding? {
    switch found.direction {
    case .neither: nil
    case .better: improvement(of: found)
    case .worse:
      worse(
        found.id, at: CheckFinding.Commits(good: found.good, bad: found.bad, likeliest: found.best),
        found.members.compactMap { member in
          regressions[member.series.key]?.first { $0.detected == member.change }
            .map { (member.series, $0) }
        }, isAtTip: found.best >= windowStart)
    }
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

  // MARK: - Changes that sessions prove

  /// Regressions that the detector does not find, one finding per commit and environment.
  ///
  /// Regressions at the newest commit are judged with its sessions.
  private var proved: [CheckFinding] {
    let tip = trend.history.commits.count - 1
    var groups: [(series: TrendSeries, regression: Regression)] = []
    for series in trend.series {
      groups += (regressions[series.key] ?? [])
        .filter { $0.detected == nil && $0.likeliest != tip }.map { (series, $0) }
    }
    return Dictionary(grouping: groups) { Group($0.series.environment, $0.regression.likeliest) }
      .sorted { $0.key.commit < $1.key.commit }.compactMap { group, members in
        let commits = CheckFinding.Commits(
          good: members.map(\.regression.good).max() ?? group.commit, bad: group.commit,
          likeliest: group.commit)
        let names = members.map(\.series.key).sorted() + [trend.history.commits[group.commit]]
        return worse(
          CheckFinding.id(of: .change, names), at: commits, members,
          isAtTip: group.commit >= windowStart)
      }
  }

  private struct Group: Hashable {
    let environment: TrendEnvironment
    let commit: Int

    init(_ environment: TrendEnvironment, _ commit: Int) {
      (self.environment, self.commit) = (environment, commit)
    }
  }

  // MARK: - States

  private func worse(
    _ id: String, at commits: CheckFinding.Commits,
    _ members: [(series: TrendSeries, regression: Regression)], isAtTip: Bool
  ) -> CheckFinding? {
    let shown = members.filter { series, regression in
      isShown(regression, of: series, isAtTip: isAtTip)
    }
    guard let state = state(of: shown.map(\.regression), bad: commits.bad) else { return nil }
    var finding = CheckFinding(
      id, .change, state, at: commits,
      shown.map { series, regression in
        CheckItem(series, .regression(regression), severity: regression.severity(in: series))
      })
    finding.environmentChanges = shown.flatMap(\.regression.differences).distinct
    finding.isOlder = !isAtTip && !shown.contains { isNew($1.point, in: $0) }
    let entered = shown.filter { $0.regression.state.rawValue == state.rawValue }
    finding.entered = EarlierChecks.firstEntry(of: entered.isEmpty ? shown : entered)
    return finding
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
