public import Documents
public import Recordings

/// The structure of an HTML site of reports: a first page, and pages for each suite, its stages, its runs and its
/// trend.
///
///     let site = Site(of: [(suite: description, runs: ["6.2": ["1", "2"]])])
///     site.suites[0].stages[0].page.text  // "thesis/stage-6-2/index.html", say
///
/// If a stage has many runs, their list has further pages. Addresses depend only on names, so links
/// stay valid when runs are added. If two names give one address, the later one gets a number.
public struct Site: Sendable {
  /// The suites that the site of reports shows, in the order in which they were given.
  public let suites: [SiteSuite]

  public init(of suites: [(suite: SuiteDescription, runs: [String: [String]])]) {
    var taken = TakenAnchors(Self.deviceNames)
    self.suites = suites.map { suite, runs in
      SiteSuite(suite, runs: runs, folder: Anchor(suite.id).made(differentFrom: &taken))
    }
  }

  /// Names that Windows reserves, whatever the extension.
  static let deviceNames = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// The path of the first page of the site of reports, which links to the pages of all suites.
  public static let index = PagePath()

  /// The paths of all pages that a site of reports may have.
  ///
  /// Trends exist only if there is a history.
  public var pages: [PagePath] {
    var pages = [Self.index]
    for suite in suites {
      pages += [suite.page, suite.trend]
      for stage in suite.stages { pages += stage.lists.map(\.page) + stage.runs.map(\.page) }
    }
    return pages
  }
}

/// A suite on a site of reports, with the paths of its pages.
public struct SiteSuite: Sendable {
  public let description: SuiteDescription

  /// The stages of the suite on the site, in order; stages without runs are included.
  public let stages: [SiteStage]

  public let page: PagePath

  /// The page of the trend along the commits; it exists only if there is a trend.
  public let trend: PagePath

  init(_ suite: SuiteDescription, runs: [String: [String]], folder: Anchor) {
    description = suite
    page = PagePath([folder])
    trend = PagePath([folder], "trend")
    var taken = TakenAnchors()
    stages = suite.stages.map { stage in
      let place = Anchor("stage " + stage.id).made(differentFrom: &taken)
      return SiteStage(stage, runs: runs[stage.id] ?? [], folders: [folder, place])
    }
  }

  /// Whether a stage of the suite has too many runs for charts and tables that show single runs.
  ///
  /// If so, the suite's page has the brief report. The pages of its stages have neither charts over time nor a table
  /// with one column per run.
  public var isHistory: Bool { stages.contains { $0.runs.count > RunCharts.most } }
}

/// A stage of a suite on a site of reports, with the paths of its pages.
public struct SiteStage: Sendable {
  public let description: SuiteDescription.Stage

  public let page: PagePath

  /// The pages that list the runs of a stage, each with its path and its range of runs; the first is the main page.
  public let lists: [(page: PagePath, runs: Range<Int>)]

  public static let mostListed = 200

  /// The runs of the stage in order, each with its name and the path of its page.
  public let runs: [(name: String, page: PagePath)]

  init(_ stage: SuiteDescription.Stage, runs: [String], folders: [Anchor]) {
    description = stage
    let page = PagePath(folders)
    self.page = page
    let starts = stride(from: 0, to: max(runs.count, 1), by: Self.mostListed)
    lists = starts.enumerated().map { index, start in
      // Runs have pages, not folders, so no page of a run can be in the folder "list".
      let place = index == 0 ? page : PagePath(folders + ["list"], Anchor("\(index + 1)"))
      return (place, start..<min(start + Self.mostListed, runs.count))
    }
    // The stage's own page has the name "index".
    var taken = TakenAnchors(Site.deviceNames.union(["index"]))
    self.runs = runs.map { name in
      (name, PagePath(folders, Anchor(name).made(differentFrom: &taken)))
    }
  }
}
