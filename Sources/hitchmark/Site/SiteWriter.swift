internal import Analysis
internal import Documents
internal import Recordings
internal import Reports
internal import RunStore

/// Writes the pages of a site; every run is read once, on several threads with a connection each.
struct SiteWriter {
  private let store: RunStore
  private let folder: String
  private let contents: SiteContents
  private let site: Site
  private let keepsSegments: Bool

  /// Prepares the work.
  ///
  /// - Parameters:
  ///   - store: that holds the runs.
  ///   - folder: where the pages go.
  ///   - contents: what they are about.
  ///   - keepsSegments: whether runs and stages get a table by segment.
  init(of store: RunStore, folder: String, contents: SiteContents, keepsSegments: Bool) {
    self.store = store
    self.folder = folder
    self.contents = contents
    self.keepsSegments = keepsSegments
    site = Site(
      of: contents.suites.map { suite in
        (suite.description, suite.runs.mapValues { $0.map(\.name) })
      })
  }

  /// Writes everything; files that are no pages of the site stay as they are.
  ///
  /// - Parameters:
  ///   - order: where the order of commits is found, for trends.
  ///   - console: for what is being done.
  /// - Throws: when the store cannot be read, a suite contradicts itself or a page cannot be written.
  func write(order: CommitOrder, console: Console) throws(Failure) {
    var headlines: [String: String] = [:]
    var trends: Set<String> = []
    for (suite, place) in zip(contents.suites, site.suites) {
      let summary = try writeRuns(of: suite, at: place, console)
      let hasTrend = try writeTrend(of: suite, at: place, order: order)
      if hasTrend { trends.insert(suite.description.id) }
      headlines[suite.description.id] = SuiteReport.headline(of: summary)
      for stage in place.stages {
        if let page = SitePages.stage(stage, in: summary, at: place) {
          try save(page, at: stage.page)
        }
      }
      try save(SitePages.suite(place, summary: summary, hasTrend: hasTrend), at: place.page)
    }
    try save(SitePages.index(of: site, headlines: headlines, trends: trends), at: Site.index)
    console.progress("")
  }

  // MARK: - Runs

  /// A run to be written, and where.
  private struct Work {
    let record: RunRecord
    let index: Int
    let stage: SiteStage
  }

  /// Runs that one connection is opened for.
  private static let chunk = 8

  /// Writes the pages of a suite's runs, and sums the suite up.
  private func writeRuns(
    of suite: SiteContents.Suite, at place: SiteSuite, _ console: Console
  ) throws(Failure) -> SuiteSummary {
    let works = place.stages.flatMap { stage in
      (suite.runs[stage.description.id] ?? []).enumerated().map {
        Work(record: $1, index: $0, stage: stage)
      }
    }
    let chunks = stride(from: 0, to: works.count, by: Self.chunk).map {
      Array(works[$0..<min($0 + Self.chunk, works.count)])
    }
    let (path, settings, keepsSegments) = (store.path, suite.settings, keepsSegments)
    let pipeline = OrderedPipeline(chunks, jobs: Platform.processorCount) { works in
      Self.pages(of: works, in: place, store: path, settings, keepsSegments)
    }
    var runs: [String: [RunSummary]] = [:]
    try pipeline.run { (index, pages) throws(Failure) in
      console.progress("writing run \(index * Self.chunk + 1) of \(works.count)")
      for (work, page) in zip(chunks[index], try pages.get()) {
        runs[work.stage.description.id, default: []].append(page.summary)
        try save(page.text, at: work.stage.runs[work.index].page)
      }
    }
    do throws(SuiteError) {
      return try SuiteSummary(suite.description, runs: runs)
    } catch {
      throw .suite(error, suite: "suite “\(suite.description.id)”")
    }
  }

  private static func pages(
    of works: [Work], in place: SiteSuite, store path: String, _ settings: ParameterSettings,
    _ keepsSegments: Bool
  ) -> Result<[(summary: RunSummary, text: String)], Failure> {
    do throws(StoreError) {
      let store = try RunStore.open(path, access: .read)
      var pages: [(summary: RunSummary, text: String)] = []
      for work in works {
        let recording = try store.recording(of: work.record)
        var summary = RunSummary(
          of: recording, name: work.record.name, settings: settings, keepsProfile: true,
          keepsSegments: keepsSegments)
        let text = Renderer.html.render(
          SitePages.run(work.index, summary, of: work.stage, in: place))
        // Of a history nothing but its figures is looked at again.
        if place.isHistory { summary = summary.withoutProfile }
        pages.append((summary, text))
      }
      return .success(pages)
    } catch {
      return .failure(.store(error))
    }
  }

  // MARK: - Trends

  /// Fewer commits than this are no history.
  private static let fewestCommits = 3

  /// Writes the page of a suite's trend, and tells whether there is one.
  private func writeTrend(
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

  private func save(_ document: Document, at page: PagePath) throws(Failure) {
    try save(Renderer.html.render(document), at: page)
  }

  private func save(_ text: String, at page: PagePath) throws(Failure) {
    let path = folder + "/" + page.text
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    if let reason = Platform.makeFolder(parent) { throw .output(path: parent, reason: reason) }
    if let reason = Platform.replaceFile(path, with: text) {
      throw .output(path: path, reason: reason)
    }
  }
}
