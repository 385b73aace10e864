internal import Recordings
internal import Units

/// Finds what there is to say, before anything is accepted.
struct CheckJudge {
  private let question: CheckQuestion
  let series: [CheckedSeries]

  init(_ question: CheckQuestion) {
    self.question = question
    let (trend, tip) = (question.trend, question.trend.history.commits.count - 1)
    series = trend.series.map { series in
      CheckedSeries(
        series, limits: question.limits.of(series.metric.id, in: series.title), tip: tip,
        isReplaced: series.isReplaced(among: trend.series))
    }
  }

  /// What there is to say, in no particular order.
  var findings: [CheckFinding] {
    changes + tips + limits + question.comparisons.flatMap(Self.findings) + missing
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

  // MARK: - Changes

  private var changes: [CheckFinding] {
    ChangeGroup.groups(of: question.trend).map { group in
      var finding = CheckFinding(
        .change, state(of: group),
        naming: [group.isBetter ? "better" : "worse", commit(group.commits.likeliest)],
        at: group.commits, group.items)
      finding.environmentChanges = group.environmentChanges
      return finding
    }
  }

  private func state(of group: ChangeGroup) -> CheckFinding.State {
    if group.isBetter { return .improved }
    if let inherited = question.inherited, inherited <= tip, group.commits.bad < inherited {
      return .inherited
    }
    if !group.environmentChanges.isEmpty { return .environment }
    return group.isConfirmed ? .regressed : .suspect
  }

  // MARK: - The newest commit

  private var tips: [CheckFinding] {
    let judged = series.filter { $0.level.value != nil }.compactMap { checked in
      TipChange(of: checked.series).map { (checked.series, $0) }
    }
    let answers: [(TipChange.Answer, CheckFinding.State)] = [
      (.confirmed, .regressed), (.none, .suspect), (.refuted, .refuted),
    ]
    return answers.compactMap { answer, state in
      let items = judged.filter { $0.1.answer == answer }.map { series, tip in
        CheckItem(
          series, .tip(tip), severity: series.metric.floors(from: tip.before, to: tip.after))
      }
      guard !items.isEmpty else { return nil }
      return CheckFinding(
        .tip, state, naming: [state.rawValue, commit(tip)],
        at: CheckFinding.Commits(good: max(tip - 1, 0), bad: tip, likeliest: tip), items)
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
          .limit, breach.isProved ? .regressed : .inconclusive,
          naming: [series.checkName, limit.direction.rawValue], [item])
      }
    }
  }

  // MARK: - Comparisons

  private static func findings(of comparison: Comparison) -> [CheckFinding] {
    let differences = comparison.differences.map {
      "\($0.fact): \($0.reference) → \($0.candidate)"
    }
    let verdicts: [(ComparisonVerdict, CheckFinding.State)] = [
      (.regressed, differences.isEmpty ? .regressed : .environment), (.inconclusive, .inconclusive),
      (.improved, .improved),
    ]
    return verdicts.compactMap { verdict, state in
      let metrics = comparison.metrics.filter { $0.verdict == verdict }
      guard !metrics.isEmpty else { return nil }
      var finding = CheckFinding(
        .comparison, state, naming: [comparison.checkName, verdict.rawValue],
        metrics.map { CheckItem($0, of: comparison) })
      finding.environmentChanges = differences
      return finding
    }
  }

  // MARK: - What is not there

  /// A finding a stage.
  private var missing: [CheckFinding] {
    var titles: [String] = []
    var items: [String: [CheckItem]] = [:]
    for checked in series where checked.isMissing {
      let series = checked.series
      if items[series.title] == nil { titles.append(series.title) }
      items[series.title, default: []].append(
        CheckItem(series, .missing(last: series.points.last?.commit), severity: 0))
    }
    return titles.map {
      CheckFinding(.missing, .missing, naming: [$0], items[$0] ?? [])
    }
  }

  private func commit(_ position: Int) -> String { question.trend.history.commits[position] }
}

extension CheckedSeries {
  fileprivate init(_ series: TrendSeries, limits: [CheckLimit], tip: Int, isReplaced: Bool) {
    self.series = series
    self.limits = limits
    let isAtTip = series.points.last?.commit == tip
    isMissing = !isAtTip && !isReplaced && (!series.points.isEmpty || !limits.isEmpty)
    if isAtTip, let level = TipLevel(of: series) {
      self.level = .known(level)
      reason = limits.isEmpty ? series.findings.reason : nil
    } else {
      let reason =
        isReplaced
        ? "another environment took its place"
        : series.points.isEmpty
          ? series.findings.reason ?? "no commit has a value" : "the newest commit has no value"
      level = .withheld(because: reason)
      self.reason = reason
    }
  }
}

extension TrendSeries {
  /// Whether the same stage and metric went on in another environment where this one ended.
  fileprivate func isReplaced(among all: [TrendSeries]) -> Bool {
    guard let last = points.last?.commit else { return false }
    return all.contains { other in
      other.title == title && other.metric.id == metric.id && other.environment != environment
        && (other.points.first?.commit ?? -1) >= last
    }
  }
}
