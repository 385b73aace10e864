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

  var findings: [CheckFinding] {
    var changes = ChangeJudge(question).findings
    let changed = changes.filter {
      ![.suspect, .dismissed, .fixed, .improved].contains($0.state)
    }
    var tips = self.tips(besides: changed.flatMap(\.items))
    for index in tips.indices where tips[index].state != .dismissed {
      tips[index].take(suspectsFrom: &changes)
    }
    var findings =
      changes + tips + limits + question.comparisons.flatMap(Self.findings) + missing
    findings.separate()
    return findings
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
      TipChange(of: checked.series).map { JudgedTip(series: checked.series, change: $0) }
    }
    let states: [CheckFinding.State] = [.open, .environment, .suspect, .dismissed]
    return states.flatMap { state in
      let alike = judged.filter {
        Self.state(of: $0.change, $0.series) == state
          && ($0.change.isProved
            ? question.trend.regressions(of: $0.series).contains { $0.isOf(tip) }
            : state == .dismissed || !$0.series.isChanged(by: changed))
      }
      return Dictionary(grouping: alike, by: \.likeliest).sorted { $0.key < $1.key }
        .map { finding(state, about: $0.value) }
    }
  }

  /// A finding about the newest commit, in series that became worse at the same commit.
  private func finding(
    _ state: CheckFinding.State, about tips: [JudgedTip]
  ) -> CheckFinding {
    let likeliest = tips[0].likeliest
    // The commits since the last one at the old level may have caused the change, too.
    let good = tips.compactMap(\.good).max() ?? max(tip - 1, 0)
    var finding = CheckFinding(
      .tip, state, ofStepIn: tips[0].series.environment,
      firstSeenAt: question.trend.history.commits[likeliest],
      at: CheckFinding.Commits(
        good: good, bad: max(tips.map(\.bad).min() ?? tip, likeliest), likeliest: likeliest),
      tips.map {
        CheckItem(
          $0.series, .tip($0.change),
          severity: $0.series.metric.floors(from: $0.change.expected, to: $0.change.value))
      })
    finding.environmentChanges = tips.flatMap(\.series.tipDifferences).distinct
    (finding.entered, finding.firstSeen) = (tip, likeliest)
    return finding
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
      .open, .environment, .suspect, .inconclusive, .missing, .improved,
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

/// A series whose newest point is worse than the points before, and where this began.
private struct JudgedTip {
  let series: TrendSeries
  let change: TipChange
  /// The position of the commit at which the worse level most likely begins: the newest, unless points before it are
  /// as bad.
  let likeliest: Int
  /// The position of the last measured commit that is certainly at the level before; `nil` if there is none.
  let good: Int?
  /// The position of the first commit that is certainly at the worse level.
  let bad: Int

  init(series: TrendSeries, change: TipChange) {
    (self.series, self.change) = (series, change)
    let newest = series.points.count - 1
    // Sessions of one commit prove that commit.
    let found = series.prior == nil ? newest : min(change.history, newest)
    let place =
      change.isProved
      ? nil : StepProofSearch(in: series, series.tripWire)?.placeOfTip(near: found)
    let (point, range) = place ?? (newest, newest...newest)
    likeliest = series.points[point].commit
    good = range.lowerBound > 0 ? series.points[range.lowerBound - 1].commit : nil
    bad = series.points[range.upperBound].commit
  }
}

extension MetricComparison {
  /// The state of a comparison; `nil` if the sides are proved to be equal.
  ///
  /// A check fails only on a change that is estimated to be at least the noise floor.
  fileprivate func state(isAlike: Bool) -> CheckFinding.State? {
    switch verdict {
    case .regressed where (evidence.value?.effect.magnitude ?? 0) < noiseFloor: .inconclusive
    case .regressed: isAlike ? .open : .environment
    case .improved: .improved
    case .unchanged: nil
    case .suspect where direction == .regressed: .suspect
    case .suspect, .changed, .inconclusive: .inconclusive
    case nil: reference.isEmpty || candidate.isEmpty ? .missing : .inconclusive
    }
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
      reason = limits.isEmpty ? series.reasonNotJudged : nil
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
  /// Why no regression of the series can be proved; `nil` if one can, by the detector or by successive sessions.
  fileprivate var reasonNotJudged: String? {
    let needed = CheckConstants.proofHistory + 1
    guard points.count >= needed else {
      return "judged from the \(needed.ordinal) session on; this is the \(points.count.ordinal)"
    }
    return WorsePoints(of: self) == nil ? judgment.reason : nil
  }

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

extension Int {
  /// The number as an English ordinal, such as `3rd`.
  fileprivate var ordinal: String {
    let ending =
      switch (self % 10, self % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(self)\(ending)"
  }
}
