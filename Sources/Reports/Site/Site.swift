public import Documents
public import Recordings

/// Where the pages of a site are: an index, and for each suite a page, one a stage, one a run, one of its
/// trend.
///
/// Places depend on names alone, so that links to them stay good when runs are added; of names that would
/// share a place the later gets a number.
public struct Site: Sendable {
  /// The suites in their order.
  public let suites: [SiteSuite]

  /// Lays a site out.
  ///
  /// - Parameter suites: what there is to be shown: suites, and the runs of each of their stages by name.
  public init(of suites: [(suite: SuiteDescription, runs: [String: [String]])]) {
    var taken: Set<String> = []
    self.suites = suites.map { suite, runs in
      SiteSuite(suite, runs: runs, folder: Anchor(suite.id).made(differentFrom: &taken))
    }
  }

  /// The page that leads to all others.
  public static let index = PagePath()

  /// Every page that there may be; trends are there only where there is a history.
  public var pages: [PagePath] {
    [Self.index]
      + suites.flatMap { suite in
        [suite.page, suite.trend]
          + suite.stages.flatMap { stage in [stage.page] + stage.runs.map(\.page) }
      }
  }
}

/// A suite of a site.
public struct SiteSuite: Sendable {
  /// What it is.
  public let description: SuiteDescription

  /// Its stages in their order, those without runs too.
  public let stages: [SiteStage]

  /// Its page.
  public let page: PagePath

  /// Where the page of its trend is, if it gets one.
  public let trend: PagePath

  init(_ suite: SuiteDescription, runs: [String: [String]], folder: Anchor) {
    description = suite
    page = PagePath([folder])
    trend = PagePath([folder], "trend")
    var taken: Set<String> = []
    stages = suite.stages.map { stage in
      let place = Anchor("stage " + stage.id).made(differentFrom: &taken)
      return SiteStage(stage, runs: runs[stage.id] ?? [], folders: [folder, place])
    }
  }

  /// Whether so many runs share a stage that a table cannot have a column for each: a history.
  public var isHistory: Bool { stages.contains { $0.runs.count > RunCharts.most } }
}

/// A stage of a site's suite.
public struct SiteStage: Sendable {
  /// What it is.
  public let description: SuiteDescription.Stage

  /// Its page.
  public let page: PagePath

  /// Its runs in their order: the name and the page of each.
  public let runs: [(name: String, page: PagePath)]

  init(_ stage: SuiteDescription.Stage, runs: [String], folders: [Anchor]) {
    description = stage
    page = PagePath(folders)
    // The stage's own page has this name.
    var taken: Set<String> = ["index"]
    self.runs = runs.map { name in
      (name, PagePath(folders, Anchor(name).made(differentFrom: &taken)))
    }
  }
}
