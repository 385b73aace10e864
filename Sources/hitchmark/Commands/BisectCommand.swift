internal import Analysis
internal import Arguments
internal import Reports
internal import Units
internal import Workbench

enum BisectCommand {
  private static let range = Positional(
    "GOOD..BAD", .text,
    help: "a commit without the change, and a later one with it")
  private static let stage = Option(
    "stage", .text.named("STAGE"),
    help: "measure this stage; needed if the suite has several")
  private static let metric = Option(
    "metric", .text.named("METRIC"),
    help: "the metric that changed",
    details: "Default: fps.avg, or else the most important metric in the suite's tables.")
  private static let budget = Option(
    "budget", .duration,
    help: "start no run that would end after this time")
  private static let mostRuns = Option(
    "max-runs", .integer(in: 4...10_000), default: 200,
    help: "stop after this many runs",
    details: "Runs before --resume count too.")
  private static let resume = Flag(
    "resume",
    help: "continue the latest search of the suite",
    details: """
      It keeps its options, except --budget, --max-runs and --quiet; repeat COMMAND and --build.
      """)

  static let command: Command<Action> = Command(
    "bisect",
    abstract: "Find the commit at which a metric changed.",
    discussion: """
      Measures commits of the range until one has made the change with a probability of 95%. The next run is \
      always the one that is expected to tell most, so a commit may be measured several times.

      Each commit is built in a Git work tree of its own, in which COMMAND runs. COMMAND may contain \
      {commit}, {stage}, {run} and {out}, the folder for the trace. A commit is skipped if its build or \
      COMMAND exits with 125. The runs are stored with their commits. The exit code is 3 if the search ended \
      earlier, such as by --budget.
      """,
    parameters: [
      range, MeasuringOptions.suite, MeasuringOptions.words, CommonOptions.store, stage,
      MeasuringOptions.build, metric, budget, mostRuns, MeasuringOptions.quiet,
      resume, MeasuringOptions.fromStdout, CommonOptions.formats, CommonOptions.output,
    ],
    examples: [
      Example(
        "hitchmark bisect v1.2..main runs/list --build 'make app' -- ./bench {out}",
        "find the commit after v1.2 that changed the frame rate"),
      Example(
        "hitchmark bisect v1.2..main runs/list --metric frametime.p95 --budget 2h",
        "find the commit that changed frametime.p95, in at most two hours"),
      Example(
        "hitchmark bisect v1.2..main runs/list --resume",
        "continue an interrupted search"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let path = MeasuringOptions.folder(values)
    var settings = Bisection.Settings()
    settings.store = values[CommonOptions.store]
    settings.command = values[MeasuringOptions.words]
    settings.stage = values[stage]
    settings.metric = values[metric]
    settings.build = values[MeasuringOptions.build]
    settings.budget = values[budget].map { Double($0) / 1e9 }
    settings.mostRuns = values[mostRuns]
    settings.resumes = values[resume]
    settings.readsOutput = values[MeasuringOptions.fromStdout]
    settings.quiet = values[MeasuringOptions.quiet]
    var bisection = try Bisection(of: values[range], in: path, settings: settings)
    let result = try bisection.run { console.show($0.text, isProgress: $0.isProgress) }
    console.say(BisectReport.line(of: result))
    try Delivery(
      document: BisectReport.document(of: result), name: "bisect",
      json: { BisectJSON.value(of: result) }
    )
    .write(as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return result.end == .decided ? .fine : .undecided
  }
}
