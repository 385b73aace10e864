internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The start of a trend's report: what was judged, and the changes, worst first.
struct TrendSummary {
  let trend: Trend
  /// First lines of commit messages, by id.
  let subjects: [String: String]

  /// Findings beyond this number are only counted.
  private static let mostFindings = 12

  /// The answer in a line: how many regressions are open, where and how large they are.
  var title: String {
    let open = trend.openFindings
    guard !open.isEmpty else {
      let judged = trend.series.count { $0.judgment.value != nil }
      return judged == 0
        ? "No series could be judged for changes" : "No open regression in \(judged) series"
    }
    let states = Set(open.map(\.state.rawValue))
    let state =
      states.count > 1 ? "" : (open.count == 2 ? ", both " : ", ") + (states.first ?? "")
    let head = "\(counted(open.count, "open regression"))\(state)"
    let members = open.flatMap(\.members)
    let places = members.map {
      Place.title(of: $0.series.segment, in: $0.series.stage ?? $0.series.stageTitle) ?? ""
    }.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard places.count <= 3 else {
      let stages = Set(members.map(\.series.stageTitle)).count
      return "\(head) in \(counted(stages, "stage"))"
    }
    let speeds = members.filter { $0.series.metric.isSpeed && $0.change.isRelative }
    let sizes = speeds.map { ($0.change.change.magnitude * 100).rounded() }.sorted()
    guard let least = sizes.first, let most = sizes.last else {
      return "\(head): \(places.listed)"
    }
    let ends = [least, most].map { ParameterWording.plain($0) }
    let size = least == most ? "\(ends[0])%" : "\(ends[0]) to \(ends[1])%"
    let verb = places.count > 1 ? "are" : "is"
    let since = open.count == 1 ? " since \(trend.history.brief(open[0].best))" : ""
    return "\(head): \(places.listed) \(verb) \(size) slower\(since)"
  }

  /// What was judged, along which commits.
  var facts: [Inline] {
    let newest = trend.newest.map { " Newest: \(trend.history.brief($0))." } ?? ""
    let name = trend.history.name.split(separator: "/").last.map(String.init) ?? ""
    return [.text("Along \(name): \(census)\(newest)")]
  }

  /// One sentence per finding, those of the newest commits first.
  var blocks: [Block] {
    let findings = trend.findings
    guard !findings.isEmpty else {
      let isJudged = trend.series.contains { $0.judgment.value != nil }
      let nothing = "No series could be judged for changes; the reasons are below."
      return [
        isJudged
          ? .text("No change point was found in any series.") : .notice(.warning, [.text(nothing)])
      ]
        + newestPoints
    }
    let newest = findings.filter { $0.isAtTip && $0.state != .recovered }
    let earlier = findings.filter { !($0.isAtTip && $0.state != .recovered) }
    return section("Now", newest, none: "No series has a change point within the newest commits.")
      + newestPoints + section("Earlier", earlier, none: nil)
  }

  /// The newest points that are outliers at their level and not part of a change.
  private var newestPoints: [Block] {
    let recent = Set(
      trend.findings.filter(\.isAtTip).flatMap { $0.members.map(\.series.key) })
    let tips = trend.tips.filter { $0.tip.isOutside && !recent.contains($0.series.key) }
    guard let newest = trend.newest, !tips.isEmpty else { return [] }
    let sorted = tips.sorted { left, right in
      (-left.series.severity(of: left.tip), left.series.key)
        < (-right.series.severity(of: right.tip), right.series.key)
    }
    var items = sorted.prefix(Self.mostFindings).map {
      [Inline.text(sentence($0.tip, of: $0.series))]
    }
    if tips.count > items.count { items.append([.text("And \(tips.count - items.count) more.")]) }
    return [
      .heading(.section, "Outliers at the newest commit", anchor: "newest-commit"),
      .text(
        """
        \(tips.count) of \(trend.tips.count) series stand out at \(trend.history.short(newest)); by chance \
        about one in fifty does. One point proves no change: measure that commit again.
        """),
      .list(items),
    ]
  }

  private func sentence(_ tip: TrendTip, of series: TrendSeries) -> String {
    let metric = series.metric
    let size = metric.changeText(tip.change, isRelative: tip.isRelative)
    let bounds = [tip.bounds.lowerBound, tip.bounds.upperBound].map(metric.levelText)
    return """
      \(tip.direction.word): \(series.name) \(metric.levelText(tip.value)) (\(size)), expected \
      \(bounds[0]) … \(bounds[1])
      """
  }

  /// The number of judged series and of commits.
  private var census: String {
    let judged = trend.series.filter { $0.judgment.value != nil }.count
    return """
      \(judged) of \(trend.series.count) series were judged, and \(trend.measured.count) of \
      \(trend.history.commits.count - trend.history.start) commits were measured.
      """
  }

  private func section(_ title: String, _ findings: [TrendFinding], none: String?) -> [Block] {
    guard !findings.isEmpty else { return none.map { [.text($0)] } ?? [] }
    var items = findings.prefix(Self.mostFindings).map(sentence)
    if findings.count > Self.mostFindings {
      items.append([.text("And \(findings.count - Self.mostFindings) more findings.")])
    }
    return [.heading(.section, title, anchor: Anchor(title)), .list(items)]
  }

  /// What changed at which commit, by how much, with which other differences, how certain, and
  /// how to find the commit.
  private func sentence(_ finding: TrendFinding) -> [Inline] {
    let worst = finding.members[0]
    var text = ": \(worst.series.name) \(change(worst.change, of: worst.series.metric))"
    let others = finding.members.dropFirst()
    if !others.isEmpty { text += ", with \(names(of: others, beside: worst.series))" }
    text += "; \(finding.state.rawValue)"
    let facts = finding.differences.map { "\($0.fact) \($0.before) → \($0.after)" }
    if !facts.isEmpty {
      text += ", because \(facts.joined(separator: ", ")) changed at the same commit"
    }
    let (good, bad) = (trend.history.short(finding.good), trend.history.short(finding.bad))
    let count = finding.bad - finding.good
    text +=
      count > 1
      ? ". Find the commit of the change among \(count) commits: "
      : ". Show the commit of the change: "
    let subject = subjects[trend.history.commits[finding.best]].map { " (\($0))" } ?? ""
    return [
      .verdict(
        "\(finding.direction.word) since \(trend.history.short(finding.best))",
        finding.direction.emphasis),
      .text(subject + text),
      .code(count > 1 ? "git bisect start \(bad) \(good)" : "git show \(bad)"),
    ]
  }

  private func change(_ change: TrendChange, of metric: Metric) -> String {
    let size = metric.changeText(change.change, isRelative: change.isRelative)
    let interval = change.interval.map {
      ", " + metric.changeText($0, isRelative: change.isRelative)
    }
    return """
      \(metric.levelText(change.before)) → \(metric.levelText(change.after)) (\(size)\(interval ?? ""))
      """
  }

  /// The metrics of the same stage by their ids, and the number of other series.
  private func names(
    of members: ArraySlice<TrendFinding.Member>, beside series: TrendSeries
  ) -> String {
    let own = members.filter { $0.series.title == series.title }.map(\.series.metric.id)
    let others = members.count - own.count
    let kinds =
      members.contains { $0.series.segment != nil } ? "other stages or segments" : "other stages"
    let parts = own + (others > 0 ? ["\(others) series of \(kinds)"] : [])
    return parts.listed
  }
}

extension Trend {
  /// The regressions within the newest commits that did not recover.
  var openFindings: [TrendFinding] {
    findings.filter { $0.isAtTip && $0.direction == .worse && $0.state != .recovered }
  }
}

extension TrendDirection {
  fileprivate var emphasis: Cell.Emphasis {
    switch self {
    case .worse: .worse
    case .neither: .plain
    case .better: .better
    }
  }

  fileprivate var word: String {
    switch self {
    case .worse: "Worse"
    case .neither: "Changed"
    case .better: "Better"
    }
  }
}
