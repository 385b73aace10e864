public import Analysis
public import Documents
internal import Recordings
internal import Units

/// Builds the pages of a site of reports, as documents with links to each other.
public enum SitePages {
  // MARK: - All suites

  /// The first page of a site of reports, which links to all suites: those with new regressions first, then measured
  /// ones, then those with published numbers.
  ///
  /// `entries` are in the order of the suites.
  public static func index(of entries: [SiteEntry]) -> Document {
    let urgent = entries.filter(\.card.isUrgent)
    let others = entries.filter { !$0.card.isUrgent }
    let sections: [(title: String, about: String?, entries: [SiteEntry])] = [
      ("Needs attention", nil, urgent), ("Recorded runs", nil, others.filter(\.isMeasured)),
      (
        "Published figures",
        "Values from papers, values rebuilt from papers, and simulated values. None was measured for this site.",
        others.filter { !$0.isMeasured }
      ),
    ]
    let suites = counted(entries.count, "suite")
    let title =
      urgent.isEmpty
      ? "\(suites), and none needs attention"
      : "\(urgent.count) of \(suites) \(urgent.count == 1 ? "needs" : "need") attention"
    let newest = entries.compactMap(\.day).max()
    return Document(
      schema: "hitchmark.site/1", title: title,
      blocks: (newest.map { [.facts([.text("Newest run: \($0)")])] } ?? [])
        + sections.filter { !$0.entries.isEmpty }.flatMap { section -> [Block] in
          [.heading(.section, section.title, anchor: Anchor(section.title))]
            + (section.about.map { [.facts([.text($0)])] } ?? [])
            + [.cards(section.entries.map(\.card))]
        })
  }

  // MARK: - A suite

  /// A suite's page on a site of reports: a list of stages and the suite's report, which is shortened if there are
  /// too many runs.
  public static func suite(
    _ suite: SiteSuite, summary: SuiteSummary, hasTrend: Bool
  ) -> Document {
    let links = [crumbs([("All suites", Site.index)], from: suite.page)]
    let trend: [Block] =
      hasTrend
      ? [.paragraph([.page("Trend over the commits", at: suite.trend.seen(from: suite.page))])]
      : []
    let body =
      suite.isHistory
      ? SuiteReport.document(of: summary, extent: .brief).blocks
      : SuiteReport.document(of: summary).blocks
    return Document(
      schema: "hitchmark.report/1", title: suite.description.title,
      blocks: links + trend + body + [.heading(.section, "Pages of the stages", anchor: "pages")]
        + [.table(stages(of: suite))])
  }

  private static func stages(of suite: SiteSuite) -> Table {
    Table(
      anchor: "page-list", caption: "Pages of the stages", corner: "Stage",
      columns: [Table.Column("Runs", id: "runs")],
      rows: suite.stages.map { stage in
        Table.Row(
          stage.description.heading, id: stage.description.id,
          page: stage.page.seen(from: suite.page), cells: [count(stage.runs.count)])
      })
  }

  // MARK: - A stage

  /// The pages of a stage on a site: the list of its runs, with tables and charts if the suite has few runs per
  /// stage.
  ///
  /// The list continues on further pages after `SiteStage.mostListed` runs. There is one document for each of
  /// `stage.lists`; none if the suite does not have the stage.
  public static func stage(
    _ stage: SiteStage, in suite: SuiteSummary, at place: SiteSuite
  ) -> [(page: PagePath, document: Document)] {
    guard let summary = suite.stages.first(where: { $0.stage.id == stage.description.id }) else {
      return []
    }
    return stage.lists.indices.map { index in
      let page = stage.lists[index].page
      var blocks = [crumbs(toStage: stage, of: place, isOnFirstPage: index == 0, from: page)]
      if index == 0 { blocks += opening(of: summary, stage, in: suite, at: place) }
      blocks += listLinks(of: stage, at: index)
      blocks.append(.table(runs(of: summary, stage, at: index, metrics: suite.rows)))
      if index == 0, !place.isHistory { blocks += SuiteCharts(of: suite).overTime(summary) }
      return (
        page,
        Document(schema: "hitchmark.stage/1", title: stage.description.heading, blocks: blocks)
      )
    }
  }

  private static func crumbs(
    toStage stage: SiteStage, of suite: SiteSuite, isOnFirstPage: Bool, from page: PagePath
  ) -> Block {
    let pages = [("All suites", Site.index), (suite.description.title, suite.page)]
    return crumbs(
      pages + (isOnFirstPage ? [] : [(stage.description.heading, stage.page)]), from: page)
  }

  private static func opening(
    of summary: StageSummary, _ stage: SiteStage, in suite: SuiteSummary, at place: SiteSuite
  ) -> [Block] {
    var blocks: [Block] = []
    if let provenance = suite.provenance {
      blocks.append(
        .notice(
          .warning,
          [.strong("The values below were not measured for this report."), .text(" " + provenance)])
      )
    }
    if let note = stage.description.note { blocks.append(.text(note)) }
    if !place.isHistory { blocks.append(.table(StageTable.table(of: summary, in: suite))) }
    if let segments = SegmentTable.table(of: summary, in: suite) { blocks.append(.table(segments)) }
    return blocks
  }

  /// The range of runs on a page of the list, and links to the first, previous, next and last page;
  /// empty if there is only one page.
  private static func listLinks(of stage: SiteStage, at index: Int) -> [Block] {
    let lists = stage.lists
    guard lists.count > 1 else { return [] }
    let (page, shown) = lists[index]
    let extent = "Runs \(shown.lowerBound + 1) to \(shown.upperBound) of \(stage.runs.count)"
    let links = [
      ("First", 0), ("Previous", index - 1), ("Next", index + 1), ("Last", lists.count - 1),
    ]
    .filter { lists.indices.contains($0.1) && $0.1 != index }
    .map { (title: $0.0, page: lists[$0.1].page) }
    return [
      .text("\(extent), page \(index + 1) of \(lists.count)."),
      row(of: links, from: page, between: " · "),
    ]
  }

  private static func runs(
    of summary: StageSummary, _ stage: SiteStage, at index: Int, metrics: [Metric]
  ) -> Table {
    let list = stage.lists[index]
    return Table(
      anchor: "runs", caption: "Runs", corner: "Run",
      columns: metrics.map { Table.Column($0.title, id: $0.id) }
        + [
          Table.Column("Date", .leading, id: "date"),
          Table.Column("Commit", .leading, id: "commit"),
        ],
      rows: list.runs.map { number in
        let run = summary.runs[number]
        return Table.Row(
          run.name, page: stage.runs[number].page.seen(from: list.page),
          cells: metrics.map { metric in
            run[metric.id].map { Cell.value($0.value, of: metric) } ?? .empty
          } + [
            run.description.date.map { .text($0) } ?? .empty,
            run.description.commit.map { .text($0.shortCommit) } ?? .empty,
          ])
      })
  }

  // MARK: - A run

  /// The page of a run on a site of reports: the run's metrics, charts and metadata.
  ///
  /// `summary` contains the profile for charts.
  public static func run(
    _ index: Int, _ summary: RunSummary, of stage: SiteStage, in suite: SiteSuite
  ) -> Document {
    let page = stage.runs[index].page
    let analysis = AnalysisReport.document(of: [AnalyzedRun(summary)])
    var links = [
      crumbs(
        [
          ("All suites", Site.index), (suite.description.title, suite.page),
          (stage.description.heading, stage.page),
        ], from: page)
    ]
    let neighbors = [("Previous run", index - 1), ("Next run", index + 1)]
      .filter { stage.runs.indices.contains($0.1) }
      .map { (title: $0.0, page: stage.runs[$0.1].page) }
    if !neighbors.isEmpty { links.append(row(of: neighbors, from: page, between: " · ")) }
    return Document(
      schema: analysis.schema, title: "\(stage.description.heading), \(summary.name)",
      blocks: links + facts(of: summary) + analysis.blocks)
  }

  private static func facts(of run: RunSummary) -> [Block] {
    let known = run.description
    let facts: [(String, String?)] =
      [
        ("Commit", known.commit), ("Date", known.date), ("Session", known.session),
        ("Device", known.device.sentence), ("Source", run.origin.source),
      ] + known.labels.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let lines: [[Inline]] = facts.compactMap { name, fact in
      guard let fact, !fact.isEmpty else { return nil }
      return [.strong("\(name):"), .text(" \(fact)")]
    }
    return lines.isEmpty ? [] : [.list(lines)]
  }

  // MARK: - A trend

  /// The page of a site of reports that shows the trend of a suite's metrics along the commits, with links to other
  /// pages.
  public static func trend(_ trend: Document, of suite: SiteSuite) -> Document {
    let links = crumbs(
      [("All suites", Site.index), (suite.description.title, suite.page)], from: suite.trend)
    return Document(
      schema: trend.schema, title: trend.title,
      blocks: [links] + trend.blocks)
  }

  // MARK: - Links

  private static func crumbs(_ pages: [(String, PagePath)], from page: PagePath) -> Block {
    row(of: pages.map { (title: $0.0, page: $0.1) }, from: page, between: " › ")
  }

  private static func row(
    of pages: [(title: String, page: PagePath)], from page: PagePath, between: String
  ) -> Block {
    let links = pages.map { Inline.page($0.title, at: $0.page.seen(from: page)) }
    return .paragraph(Array(links.map { [$0] }.joined(separator: [.text(between)])))
  }

  private static func count(_ count: Int) -> Cell {
    .quantity(Quantity(Double(count), .count), .decimals(0))
  }
}
