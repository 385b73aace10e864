public import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The entry for a suite on the first page of a site of reports.
///
///     SitePages.index(of: [SiteEntry(of: suite, summary: summary, trend: nil)])
public struct SiteEntry: Sendable {
  let card: Card

  /// Whether its figures were measured, and not published, reconstructed or simulated.
  let isMeasured: Bool

  /// The day of its newest run; `nil` if unknown.
  let day: String?

  /// Summarizes a suite for the first page of a site of reports.
  ///
  /// `trend` is its trend along the commits; `nil` if it has none.
  public init(of suite: SiteSuite, summary: SuiteSummary, trend: Trend?) {
    isMeasured = summary.provenance == nil
    let runs = suite.stages.reduce(0) { $0 + $1.runs.count }
    day = summary.stages.flatMap(\.runs).compactMap { $0.description.date?.prefix(10) }.max()
      .map(String.init)
    let facts = [
      isMeasured ? day : nil, counted(suite.stages.count, "stage"), counted(runs, "run"),
    ]
    let course = trend.map { TrendSummary(of: $0) }
    let picture =
      trend.flatMap { Self.picture(of: $0, worst: course?.open.first) } ?? Self.picture(of: summary)
    card = Card(
      suite.description.title, at: suite.page,
      isUrgent: course.map { !$0.open.isEmpty } ?? false,
      answer: course.map { Self.answer(of: $0, at: suite.trend) } ?? Self.answer(of: summary),
      sparkline: picture,
      facts: facts.compactMap(\.self).joined(separator: " · "))
  }

  private static func answer(of trend: TrendSummary, at page: PagePath) -> [Inline] {
    [
      .verdict(trend.title, trend.open.isEmpty ? .better : .worse), .text(". "),
      .page("Trend over the commits", at: page),
    ]
  }

  /// The change from the worst case to the end result, or what the report says first.
  private static func answer(of summary: SuiteSummary) -> [Inline] {
    guard !summary.rows.isEmpty, let worst = summary.worst, let end = summary.endResult else {
      return [.text(SuiteReport.headline(of: summary) ?? contents(of: summary))]
    }
    let metric = StageOverview.lead(of: summary)
    guard let before = worst[metric].mean.value, let after = end[metric].mean.value, before > 0
    else {
      return [.text("The worst case or the end result has no value of \(metric.words) above 0.")]
    }
    let change = after / before - 1
    let isBetter = metric.polarity.improves(change)
    let size = metric.changeText(change, isRelative: true)
    return [
      .verdict("\(metric.words) \(size)", isBetter ? .better : .worse),
      .text(
        """
         from \(worst.stage.id) (worst case) to \(end.stage.id) (end result): \
        \(metric.sentence(before)) → \(metric.sentence(after)).
        """),
    ]
  }

  /// What was measured, for a suite that declares no comparison: the range of its main metric.
  private static func contents(of summary: SuiteSummary) -> String {
    guard !summary.rows.isEmpty else { return "Its runs have no values." }
    let metric = StageOverview.lead(of: summary)
    let means = summary.stages.compactMap { stage in
      stage[metric].mean.value.map { (stage: stage.stage.id, value: $0) }
    }.sorted { $0.value < $1.value }
    guard let least = means.first, let most = means.last else {
      return "Its runs have no value of \(metric.words)."
    }
    guard means.count > 1 else { return "\(metric.words): \(metric.sentence(least.value))." }
    return """
      \(metric.words): \(metric.sentence(least.value)) (\(least.stage)) to \(metric.sentence(most.value)) (\(most.stage)).
      """
  }

  // MARK: - Pictures

  /// The number of newest commits in a picture.
  private static let drawn = 100

  /// The history of the series that changed most, or of the first series, in all environments.
  private static func picture(of trend: Trend, worst: TrendFinding?) -> Card.Sparkline? {
    let worst = worst?.members.first?.series
    guard let chosen = worst ?? trend.series.first(where: { !$0.points.isEmpty }) else {
      return nil
    }
    let points = trend.series.filter {
      $0.title == chosen.title && $0.metric.id == chosen.metric.id
    }.flatMap(\.points).sorted { $0.commit < $1.commit }.suffix(drawn)
    guard points.count > 2, let newest = points.last else { return nil }
    let place = chosen.stage ?? chosen.title
    return Card.Sparkline(
      points.map(\.value), shape: .line,
      caption: """
        \(chosen.metric.words) of \(place) per commit; newest: \(chosen.metric.sentence(newest.value))
        """)
  }

  /// The means of the main metric, one bar per stage.
  private static func picture(of summary: SuiteSummary) -> Card.Sparkline? {
    guard !summary.rows.isEmpty else { return nil }
    let metric = StageOverview.lead(of: summary)
    let stages = summary.stages.filter { $0[metric].mean.value != nil }
    guard stages.count > 1 else { return nil }
    let end = stages.firstIndex { $0.stage.id == summary.description.endResult }
    let words = end.map { index in
      "; highlighted: \(stages[index].stage.id), "
        + (stages[index][metric].mean.value.map(metric.sentence) ?? "")
    }
    return Card.Sparkline(
      stages.compactMap { $0[metric].mean.value }, shape: .bars(highlighted: end),
      caption: "\(metric.words) per stage\(words ?? "")")
  }
}
