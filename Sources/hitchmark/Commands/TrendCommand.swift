internal import Analysis
internal import Arguments
internal import Reports
internal import RunStore
internal import Workbench

enum TrendCommand {
  private static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")),
    help: "Only these metrics; else the rows of the suite's tables.")
  private static let all = Flag("all", help: "All metrics that the store has values of.")
  private static let explain = Flag(
    "explain", help: "Also show what was assumed of the noise, and the detector's constants.")

  static let command: Command<Action> = Command(
    "trend",
    abstract: "Show metrics along the history of commits, and since when they changed.",
    discussion: """
      Commits stand in git's order, first parents only, as it is now. A point is the median over the \
      sessions of a commit of the median over their runs. Without a work tree, the parents that were \
      known when runs were ingested tell the order. No frame is read: values are those that the store \
      keeps.
      """,
    parameters: [
      CommonOptions.suite, CommonOptions.stage, CommonOptions.device, metrics, all,
      CommonOptions.store, CommitOptions.branch, CommitOptions.since, CommonOptions.order,
      CommonOptions.noiseFloors, CommonOptions.window, explain,
      CommonOptions.formats, CommonOptions.output,
    ],
    examples: [
      Example("hitchmark trend", "what changed on the branch that is checked out"),
      Example("hitchmark trend --metrics fps.avg --since v1.0", "one metric, since a release"),
      Example("hitchmark trend --order commits.txt", "commits that no work tree here knows"),
      Example("hitchmark trend --format html -o trend.html", "a page to share"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.openStill(values)
    var filter = CommonOptions.filter(values)
    filter.device = values[CommonOptions.device]
    let question = TrendQuestion(
      filter: filter, metrics: asked(values), noiseFloors: CommonOptions.floors(values),
      window: values[CommonOptions.window], order: try CommitOptions.order(values))
    let trend = try question.trend(in: store)
    let caveat = try HistoryCaveat(about: trend.history, by: question.order, in: store)
    if let caveat { console.say(caveat.complaint.text) }
    let extent: TrendReport.Extent = values[explain] ? .explained : .findings
    let newest = Set(trend.findings.map { trend.history.commits[$0.best] })
    let subjects = try question.order.subjects(of: newest, in: store)
    let formats = OutputFormat.asked(
      for: values[CommonOptions.formats], output: values[CommonOptions.output])
    let document = TrendReport.document(
      of: trend, extent: extent, subjects: subjects,
      // Text has no charts of a trend.
      drawsCharts: formats.contains { $0.renderer != nil })
    let delivery = Delivery(
      document: document, name: "trend", json: { TrendJSON.value(of: trend, subjects: subjects) })
    try delivery.write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }

  private static func asked(_ values: ParsedValues) -> TrendMetrics {
    if let named = values[metrics] { return .named(named) }
    return values[all] ? .all : .ofTables
  }
}
