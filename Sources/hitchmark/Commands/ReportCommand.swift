internal import Analysis
internal import Arguments
internal import ClusterStore
internal import Documents
internal import Recordings
internal import Reports
internal import RunStore
internal import Units
internal import Workbench

enum ReportCommand {
  private static let suite =
    Positional(
      optional: "SUITE", .text, setting: "suite",
      help: "the name of the suite's folder, such as feed")
    as Positional<String?>
  private static let brief = Flag(
    "brief",
    help: "print only the headline and the result",
    details: """
      The result is the suite's last stage against its best and worst case, or else the averages \
      of all stages.
      """)

  private static let site = Option(
    "site", .path,
    help: "write a website about SUITE, or all, into this folder")

  /// The largest number of runs whose data quality a report checks, because reading the frames of more runs would take
  /// most of the report's time.
  private static let mostExamined = 10_000

  static let command: Command<Action> = Command(
    "report",
    abstract: "Print the report of a suite, or write a website.",
    discussion: """
      The data quality of the 10,000 runs that were ingested last is checked, or with --strict that of all.

      The folder of --site may contain other files, which are never removed or overwritten. \
      hitchmark-site.txt there lists the pages; those that no longer belong to the website are removed, \
      unless something else changed them. With --watch the pages are written again whenever the store \
      changes.
      """,
    parameters: [
      suite, CommonOptions.store, CommonOptions.formats, CommonOptions.output,
      CommonOptions.standalone, brief,
      CommonOptions.segments, ForeignToolOption.option, CommonOptions.strict, site,
      CommonOptions.watch, CommonOptions.order,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example("hitchmark report thesis", "print the report of a suite"),
      Example("hitchmark report thesis --brief", "print only the result of a suite"),
      Example(
        "hitchmark report thesis --format md,html,csv,json --output reports/thesis",
        "write the files report.md, report.html, report.csv and report.json"),
      Example(
        "hitchmark report scrolling --segments",
        "also print the metrics of each lap"),
      Example(
        "hitchmark report --site public", "write a website about all suites"),
      Example(
        "hitchmark report --site public --watch",
        "write the website again after each ingest, until Ctrl-C"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    if let folder = values[site] {
      if values[CommonOptions.watch] { return try watch(folder, values, console) }
      try writeSite(into: folder, values, console.observer)
      return .fine
    }
    if values[CommonOptions.watch] { throw ReportFault.watchWithoutSite }
    guard let suite = values[suite] else { throw ReportFault.nothingAsked }
    let store = try Stores.open(values, .read, for: RunFilter(suite: suite))
    let extent: SuiteReport.Extent = values[brief] ? .brief : .whole
    let formats = Renderer.asked(
      for: values[CommonOptions.formats], output: values[CommonOptions.output])
    let isOfFirstScreen = formats.allSatisfy { $0.traits.contains(.firstScreen) }
    let drawsCharts = extent == .whole && !isOfFirstScreen
    let summary = try StoredSuite(
      of: suite, in: store, settings: try ParameterOptions.settings(values),
      tool: values[ForeignToolOption.option]
    ).summary(
      needs: RunNeeds(
        charts: drawsCharts, segments: values[CommonOptions.segments], causes: extent == .whole,
        threads: true,
        examined: values[CommonOptions.strict] ? .max : extent == .whole ? mostExamined : 0))
    let document = SuiteReport.document(
      of: summary, extent: extent,
      showsEveryRun: formats.contains { $0.traits.contains(.forPrograms) })
    try Delivery(
      document: document, name: "report", isStandalone: values[CommonOptions.standalone]
    )
    .write(as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    try CommonOptions.hold(summary.stages.flatMap(\.runs), to: values)
    return .fine
  }

  /// Writes the site, and again whenever the store changes, until a signal.
  private static func watch(
    _ folder: String, _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    if RunStore.isCluster(values[CommonOptions.store]) { throw ReportFault.watchOfCluster }
    console.say("watching \(values[CommonOptions.store]) for changes; press Ctrl-C to stop")
    let said = SaidOnce(console)
    var watch = StoreWatch(values[CommonOptions.store])
    var isFirst = true
    try Watch.run {
      guard watch.look() else { return }
      do {
        try writeSite(into: folder, values, said.observer)
      } catch {
        if isFirst { throw error }
        return said.say(error.message)
      }
      isFirst = false
      try console.write("\(folder): the pages of the website were written\n")
    }
    return .fine
  }

  private static func writeSite(
    into folder: String, _ values: ParsedValues, _ observer: TaskObserver
  ) throws {
    let meaningless = [
      values[CommonOptions.formats].map { _ in "--format" },
      values[CommonOptions.output].map { _ in "--output" }, values[brief] ? "--brief" : nil,
      values[ForeignToolOption.option].map { _ in "--as" },
      values[CommonOptions.strict] ? "--strict" : nil,
      values[CommonOptions.standalone] ? "--standalone" : nil,
    ].compactMap(\.self)
    guard meaningless.isEmpty else { throw ReportFault.besideSite(meaningless) }
    let only = values.isGiven(suite) ? values[suite] : nil
    let store = try Stores.openStill(values, for: RunFilter(suite: only))
    let contents = try SiteContents(
      of: store, only: only,
      overrides: ParameterOptions.settings(values))
    var writer = try SiteWriter(
      of: store, folder: folder, contents: contents,
      hasSegments: values[CommonOptions.segments], observer: observer)
    try writer.write(
      order: CommitOrder(branch: nil, since: nil, file: try CommitOptions.file(values)))
  }
}
