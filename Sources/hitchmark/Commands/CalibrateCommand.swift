internal import Analysis
internal import Arguments
internal import Reports
internal import RunStore
internal import System
internal import Units
internal import Workbench

enum CalibrateCommand {
  private static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")), setting: "metrics",
    help: "calibrate only these metrics",
    details: "Default: those of the suite's tables.")
  private static let all = Flag(
    "all",
    help: "calibrate all metrics with stored values")
  private static let shuffles = Option(
    "shuffles", .integer(in: 20...100_000), default: 200,
    help: "shuffle each series so often",
    details: "At most a quarter of the shuffles is used for each simulated size of a change.")
  private static let jobs = Option(
    "jobs", .integer(in: 1...256),
    help: "use so many processors",
    details: "The result does not depend on it. Default: all.")

  static let command: Command<Action> = Command(
    "calibrate",
    abstract: "Measure how well changes are found in your history.",
    discussion: """
      Shuffles the noise of each series of “hitchmark trend”, counts how often a change is found in it, and \
      measures how large a change must be to be found, and what more runs per commit would bring.
      """,
    parameters: [
      CommonOptions.suite, CommonOptions.stage, CommonOptions.device, metrics, all,
      CommonOptions.store, CommitOptions.branch, CommitOptions.since, CommonOptions.order, shuffles,
      jobs,
      CommonOptions.formats, CommonOptions.output, CommonOptions.standalone,
    ],
    examples: [
      Example(
        "hitchmark calibrate",
        "calibrate all series of the current branch"),
      Example(
        "hitchmark calibrate --metrics fps.avg --shuffles 1000",
        "calibrate one metric, with more shuffles"
      ),
      Example(
        "hitchmark calibrate --format md -o calibration.md",
        "write the result as Markdown"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let store = try Stores.openStill(values, for: RunFilter(suite: values[CommonOptions.suite]))
    let filter = SeriesOptions.filter(values)
    let question = TrendQuestion(
      filter: filter, metrics: SeriesOptions.metrics(values, named: metrics, all: all),
      order: try CommitOptions.order(values))
    let gathered = try question.gathered(in: store)
    let caveat = try HistoryCaveat(
      about: gathered.history, by: question.order, in: store)
    if let caveat { console.say(caveat.complaint.text) }
    let calibration = gathered.calibration(
      shuffles: values[shuffles], jobs: values[jobs] ?? Platform.processorCount,
      observer: console.observer)
    try Delivery(
      document: CalibrationReport.document(of: calibration), name: "calibration",
      isStandalone: values[CommonOptions.standalone]
    )
    .write(as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }
}
