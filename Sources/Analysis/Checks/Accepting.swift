internal import Recordings
internal import Units

/// Applies acceptances to findings.
struct Accepting {
  private(set) var findings: [CheckFinding]
  private(set) var idle: [IdleAcceptance] = []
  private let question: CheckQuestion
  private let series: [String: TrendSeries]
  /// The position of each acceptance's commit in the history; `nil` if the history does not contain
  /// it.
  private let positions: [Int?]
  private var used: Set<Int> = []

  init(_ question: CheckQuestion, _ findings: [CheckFinding]) throws(AcceptanceProblem) {
    self.question = question
    self.findings = findings
    series = Dictionary(question.trend.series.map { ($0.checkName, $0) }) { first, _ in first }
    positions = question.acceptances.map { question.trend.history.position(of: $0.commit) }
    for index in findings.indices { try accept(index) }
    idle = question.acceptances.indices.compactMap(idle)
  }

  private mutating func accept(_ index: Int) throws(AcceptanceProblem) {
    guard findings[index].state.isAcceptable else { return }
    for item in findings[index].items.indices {
      findings[index].items[item].standing = try standing(
        of: findings[index].items[item], in: findings[index],
        within: span(of: findings[index], item))
    }
    let isAccepted = findings[index].items.allSatisfy {
      if case .accepted = $0.standing { true } else { false }
    }
    if isAccepted { findings[index].state = .accepted }
  }

  /// The result of all acceptances for one series of a finding.
  ///
  /// One acceptance that matches is enough.
  private mutating func standing(
    of item: CheckItem, in finding: CheckFinding, within span: ClosedRange<Int>
  ) throws(AcceptanceProblem) -> CheckItem.Standing {
    var standing = CheckItem.Standing.open
    for (index, acceptance) in question.acceptances.enumerated() {
      guard let position = positions[index], acceptance.covers(item.acceptableNames),
        acceptance.isBaseline ? finding.isWithin(baseline: position) : span.contains(position)
      else { continue }
      used.insert(index)
      let said = try self.standing(of: item, by: acceptance, at: position)
      if case .accepted = said { return said }
      if standing == .open { standing = said }
    }
    return standing
  }

  /// The commits that an acceptance may name: those that may have caused the change.
  ///
  /// A finding at the newest commit may have been caused by any commit of its level.
  private func span(of finding: CheckFinding, _ item: Int) -> ClosedRange<Int> {
    guard let commits = finding.commits else { return 0...Int.max }
    guard finding.cause == .tip else {
      let firstSeen = finding.firstSeen ?? commits.bad
      return min(commits.good + 1, firstSeen, commits.bad)...max(commits.bad, firstSeen)
    }
    let start = series[finding.items[item].name]?.regimeStart ?? 0
    return min(start, commits.bad)...commits.bad
  }

  private func standing(
    of item: CheckItem, by acceptance: Acceptance, at position: Int
  ) throws(AcceptanceProblem) -> CheckItem.Standing {
    if acceptance.hasEnded(on: question.date) { return .ended(acceptance) }
    // What gets worse after a baseline is a finding of its own.
    if acceptance.isBaseline, item.isStep { return .accepted(acceptance) }
    guard let accepted = try level(of: item, by: acceptance, at: position), let level = item.level,
      level != accepted, !item.metric.polarity.improves(level - accepted),
      item.metric.floors(from: accepted, to: level) > 1
    else { return .accepted(acceptance) }
    return .worse(acceptance, accepted: accepted)
  }

  /// The accepted level: the written one, otherwise the one measured at the commit.
  ///
  /// A written level of a stage says nothing about the stage's segments.
  private func level(
    of item: CheckItem, by acceptance: Acceptance, at position: Int
  ) throws(AcceptanceProblem) -> Double? {
    let isOfStage = item.place.segment != nil && !acceptance.covers([item.name])
    guard let text = acceptance.level, !isOfStage else {
      return series[item.name]?.points.first { $0.commit >= position }?.value
    }
    do throws(QuantityTextError) {
      return try Quantity(text, in: item.metric.unit).value
    } catch {
      throw AcceptanceProblem(
        place: acceptance.levelPlace ?? acceptance.place, fault: .badLevel(item.metric.id, error))
    }
  }

  private func idle(_ index: Int) -> IdleAcceptance? {
    guard !used.contains(index) else { return nil }
    let acceptance = question.acceptances[index]
    let names =
      question.trend.series.flatMap(\.acceptableNames)
      + question.comparisons.flatMap { comparison in
        comparison.metrics.flatMap { comparison.acceptableNames(of: $0.metric) }
      }
    let isNamed = acceptance.covers(names)
    let reason: IdleAcceptance.Reason =
      !isNamed ? .noSeries : positions[index] == nil ? .noCommit : .nothingWorse
    return IdleAcceptance(acceptance: acceptance, reason: reason)
  }
}

extension CheckItem {
  fileprivate var isStep: Bool {
    switch evidence {
    case .regression, .tip, .change: true
    case .limit, .comparison, .missing: false
    }
  }
}

extension CheckFinding {
  /// Whether it is about what was measured up to a commit.
  fileprivate func isWithin(baseline position: Int) -> Bool {
    cause != .comparison && commits.map { $0.likeliest <= position } ?? true
  }
}

extension CheckFinding.State {
  var isAcceptable: Bool {
    switch self {
    case .open, .partlyFixed, .suspect, .inconclusive, .environment, .inherited: true
    case .missing, .accepted, .dismissed, .fixed, .improved: false
    }
  }
}

extension Acceptance {
  /// Whether an acceptance names a series.
  ///
  /// A name without environment matches all environments, and a name without segment all segments.
  func covers(_ acceptableNames: [String]) -> Bool {
    acceptableNames.contains(where: series.matches)
  }
}
