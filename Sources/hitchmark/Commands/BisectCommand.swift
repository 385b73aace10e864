internal import Analysis
internal import Arguments
internal import Reports
internal import Units
internal import Workbench

enum BisectCommand {
  private static let range = Positional(
    "GOOD..BAD", .text,
    help:
      "The range of commits to search: GOOD is an older commit without the change of the metric, and BAD is a newer commit with the change."
  )
  private static let suite = Positional(
    "SUITE", .folder, help: "The folder of the suite, which contains the file suite.json.")
  private static let words = Positional(
    repeating: "COMMAND", .text, isRequired: false,
    help:
      "The command that performs and measures one run; write COMMAND after --. By default, COMMAND is the command of the key “run” in suite.json."
  )
  private static let build = Option(
    "build", .text.named("COMMAND"),
    help:
      "A shell command that builds a commit; Hitchmark calls the shell command once per commit, in the commit's Git work tree."
  )
  private static let stage = Option(
    "stage", .text.named("STAGE"),
    help:
      "The stage (a version of the program) to measure. By default, Hitchmark measures the suite's only stage."
  )
  private static let metric = Option(
    "metric", .text.named("METRIC"),
    help:
      "The metric that changed between GOOD and BAD. By default, “hitchmark bisect” searches for the change of fps.avg or, if the suite's tables do not contain fps.avg, of the most important metric in the tables."
  )
  private static let budget = Option(
    "budget", .duration,
    help:
      "The time limit of the search for the commit that changed the metric; Hitchmark starts no run that would probably end after the time limit."
  )
  private static let mostRuns = Option(
    "max-runs", .integer(in: 4...10_000), default: 200,
    help:
      "The largest number of runs in the search for the commit that changed the metric, including the runs before --resume."
  )
  private static let resume = Flag(
    "resume",
    help:
      "Continue the latest bisect search of the suite, with the options that the bisect search was started with, except --budget, --max-runs and --quiet; repeat COMMAND and --build."
  )
  private static let fromStdout = Flag(
    "from-stdout",
    help:
      "Read the trace of a run from the standard output of COMMAND, the command that measures the run."
  )
  private static let quiet = Option(
    "quiet", .fraction,
    help: """
      Wait before each run, for at most two minutes, until other programs use at most this share of the \
      time of all processors. Repeat a run up to twice if other programs used more during the run.
      """)

  static let command: Command<Action> = Command(
    "bisect",
    abstract: "Find the commit at which a metric changed.",
    discussion: """
      “hitchmark bisect” measures commits between GOOD and BAD, until one commit made the change with \
      a probability of 95%. Hitchmark builds each measured commit in a Git work tree of its own, in \
      which COMMAND runs. Each run measures the commit that is expected to give the most information \
      about the change; Hitchmark can therefore measure a commit several times. If the build of a \
      commit or COMMAND exits with code 125, “hitchmark bisect” skips the commit. In COMMAND, \
      Hitchmark replaces the placeholders {commit}, {stage}, {run} and {out} by their values; {out} is \
      the folder for the recording of the run. The store keeps every run together with the run's \
      commit. The exit code of “hitchmark bisect” is 3 if the search ended before one commit had made \
      the change with a probability of 95%.
      """,
    parameters: [
      range, suite, words, CommonOptions.store, stage, build, metric, budget, mostRuns, quiet,
      resume, fromStdout, CommonOptions.formats, CommonOptions.output,
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
        "continue an interrupted search for the commit that changed a metric"),
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
