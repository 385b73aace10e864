internal import Recordings
internal import Statistics
internal import Units

/// Computes the findings of a check before acceptances are applied.
struct CheckJudge {
  private let question: CheckQuestion
  let series: [CheckedSeries]

  init(_ question: CheckQuestion) {
    self.question = question
    let (trend, tip) = (question.trend, question.trend.history.commits.count - 1)
    series = trend.series.map { series in
      // A limit is for whole runs: what a stage may take, one of its segments need not.
      CheckedSeries(
        series,
        limits: series.segment == nil ? question.limits.of(series.metric.id, in: series.title) : [],
        tip: tip, isReplaced: series.isReplaced(among: trend.series))
    }
  }

  /// The findings, in no particular order.
  var findings: [CheckFinding] {
    var changes = ChangeJudge(question).findings
    let changed = changes.filter {
      ![.suspect, .dismissed, .fixed, .improved].contains($0.state)
    }
    var tips = self.tips(besides: changed.flatMap(\.items))
    for index in tips.indices where tips[index].state != .dismissed {
      tips[index].take(suspectsFrom: &changes)
    }
    return changes + tips + limits + question.comparisons.flatMap(Self.findings) + missing
  }

  var warnings: [CheckOutcome.Warning] {
    var warnings: [CheckOutcome.Warning] = []
    if question.trend.history.commits.isEmpty { warnings.append(.noHistory) }
    let compared = question.comparisons.flatMap(\.metrics).contains { $0.verdict != nil }
    if !compared, series.allSatisfy({ $0.reason != nil }) { warnings.append(.nothingJudged) }
    if question.date == nil, question.acceptances.contains(where: { $0.until != nil }) {
      warnings.append(.noDate)
    }
    if let inherited = question.inherited, inherited > tip { warnings.append(.baseIsTip) }
    return warnings
  }

  private var tip: Int { question.trend.history.commits.count - 1 }

  // MARK: - The newest commit

  /// The findings about the newest commit, at most one per state.
  ///
  /// `changed` are the series that are known to be worse. They are suspected again only if the
  /// newest commit is even worse.
  private func tips(besides changed: [CheckItem]) -> [CheckFinding] {
    let judged = series.filter { $0.level.value != nil }.compactMap { checked in
      TipChange(of: checked.series).map { (series: checked.series, change: $0) }
    }
    let states: [CheckFinding.State] = [.open, .environment, .suspect, .dismissed]
    return states.compactMap { state in
      let alike = judged.filter {
        Self.state(of: $0.change, $0.series) == state
          && ($0.change.isProved
            ? question.trend.regressions(of: $0.series).contains { $0.isOf(tip) }
            : state == .dismissed || !$0.series.isChanged(by: changed))
      }
      guard !alike.isEmpty else { return nil }
      // The commits since the last measured one may have caused the change, too.
      let good = alike.compactMap { $0.series.points.dropLast().last?.commit }.max()
      var finding = CheckFinding(
        .tip, state, naming: [state.rawValue, question.trend.history.commits[tip]],
        at: CheckFinding.Commits(good: good ?? max(tip - 1, 0), bad: tip, likeliest: tip),
        alike.map { series, change in
          CheckItem(
            series, .tip(change),
            severity: series.metric.floors(from: change.expected, to: change.value))
        })
      finding.environmentChanges = alike.flatMap(\.series.tipDifferences).distinct
      finding.entered = tip
      return finding
    }
  }

  private static func state(of change: TipChange, _ series: TrendSeries) -> CheckFinding.State {
    switch change.answer {
    case .none: .suspect
    case .refuted: .dismissed
    case .confirmed, .tripped: series.tipDifferences.isEmpty ? .open : .environment
    }
  }

  // MARK: - Limits

  private var limits: [CheckFinding] {
    series.flatMap { checked -> [CheckFinding] in
      guard let level = checked.level.value else { return [] }
      return checked.limits.compactMap { limit in
        guard let breach = LimitBreach(of: limit, by: level) else { return nil }
        let series = checked.series
        let item = CheckItem(
          series, .limit(breach),
          severity: series.metric.floors(from: limit.value.value, to: level.value))
        return CheckFinding(
          .limit, breach.isProved ? .open : .inconclusive,
          naming: [series.checkName, limit.direction.rawValue], [item])
      }
    }
  }

  // MARK: - Comparisons

  private static func findings(of comparison: Comparison) -> [CheckFinding] {
    let differences = comparison.differences.map {
      TrendDifference(fact: $0.fact, before: $0.reference, after: $0.candidate)
    }
    let states: [CheckFinding.State] = [
      .open, .environment, .inconclusive, .missing, .improved,
    ]
    return states.compactMap { state in
      let metrics = comparison.metrics.filter {
        $0.metric.polarity != .neither && $0.state(isAlike: differences.isEmpty) == state
      }
      guard !metrics.isEmpty else { return nil }
      var finding = CheckFinding(
        .comparison, state, naming: [comparison.checkName, state.rawValue],
        metrics.map { CheckItem($0, of: comparison) })
      finding.environmentChanges = differences
      return finding
    }
  }

  // MARK: - Missing runs

  /// One finding per stage, or per segment if other values of the stage are present.
  private var missing: [CheckFinding] {
    var titles: [String] = []
    var items: [String: [CheckItem]] = [:]
    let missing = series.filter(\.isMissing).map(\.series)
    let stages = Set(missing.filter { $0.segment == nil }.map(\.stageTitle))
    // Without a run of the stage, its segments are missing too.
    for series in missing where series.segment == nil || !stages.contains(series.stageTitle) {
      if items[series.title] == nil { titles.append(series.title) }
      items[series.title, default: []].append(
        CheckItem(series, .missing(last: series.points.last?.commit), severity: 0))
    }
    return titles.map {
      CheckFinding(.missing, .missing, naming: [$0], items[$0] ?? [])
    }
  }
}

extension MetricComparison {
  /// The state of a comparison; `nil` if the sides are proved to be equal.
  fileprivate func state(isAlike: Bool) -> CheckFinding.State? {
    switch verdict {
    case .regressed: isAlike ? .open : .environment
    case .improved: .improved
    case .unchanged: nil
    case .inconclusive: .inconclusive
    case nil: reference.isEmpty || candidate.isEmpty ? .missing : .inconclusive
    }
  }
}

extension [TrendDifference] {
  var distinct: [TrendDifference] {
    var distinct: [TrendDifference] = []
    for difference in self where !distinct.contains(difference) { distinct.append(difference) }
    return distinct
  }
}

extension CheckedSeries {
  fileprivate init(_ series: TrendSeries, limits: [CheckLimit], tip: Int, isReplaced: Bool) {
    self.series = series
    self.limits = limits
    visible = series.points.last?.commit == tip ? VisibleSteps(of: series) : nil
    let known = series.points.last?.commit == tip ? TipLevel(of: series) : nil
    isMissing = known == nil && !isReplaced && (!series.points.isEmpty || !limits.isEmpty)
    if let known {
      self.level = .known(known)
      reason = limits.isEmpty ? series.judgment.reason : nil
    } else {
      let reason =
        isReplaced
        ? "the tested stage is now measured in another environment"
        : series.points.isEmpty
          ? series.judgment.reason ?? "no commit has a value of the metric"
          : "the newest commit has no value of the metric"
      self.level = .withheld(because: reason)
      self.reason = reason
    }
  }
}

extension TrendSeries {
  /// Whether one of these changes is of this series and within the points before its newest one.
  fileprivate func isChanged(by items: [CheckItem]) -> Bool {
    items.contains { item in
      guard case .regression(let regression) = item.evidence else { return false }
      return item.name == checkName && regression.likeliest > regimeStart
    }
  }

  /// Whether this series ended and the same stage and metric continued in another environment.
  func isReplaced(among all: [TrendSeries]) -> Bool {
    guard let last = points.last?.commit else { return false }
    // The cheap conditions first: titles are built from names, and each series is compared with all others.
    return all.contains { other in
      (other.points.first?.commit ?? -1) >= last && other.metric.id == metric.id
        && other.environment != environment && other.title == title
    }
  }
}
