internal import Analysis
internal import Arguments
internal import Reports
internal import Units
internal import Workbench

enum BisectCommand {
  private static let range = Positional(
    "GOOD..BAD", .text,
    help:
      "The range to search: an older commit without the change, and a newer commit with the change."
  )
  private static let suite = Positional(
    "SUITE", .folder, help: "The folder of the suite, with suite.json.")
  private static let words = Positional(
    repeating: "COMMAND", .text, isRequired: false,
    help:
      "The command that performs and measures one run, written after --. Default: “run” in suite.json."
  )
  private static let build = Option(
    "build", .text.named("COMMAND"),
    help:
      "A shell command that builds a commit. The command runs once in the work tree of the commit.")
  private static let stage = Option(
    "stage", .text.named("STAGE"), help: "The stage to measure. Default: the suite's only stage.")
  private static let metric = Option(
    "metric", .text.named("METRIC"),
    help: "The metric that changed. Default: fps.avg, or another metric of the suite's tables.")
  private static let budget = Option(
    "budget", .duration,
    help: "The time limit of the search. No run starts that would probably end later.")
  private static let mostRuns = Option(
    "max-runs", .integer(in: 4...10_000), default: 200,
    help: "The largest number of runs of the search, including those before --resume.")
  private static let resume = Flag(
    "resume", help: "Continue the last search of the suite, with the options of that search.")
  private static let fromStdout = Flag(
    "from-stdout",
    help: "Read the trace from the standard output of the command that measures a run.")
  private static let quiet = Option(
    "quiet", .fraction,
    help: """
      Wait before each run until other programs use at most this share of all processors, and repeat \
      runs that they disturbed.
      """)

  static let command: Command<Action> = Command(
    "bisect",
    abstract: "Find the commit at which a metric changed.",
    discussion: """
      Measures commits between a good and a bad one, each built in a Git work tree of its own, until one \
      of them brought the change with a probability of 95%. Each run measures the commit that is \
      expected to give the most information, which may be a commit that was measured before. A build or a \
      command that exits with 125 skips its commit. The command runs in the work tree; \
      {commit}, {stage}, {run} and {out} are replaced. Every run is stored with its commit. The exit code \
      is 3 if no commit reached 95%.
      """,
    parameters: [
      range, suite, words, CommonOptions.store, stage, build, metric, budget, mostRuns, quiet,
      resume, fromStdout, CommonOptions.formats, CommonOptions.output,
    ],
    examples: [
      Example(
        "hitchmark bisect v1.2..main runs/list --build 'make app' -- ./bench {out}",
        "find the commit that changed the metric"),
      Example(
        "hitchmark bisect v1.2..main runs/list --metric frametime.p95 --budget 2h",
        "search for at most two hours"),
      Example("hitchmark bisect v1.2..main runs/list --resume", "continue"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    var path = values[suite]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    var settings = Bisection.Settings()
    settings.store = values[CommonOptions.store]
    settings.command = values[words]
    settings.stage = values[stage]
    settings.metric = values[metric]
    settings.build = values[build]
    settings.budget = values[budget].map { Double($0) / 1e9 }
    settings.mostRuns = values[mostRuns]
    settings.resumes = values[resume]
    settings.readsOutput = values[fromStdout]
    settings.quiet = values[quiet]
    var bisection = try Bisection(of: values[range], in: path, settings: settings)
    let result = try bisection.run { event in console.say(event.text) }
    console.say(BisectReport.line(of: result))
    try Delivery(
      document: BisectReport.document(of: result), name: "bisect",
      json: { BisectJSON.value(of: result) }
    )
    .write(as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return result.end == .decided ? .fine : .undecided
  }
}
