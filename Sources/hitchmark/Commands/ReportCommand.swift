internal import Analysis
internal import Arguments
internal import Documents
internal import Recordings
internal import Reports
internal import RunStore
internal import Workbench

enum ReportCommand {
  private static let suite =
    Positional(optional: "SUITE", .text, help: "The suite's name, as in runs/<suite>.")
    as Positional<String?>
  private static let brief = Flag("brief", help: "Only the result and the closing comparisons.")

  private static let site = Option(
    "site", .path,
    help:
      "Write pages of every suite, stage, run and trend into this folder; of SUITE alone, if given."
  )

  static let command: Command<Action> = Command(
    "report",
    abstract:
      "Print the report of a suite: a table a stage, comparisons, verdicts; or write a site.",
    discussion: """
      A site's folder may hold other files. Pages that an earlier run wrote there and the site no longer \
      has are removed, unless they were changed since; nothing else is, and a file of another in the \
      place of a page is an error. hitchmark-site.txt in the folder keeps the list.
      """,
    parameters: [
      suite, CommonOptions.store, CommonOptions.formats, CommonOptions.output, brief,
      CommonOptions.segments, ForeignToolOption.option, CommonOptions.strict, site,
      CommonOptions.order,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example("hitchmark report thesis", "on the terminal"),
      Example("hitchmark report thesis --brief", "the result only"),
      Example(
        "hitchmark report thesis --format md,html,csv,json --output reports/thesis",
        "report.md, report.html, …"),
      Example("hitchmark report scrolling --segments", "lap by lap, over the runs of each stage"),
      Example("hitchmark report --site public", "pages for a web server or a CI artifact"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    if let folder = values[site] {
      try writeSite(into: folder, values, console)
      return .fine
    }
    guard let suite = values[suite] else { throw .report(.nothingAsked) }
    let store = try Stores.open(values, .read)
    let extent: SuiteReport.Extent = values[brief] ? .brief : .whole
    let formats = OutputFormat.asked(
      for: values[CommonOptions.formats], output: values[CommonOptions.output])
    // Text has no charts of a suite.
    let drawsCharts = extent == .whole && formats.contains { $0.renderer != nil }
    let summary = try StoredSuite(
      of: suite, in: store, settings: try ParameterOptions.settings(values),
      tool: values[ForeignToolOption.option]
    ).summary(
      needs: RunValues.Needs(
        quality: extent == .whole || values[CommonOptions.strict], profile: drawsCharts,
        segments: values[CommonOptions.segments], threads: true))
    let document = SuiteReport.document(
      of: summary, extent: extent, showsEveryRun: formats.contains(where: \.isForPrograms))
    try Delivery(document: document, name: "report")
      .write(as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    try CommonOptions.hold(summary.stages.flatMap(\.runs), to: values)
    return .fine
  }

  private static func writeSite(
    into folder: String, _ values: ParsedValues, _ console: Console
  ) throws(Failure) {
    let meaningless = [
      values[CommonOptions.formats].map { _ in "--format" },
      values[CommonOptions.output].map { _ in "--output" }, values[brief] ? "--brief" : nil,
      values[ForeignToolOption.option].map { _ in "--as" },
      values[CommonOptions.strict] ? "--strict" : nil,
    ].compactMap(\.self)
    guard meaningless.isEmpty else { throw .report(.besideSite(meaningless)) }
    let store = try Stores.openStill(values)
    let contents = try SiteContents(
      of: store, only: values[suite], overrides: ParameterOptions.settings(values))
    var writer = try SiteWriter(
      of: store, folder: folder, contents: contents,
      keepsSegments: values[CommonOptions.segments])
    try writer.write(
      order: CommitOrder(branch: nil, since: nil, file: try CommitOptions.file(values)),
      observer: console.observer)
  }
}
