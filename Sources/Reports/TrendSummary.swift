internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The start of a trend's report: what was judged, and the changes, worst first.
struct TrendSummary {
  private let trend: Trend
  /// First lines of commit messages, by id.
  private let subjects: [String: String]
  /// What became of the regressions, by the id of the finding.
  private let states: [String: Regression.State]
  /// The regressions that are not fixed; suspects only among the newest commits.
  let open: [TrendFinding]

  /// Rows beyond this number are only counted.
  private static let mostRows = 20
  /// Findings in sentences beyond this number are only counted.
  private static let mostFindings = 12

  init(of trend: Trend, subjects: [String: String] = [:]) {
    let states = trend.regressionStates()
    (self.trend, self.subjects, self.states) = (trend, subjects, states)
    open = trend.findings.filter { finding in
      switch states[finding.id] {
      case .open, .partlyFixed: true
      case .suspect: finding.isAtTip
      case .fixed, .dismissed, nil: false
      }
    }
  }

  /// The answer in a line: how many regressions are open, where and how large they are.
  var title: String {
    guard !open.isEmpty else {
      let judged = trend.series.count { $0.judgment.value != nil }
      return judged == 0
        ? "No series could be judged for changes" : "No open regression in \(judged) series"
    }
    let suspects = open.count { states[$0.id] == .suspect }
    let proved = open.count - suspects
    let counts = [
      proved > 0 ? counted(proved, "open regression") : nil,
      suspects > 0 ? "\(suspects) suspect" : nil,
    ]
    let head = counts.compactMap(\.self).joined(separator: " and ")
    let members = open.flatMap(\.members)
    let places = members.map {
      Place.title(of: $0.series.segment, in: $0.series.stage ?? $0.series.stageTitle) ?? ""
    }.distinct
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

  // MARK: - The first screen

  /// The findings, one per row: open regressions first.
  var first: [Block] {
    guard !trend.findings.isEmpty else {
      let isJudged = trend.series.contains { $0.judgment.value != nil }
      let nothing = "No series could be judged for changes; the reasons are below."
      return [
        isJudged
          ? .text("No change point was found in any series.") : .notice(.warning, [.text(nothing)])
      ] + standOut
    }
    return [.table(table)] + show + standOut
  }

  /// All findings, the open regressions first.
  var ordered: [TrendFinding] {
    let ids = Set(open.map(\.id))
    return open + trend.findings.filter { !ids.contains($0.id) }
  }

  private var table: Table {
    let findings = ordered
    let rest = findings.count - Self.mostRows
    return Table(
      anchor: "findings", caption: "", corner: "Series that changed most",
      columns: [
        Table.Column("Since", .leading, id: "commit"), Table.Column("Before", id: "before"),
        Table.Column("After", id: "after"), Table.Column("Change", id: "change"),
        Table.Column("State", .leading, id: "state"),
      ],
      rows: findings.prefix(Self.mostRows).map(row),
      remarks: rest > 0 ? ["And \(rest) more: see the details."] : [])
  }

  private func row(of finding: TrendFinding) -> Table.Row {
    let (worst, metric) = (finding.members[0], finding.members[0].series.metric)
    let (change, others) = (worst.change, finding.members.count - 1)
    let levels = [change.before, change.after].map {
      Cell.quantity(Quantity($0, metric.unit), metric.printingWithUnit)
    }
    return Table.Row(
      worst.series.name + (others > 0 ? " and \(others) more" : ""), id: finding.id,
      cells: [.text(trend.history.brief(finding.best))] + levels + [
        .quantity(
          metric.changeQuantity(change.change, isRelative: change.isRelative),
          metric.changePrinting(isRelative: change.isRelative),
          emphasis: finding.direction.emphasis),
        .text(word(for: finding)),
      ])
  }

  /// What became of a finding, in a word or two.
  private func word(for finding: TrendFinding) -> String {
    switch states[finding.id] {
    case .partlyFixed: "partly fixed"
    case let state?: state.rawValue
    case nil: finding.state == .confounded ? "environment" : finding.state.rawValue
    }
  }

  /// How to look at the worst open regression.
  private var show: [Block] {
    guard let worst = open.first else { return [] }
    let subject = subjects[trend.history.commits[worst.best]].map { " (\($0))" } ?? ""
    let name = trend.history.brief(worst.best) + subject
    return [.paragraph([.text("\(name): "), .code(command(for: worst))])]
  }

  private func command(for finding: TrendFinding) -> String {
    let (good, bad) = (trend.history.short(finding.good), trend.history.short(finding.bad))
    return finding.bad - finding.good > 1 ? "git bisect start \(bad) \(good)" : "git show \(bad)"
  }

  /// How many series have an outlier at the newest commit.
  private var standOut: [Block] {
    guard let newest = trend.newest, !outliers.isEmpty else { return [] }
    return [
      .text(
        """
        \(outliers.count) of \(trend.tips.count) series stand out at \(trend.history.brief(newest)); by chance about \
        one in fifty does. One point proves no change: measure that commit again.
        """)
    ]
  }

  private var outliers: [(series: TrendSeries, tip: TrendTip)] {
    let recent = Set(trend.findings.filter(\.isAtTip).flatMap { $0.members.map(\.series.key) })
    return trend.tips.filter { $0.tip.isOutside && !recent.contains($0.series.key) }
      .sorted { left, right in
        (-left.series.severity(of: left.tip), left.series.key)
          < (-right.series.severity(of: right.tip), right.series.key)
      }
  }

  // MARK: - Details

  /// One sentence per finding, the open regressions first.
  var details: [Block] {
    let ids = Set(open.map(\.id))
    return section("Open", open) + newestPoints
      + section("Earlier", trend.findings.filter { !ids.contains($0.id) })
  }

  /// The newest points that are outliers at their level and not part of a change.
  private var newestPoints: [Block] {
    let tips = outliers
    guard !tips.isEmpty else { return [] }
    var items = tips.prefix(Self.mostFindings).map {
      [Inline.text(sentence($0.tip, of: $0.series))]
    }
    if tips.count > items.count { items.append([.text("And \(tips.count - items.count) more.")]) }
    return [
      .heading(.section, "Outliers at the newest commit", anchor: "newest-commit"), .list(items),
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

  private func section(_ title: String, _ findings: [TrendFinding]) -> [Block] {
    guard !findings.isEmpty else { return [] }
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
    text += "; \(word(for: finding))"
    let facts = finding.differences.map { "\($0.fact) \($0.before) → \($0.after)" }
    if !facts.isEmpty {
      text += ", because \(facts.joined(separator: ", ")) changed at the same commit"
    }
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
      .code(command(for: finding)),
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

extension ChangeDirection {
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
