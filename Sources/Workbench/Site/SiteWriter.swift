internal import Analysis
internal import Documents
internal import Recordings
internal import Reports
package import RunStore

/// Writes the pages of a site; every run is read once, on several threads with a connection each.
package struct SiteWriter {
  private let store: RunStore
  private var folder: SiteFolder
  private let contents: SiteContents
  private let site: Site
  private let keepsSegments: Bool

  /// Prepares the work.
  ///
  /// - Parameters:
  ///   - store: that holds the runs.
  ///   - path: the folder that the pages go to.
  ///   - contents: what they are about.
  ///   - keepsSegments: whether runs and stages get a table by segment.
  /// - Throws: when the folder cannot take them.
  package init(
    of store: RunStore, folder path: String, contents: SiteContents, keepsSegments: Bool
  ) throws(Failure) {
    self.store = store
    self.contents = contents
    self.keepsSegments = keepsSegments
    site = Site(
      of: contents.suites.map { suite in
        (suite.description, suite.runs.mapValues { $0.map(\.name) })
      })
    folder = try SiteFolder(path, for: site.pages)
  }

  /// Writes everything and removes what an earlier run wrote besides; files of others stay as they are.
  ///
  /// - Parameters:
  ///   - order: where the order of commits is found, for trends.
  ///   - observer: gets each written run, and each page that is left.
  /// - Throws: when the store cannot be read, a suite contradicts itself or a page cannot be written.
  package mutating func write(order: CommitOrder, observer: TaskObserver) throws(Failure) {
    var headlines: [String: String] = [:]
    var trends: Set<String> = []
    for (suite, place) in zip(contents.suites, site.suites) {
      let summary = try writeRuns(of: suite, at: place, observer)
      let hasTrend = try writeTrend(of: suite, at: place, order: order)
      if hasTrend { trends.insert(suite.description.id) }
      headlines[suite.description.id] = SuiteReport.headline(of: summary)
      for stage in place.stages {
        for (page, document) in SitePages.stage(stage, in: summary, at: place) {
          try save(document, at: page)
        }
      }
      try save(SitePages.suite(place, summary: summary, hasTrend: hasTrend), at: place.page)
    }
    try save(SitePages.index(of: site, headlines: headlines, trends: trends), at: Site.index)
    observer.progress(.finished)
    for page in try folder.finish() { observer.notice(.pageLeft(path: page)) }
  }

  // MARK: - Runs

  /// A run to be written, and where.
  private struct Work {
    let record: RunRecord
    let index: Int
    let stage: SiteStage
  }

  /// Writes the pages of a suite's runs, and sums the suite up.
  private mutating func writeRuns(
    of suite: SiteContents.Suite, at place: SiteSuite, _ observer: TaskObserver
  ) throws(Failure) -> SuiteSummary {
    let works = place.stages.flatMap { stage in
      (suite.runs[stage.description.id] ?? []).enumerated().map {
        Work(record: $1, index: $0, stage: stage)
      }
    }
    let (settings, keepsSegments) = (suite.settings, keepsSegments)
    var runs: [String: [RunSummary]] = [:]
    try StoredRuns(store: store, records: works.map(\.record)).forEach {
      Self.page(of: works[$0], $1, in: place, settings, keepsSegments: keepsSegments)
    } take: { (index, page) throws(Failure) in
      observer.progress(.writingRun(index + 1, of: works.count))
      let work = works[index]
      runs[work.stage.description.id, default: []].append(page.summary)
      try folder.save(page.text, at: work.stage.runs[work.index].page)
    }
    do throws(SuiteError) {
      return try SuiteSummary(suite.description, runs: runs)
    } catch {
      throw .suite(error, suite: suite.description.id)
    }
  }

  private static func page(
    of work: Work, _ recording: Recording, in place: SiteSuite, _ settings: ParameterSettings,
    keepsSegments: Bool
  ) -> (summary: RunSummary, text: String) {
    let summary = RunSummary(
      of: recording, name: work.record.name, settings: settings, keepsProfile: true,
      keepsSegments: keepsSegments)
    let text = Renderer.html.render(SitePages.run(work.index, summary, of: work.stage, in: place))
    // Of a history nothing but its figures is looked at again.
    return (place.isHistory ? summary.withoutProfile : summary, text)
  }

  // MARK: - Trends

  /// Fewer commits than this are no history.
  private static let fewestCommits = 3

  /// Writes the page of a suite's trend, and tells whether there is one.
  private mutating func writeTrend(
    of suite: SiteContents.Suite, at place: SiteSuite, order: CommitOrder
  ) throws(Failure) -> Bool {
    let commits = Set(suite.runs.values.joined().compactMap(\.description.commit))
    guard commits.count >= Self.fewestCommits else { return false }
    let question = TrendQuestion(filter: RunFilter(suite: suite.description.id), order: order)
    let document: Document
    do throws(Failure) {
      let trend = try question.trend(in: store)
      let newest = Set(trend.findings.map { trend.history.commits[$0.best] })
      document = TrendReport.document(
        of: trend, subjects: try order.subjects(of: newest, in: store))
    } catch {
      switch error {
      // Commits of another history, or in no known order, have no trend.
      case .noOrder, .nothingAlong, .nothingKept, .noRuns: return false
      default: throw error
      }
    }
    try save(SitePages.trend(document, of: place), at: place.trend)
    return true
  }

  // MARK: - Files

  private mutating func save(_ document: Document, at page: PagePath) throws(Failure) {
    try folder.save(Renderer.html.render(document), at: page)
  }
}
