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
  private static let brief = Flag("brief", help: "Print only the result and the final comparisons.")

  private static let site = Option(
    "site", .path,
    help:
      "Write pages for all suites, stages, runs and trends into this folder; for SUITE only, if given."
  )

  static let command: Command<Action> = Command(
    "report",
    abstract:
      "Print the report of a suite, or write a website.",
    discussion: """
      The folder of a site may contain other files. Old pages of the site are removed unless they were \
      changed; no other file is removed or overwritten. The file hitchmark-site.txt in the folder lists \
      the pages.
      """,
    parameters: [
      suite, CommonOptions.store, CommonOptions.formats, CommonOptions.output, brief,
      CommonOptions.segments, ForeignToolOption.option, CommonOptions.strict, site,
      CommonOptions.order,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example("hitchmark report thesis", "print the report of a suite"),
      Example("hitchmark report thesis --brief", "print only the result"),
      Example(
        "hitchmark report thesis --format md,html,csv,json --output reports/thesis",
        "write report.md, report.html and so on"),
      Example("hitchmark report scrolling --segments", "with figures for each lap"),
      Example("hitchmark report --site public", "write a website"),
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
