internal import Analysis
internal import Arguments
internal import Documents
internal import Reports
internal import RunStore
internal import Units
internal import Workbench

enum TrendCommand {
  private static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")), setting: "metrics",
    help: "show only these metrics",
    details: "Default: those of the suite's tables.")
  private static let all = Flag(
    "all",
    help: "show all metrics with stored values")
  private static let explain = Flag(
    "explain",
    help: "also show the noise and the detector's constants")

  static let command: Command<Action> = Command(
    "trend",
    abstract: "Show metrics per commit, and the commits that changed them.",
    discussion: """
      Commits are ordered by first parents in Git, or else by the parents that the store knows. A commit's \
      value is the median of its sessions, each of which is the median of its runs.

      Stored values are used; frames are read for --segments, and for the heat maps of HTML pages.
      """,
    parameters: [
      CommonOptions.suite, CommonOptions.stage, CommonOptions.device, metrics, all,
      CommonOptions.store, CommitOptions.branch, CommitOptions.since, CommonOptions.order,
      CommonOptions.noiseFloors, CommonOptions.window, CommonOptions.judgedSegments, explain,
      CommonOptions.details,
      CommonOptions.formats, CommonOptions.output, CommonOptions.standalone,
    ],
    examples: [
      Example("hitchmark trend", "show what changed on the current branch"),
      Example(
        "hitchmark trend --metrics fps.avg --since v1.0",
        "show one metric since v1.0"),
      Example(
        "hitchmark trend --order commits.txt",
        "order commits without Git"),
      Example(
        "hitchmark trend --format html -o trend.html", "write an HTML page"
      ),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let store = try Stores.openStill(values, for: RunFilter(suite: values[CommonOptions.suite]))
    let filter = SeriesOptions.filter(values)
    let question = TrendQuestion(
      filter: filter, metrics: SeriesOptions.metrics(values, named: metrics, all: all),
      noiseFloors: CommonOptions.floors(values),
      window: values[CommonOptions.window], order: try CommitOptions.order(values),
      hasSegments: values[CommonOptions.judgedSegments])
    let trend = try question.trend(in: store)
    let caveat = try HistoryCaveat(about: trend.history, by: question.order, in: store)
    if let caveat { console.say(caveat.complaint.text) }
    let extent: TrendReport.Extent = values[explain] ? .explained : .findings
    let newest = Set(trend.findings.map { trend.history.commits[$0.best] })
    let subjects = try question.order.subjects(of: newest, in: store)
    let formats = Renderer.asked(
      for: values[CommonOptions.formats], output: values[CommonOptions.output])
    let drawsCharts = formats.contains { $0.traits.contains(.charts) }
    let document = TrendReport.document(
      of: trend, extent: extent, subjects: subjects, drawsCharts: drawsCharts,
      frames: drawsCharts ? try TrendFrames.stages(of: trend, in: store, filter: filter) : [])
    let delivery = Delivery(
      document: document, name: "trend", json: { TrendJSON.value(of: trend, subjects: subjects) },
      isStandalone: values[CommonOptions.standalone],
      isDetailed: values[CommonOptions.details] || values[explain])
    try delivery.write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }
}
