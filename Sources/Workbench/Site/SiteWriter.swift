package import Analysis
internal import Documents
internal import Recordings
internal import Reports
package import RunStore
internal import System
package import Units

/// Writes the HTML pages of a site of reports.
///
/// Each run is read once for its page and the tables, on several threads with one connection each. Trends read the
/// frames of some runs again.
package struct SiteWriter {
  private let store: RunStore
  private var folder: SiteFolder
  private let contents: SiteContents
  private let site: Site
  private let hasSegments: Bool
  private let observer: TaskObserver
  private var pageCount = 0

  /// Creates a writer for the HTML pages of a site of reports.
  ///
  /// - Parameters:
  ///   - path: the folder for the pages.
  ///   - hasSegments: whether runs and stages get a table by segment.
  ///   - observer: receives each written run, and each page that is kept.
  /// - Throws: if the folder cannot be used.
  package init(
    of store: RunStore, folder path: String, contents: SiteContents, hasSegments: Bool,
    observer: TaskObserver
  ) throws {
    self.store = store
    self.contents = contents
    self.hasSegments = hasSegments
    self.observer = observer
    site = Site(
      of: contents.suites.map { suite in
        (suite.description, suite.runs.mapValues { $0.map(\.name) })
      })
    folder = try SiteFolder(path, for: site.pages)
  }

  /// Writes all pages of the site, and removes the files of pages that the site no longer has.
  ///
  /// Other files stay unchanged.
  ///
  /// - Parameter order: the order of commits, for trends.
  /// - Throws: if the store cannot be read, a suite is contradictory or a page cannot be written.
  package mutating func write(order: CommitOrder) throws {
    observer.progress(.wrotePages(0))
    var entries: [SiteEntry] = []
    for (suite, place) in zip(contents.suites, site.suites) {
      let summary = try writeRuns(of: suite, at: place)
      let trend = try writeTrend(of: suite, at: place, order: order)
      entries.append(SiteEntry(of: place, summary: summary, trend: trend))
      for stage in place.stages {
        for (page, document) in SitePages.stage(stage, in: summary, at: place) {
          try save(document, at: page)
        }
      }
      try save(SitePages.suite(place, summary: summary, hasTrend: trend != nil), at: place.page)
    }
    try save(SitePages.index(of: entries), at: Site.index)
    observer.progress(.finished)
    for page in try folder.finish() { observer.notice(.pageLeft(path: page)) }
  }

  // MARK: - Runs

  private struct Work {
    let record: RunRecord
    let index: Int
    let stage: SiteStage
  }

  /// Writes the pages of a suite's runs, and summarizes the suite.
  private mutating func writeRuns(
    of suite: SiteContents.Suite, at place: SiteSuite
  ) throws -> SuiteSummary {
    let works = place.stages.flatMap { stage in
      (suite.runs[stage.description.id] ?? []).enumerated().map {
        Work(record: $1, index: $0, stage: stage)
      }
    }
    let (settings, hasSegments) = (suite.settings, hasSegments)
    var runs: [String: [RunSummary]] = [:]
    try StoredRuns(store: store, records: works.map(\.record)).forEach {
      Self.page(of: works[$0], $1, in: place, settings, hasSegments: hasSegments)
    } take: { index, page in
      observer.progress(.writingRun(index + 1, of: works.count))
      let work = works[index]
      runs[work.stage.description.id, default: []].append(page.summary)
      try save(page.text, at: work.stage.runs[work.index].page)
    }
    do throws(SuiteError) {
      return try SuiteSummary(suite.description, runs: runs)
    } catch {
      throw error.complaint(in: "suite “\(suite.description.id)”")
    }
  }

  private static func page(
    of work: Work, _ recording: Recording, in place: SiteSuite, _ settings: ParameterSettings,
    hasSegments: Bool
  ) -> (summary: RunSummary, text: String) {
    let summary = RunSummary(
      of: recording, name: work.record.name, settings: settings,
      needs: RunNeeds(charts: true, segments: hasSegments))
    let text = Renderer.html.render(SitePages.run(work.index, summary, of: work.stage, in: place))
    // Imported runs have only figures, so their charts are not needed again.
    return (place.isHistory ? summary.withoutProfile() : summary, text)
  }

  // MARK: - Trends

  private static let fewestCommits = 3

  /// Writes the page of a suite's trend; returns `nil` if the suite has none.
  private mutating func writeTrend(
    of suite: SiteContents.Suite, at place: SiteSuite, order: CommitOrder
  ) throws -> Trend? {
    let commits = Set(suite.runs.values.joined().compactMap(\.description.commit))
    guard commits.count >= Self.fewestCommits else { return nil }
    let question = TrendQuestion(filter: RunFilter(suite: suite.description.id), order: order)
    let trend: Trend
    let document: Document
    do {
      trend = try question.trend(in: store)
      let newest = Set(trend.findings.map { trend.history.commits[$0.best] })
      document = TrendReport.document(
        of: trend, subjects: try order.subjects(of: newest, in: store),
        frames: try TrendFrames.stages(of: trend, in: store, filter: question.filter))
    } catch Failure.noOrder, Failure.nothingAlong, Failure.nothingKept, Failure.noRuns {
      // Commits of another history, or in unknown order, have no trend.
      return nil
    }
    try save(SitePages.trend(document, of: place), at: place.trend)
    return trend
  }

  // MARK: - Files

  private mutating func save(_ document: Document, at page: PagePath) throws {
    try save(Renderer.html.render(document), at: page)
  }

  private mutating func save(_ text: String, at page: PagePath) throws {
    try folder.save(text, at: page)
    pageCount += 1
    observer.progress(.wrotePages(pageCount))
  }
}

/// The contents of an HTML site of reports: the suites of a store, with the runs of each stage.
package struct SiteContents {
  struct Suite {
    let description: SuiteDescription
    let settings: ParameterSettings
    /// By the id of the stage, in the order of the store.
    let runs: [String: [RunRecord]]
  }

  let suites: [Suite]

  /// Finds the suites of a store for a site of reports, with the runs of each stage.
  ///
  /// - Parameters:
  ///   - only: the suite to show; `nil` for all suites that have runs, and for runs without a suite.
  ///   - overrides: parameters that override those of the suites.
  /// - Throws: if the store cannot be read or lacks the suite; without a suite, also if the store has no runs.
  package init(of store: RunStore, only: String?, overrides: ParameterSettings) throws {
    var filter = RunFilter()
    filter.suite = only
    let records = try store.runs(filter)
    let recordsOfSuite = Dictionary(grouping: records, by: \.suite)
    var ids = records.map(\.suite).distinct
    // Runs without a suite come last.
    ids = ids.filter { $0 != nil } + ids.filter { $0 == nil }
    if let only, !ids.contains(only) { ids.append(only) }
    if ids.isEmpty { throw Failure.noRuns(filter, in: store) }
    var suites: [Suite] = []
    for id in ids {
      let own = recordsOfSuite[id] ?? []
      var description =
        try id.map { id in
          try StoredSuite.description(of: id, in: store)
        } ?? SuiteDescription(id: "runs", title: "Runs without a suite")
      description.addStages(of: own)
      suites.append(
        Suite(
          description: description,
          settings: try ParameterSettings.declared(by: description).overridden(by: overrides),
          runs: Dictionary(grouping: own) { $0.stage ?? SuiteDescription.noStage }))
    }
    self.suites = suites
  }
}

extension SuiteDescription {
  /// The stage under which runs without a stage are shown.
  fileprivate static let noStage = "none"

  /// Adds stages of runs that the suite does not list.
  fileprivate mutating func addStages(of records: [RunRecord]) {
    var known = Set(stages.map(\.id))
    for record in records {
      let id = record.stage ?? Self.noStage
      guard known.insert(id).inserted else { continue }
      let title = record.stage == nil ? "Runs without a stage" : id
      stages.append(SuiteDescription.Stage(id: id, title: title))
    }
  }
}

/// Why a report, or a site of reports, cannot be created.
package enum ReportFault {
  /// Neither a suite nor a folder for a site was given.
  package static var nothingAsked: Complaint {
    Complaint(
      at: "report", "the command names no suite",
      remedy: "name one, or a folder for a website with --site")
  }

  /// Options that do not apply to a site, because a site consists of pages only.
  package static func besideSite(_ options: [String]) -> Complaint {
    Complaint(
      at: "--site", "the option cannot be combined with \(options.joined(separator: " and "))",
      wanted: "a website consists of HTML pages in the folder that --site names",
      remedy: "leave out --site, or leave out \(options.joined(separator: " and "))")
  }

  /// Only a site can be written again and again.
  package static var watchWithoutSite: Complaint {
    Complaint(
      at: "--watch",
      "the option updates only a website",
      remedy: "pass --site and a folder, or leave --watch out")
  }

  /// Changes of a cluster cannot be watched.
  package static var watchOfCluster: Complaint {
    Complaint(
      at: "--watch", "a ClickHouse cluster cannot be watched for changes",
      remedy: "leave --watch out, and repeat the command to update the website")
  }

  /// A LaTeX document was requested without LaTeX.
  package static var standaloneWithoutLaTeX: Complaint {
    Complaint(
      at: "--standalone", "this option is only for LaTeX, and the output has another format",
      remedy: "pass --format latex, or a file name that ends in .tex")
  }

  /// A file that was not written as part of a site is at the path of a page.
  package static func foreignFile(_ path: String) -> Complaint {
    Complaint(
      at: path, "hitchmark did not write this file as a part of the website",
      wanted: "the website needs this path for a page or a folder",
      remedy: "move the file, or name another folder for the website")
  }

  /// A line of the list of pages, from 1, is invalid.
  package static func manifest(_ path: String, line: Int) -> Complaint {
    Complaint(
      at: path, line: line,
      "this file lists the pages of the website, but this line is not an entry of the list",
      remedy: "restore this file, or name another folder for the website")
  }
}
