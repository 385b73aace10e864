internal import Analysis
internal import Arguments
internal import Reports
internal import RunStore
internal import System
internal import Workbench

enum CalibrateCommand {
  private static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")), setting: "metrics",
    help:
      "Calibrate the change-point detector only for these metrics. By default, the command uses the metrics of the suite's tables."
  )
  private static let all = Flag(
    "all",
    help: "Calibrate the change-point detector for all metrics that have values in the store.")
  private static let shuffles = Option(
    "shuffles", .integer(in: 20...100_000), default: 200,
    help:
      "How often to shuffle the noise of each series of metric values. For each simulated size of a change, the command uses at most a quarter of the shuffles."
  )
  private static let jobs = Option(
    "jobs", .integer(in: 1...256),
    help:
      "The number of processors to use, which does not change the result. Default: all processors."
  )

  static let command: Command<Action> = Command(
    "calibrate",
    abstract: "Measure how well the change-point detector works on your stored runs.",
    discussion: """
      “hitchmark calibrate” shuffles the noise of each series of metric values that “hitchmark trend” \
      judges, and counts how often the change-point detector finds a change in the shuffled noise. \
      “hitchmark calibrate” also measures how large a change must be so that the detector finds the \
      change. The output of the command shows how much better the change-point detector would find \
      changes with more runs per commit.
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
        "calibrate the change-point detector for all series of metric values of the current branch"),
      Example(
        "hitchmark calibrate --metrics fps.avg --shuffles 1000",
        "calibrate the change-point detector for one metric, with more shuffles of its values"
      ),
      Example(
        "hitchmark calibrate --format md -o calibration.md",
        "write the results of the calibration as a Markdown page"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.openStill(values, for: RunFilter(suite: values[CommonOptions.suite]))
    var filter = CommonOptions.filter(values)
    filter.device = values[CommonOptions.device]
    let question = TrendQuestion(
      filter: filter, metrics: asked(values),
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

  private static func asked(_ values: ParsedValues) -> TrendMetrics {
    if values[all], !values.isGiven(metrics) { return .all }
    return values[metrics].map { .named($0) } ?? .ofTables
  }
}
