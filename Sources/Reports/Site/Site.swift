public import Documents
public import Recordings

/// Where the pages of a site are: an index; for each suite one page per stage, one per run and one for its trend.
///
/// The list of a stage's runs has further pages if there are many runs.
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
    var taken = TakenAnchors(Self.deviceNames)
    self.suites = suites.map { suite, runs in
      SiteSuite(suite, runs: runs, folder: Anchor(suite.id).made(differentFrom: &taken))
    }
  }

  /// Names that no file or folder can have on Windows, whatever its extension.
  static let deviceNames = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// The page that leads to all others.
  public static let index = PagePath()

  /// Every page that there may be; trends are there only where there is a history.
  public var pages: [PagePath] {
    [Self.index]
      + suites.flatMap { suite in
        [suite.page, suite.trend]
          + suite.stages.flatMap { stage in stage.lists.map(\.page) + stage.runs.map(\.page) }
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
    var taken = TakenAnchors()
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

  /// The pages that list its runs, at least one: first its own page, then further ones.
  public let lists: [(page: PagePath, runs: Range<Int>)]

  /// The most runs that a page lists.
  public static let mostListed = 200

  /// Its runs in their order: the name and the page of each.
  public let runs: [(name: String, page: PagePath)]

  init(_ stage: SuiteDescription.Stage, runs: [String], folders: [Anchor]) {
    description = stage
    let page = PagePath(folders)
    self.page = page
    let starts = stride(from: 0, to: max(runs.count, 1), by: Self.mostListed)
    lists = starts.enumerated().map { index, start in
      // Runs have pages, not folders, so no run's page can be in the folder "list".
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
