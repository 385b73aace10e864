internal import Analysis
internal import Arguments
internal import Reports
internal import Units
internal import Workbench

enum RunCommand {
  private static let suite = Positional(
    "SUITE", .folder, help: "The folder of the suite, with suite.json.")
  private static let words = Positional(
    repeating: "COMMAND", .text, isRequired: false,
    help:
      "The command that performs and measures one run, written after --. Default: “run” in suite.json."
  )
  private static let stages = Option(
    "stages", .list(of: .text.named("STAGE")), help: "Measure only these stages. Default: all.")
  private static let commits = Option(
    "commits", .list(of: .text.named("COMMIT")),
    help:
      "Compare the first of these commits with the others. Each is built in its own Git work tree.")
  private static let build = Option(
    "build", .text.named("COMMAND"),
    help:
      "A shell command that builds a commit. The command runs once in the work tree of the commit.")
  private static let until = Option(
    "until", .cases("WHEN"), default: End.decided,
    help:
      "decided: stop as soon as every comparison has an answer; blocks: measure all blocks of runs."
  )
  private static let blocks = Option(
    "blocks", .integer(in: 1...200),
    help:
      "The largest number of blocks; a block measures each stage once. Default: 20, or 5 for a single stage."
  )
  private static let budget = Option(
    "budget", .duration,
    help: "The time limit of the experiment. No block of runs starts that would probably end later."
  )
  private static let plan = Flag(
    "plan",
    help:
      "Measure nothing. Print how many blocks of runs are needed to detect changes of different sizes."
  )
  private static let warmUps = Option(
    "warmup", .integer(in: 0...100), default: 0,
    help:
      "Number of warm-up runs of each stage before the first block of runs; warm-up runs do not count."
  )
  private static let order = Option(
    "order", .cases("ORDER"), default: BlockOrder.random,
    help:
      "The order in which a block of runs measures the stages; abba reverses every second block.")
  private static let seed = Option(
    "seed", .integer(in: 0...Int.max), default: 1,
    help: "The seed of the random order in which stages are measured.")
  private static let resume = Flag(
    "resume",
    help: "Continue the last experiment of the suite, with the options of that experiment.")
  private static let fromStdout = Flag(
    "from-stdout",
    help: "Read the trace from the standard output of the command that measures a run.")
  private static let metrics = Option(
    "metric", .list(of: .text.named("METRIC")),
    help:
      "The metrics that decide when to stop. Default: fps.avg, or another metric of the suite's tables."
  )
  private static let quiet = Option(
    "quiet", .fraction,
    help: """
      Wait before each run until other programs use at most this share of all processors, and repeat \
      runs that they disturbed.
      """)

  /// When an experiment ends.
  private enum End: String, CaseIterable, Sendable {
    case decided, blocks
  }

  static let command: Command<Action> = Command(
    "run",
    abstract: "Measure the stages of a suite until it is clear whether they differ.",
    discussion: """
      Runs the benchmark command once per run. The command writes its recording into the folder {out}, and \
      Hitchmark adds it to the store. A block measures each \
      stage once. Each stage is compared with its baseline, or with the first stage. After each block the \
      comparison is judged, with an error of 5% over all looks. In the command, {stage}, {variant}, {run}, \
      {commit}, {out} and {seed} are replaced; HITCHMARK_STAGE and so on have the same values. The exit code \
      is 3 if the budget was spent, or a signal came, before there was an answer.
      """,
    parameters: [
      suite, words, CommonOptions.store, stages, commits, build, metrics, until, blocks, budget,
      plan, warmUps,
      order, seed, quiet, resume, fromStdout, CommonOptions.formats, CommonOptions.output,
    ],
    examples: [
      Example(
        "hitchmark run runs/list -- ./bench {stage} {out}",
        "measure until it is clear whether the stages differ"),
      Example(
        "hitchmark run runs/list --commits main,HEAD --build make -- ./bench {out}",
        "compare two commits"),
      Example("hitchmark run runs/list --plan", "print how many blocks of runs are needed"),
      Example("hitchmark run runs/list --budget 20min --quiet 10%", "measure for 20 minutes"),
      Example("hitchmark run runs/list --resume", "continue after an interruption"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    var path = values[suite]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let settings = settings(values)
    if values[plan] {
      for forecast in try Experiment.forecast(in: path, settings: settings) {
        try console.write(forecast.text)
      }
      return .fine
    }
    var experiment = try Experiment(in: path, settings: settings)
    let outcome = try experiment.run { event in console.say(event.text) }
    console.say(outcome.text)
    if outcome.blocks > 0, !outcome.pairs.isEmpty {
      let comparisons = try experiment.comparisons()
      try Delivery(
        document: ComparisonReport.document(of: comparisons), name: "comparison",
        json: { ComparisonJSON.value(of: comparisons) }
      ).write(
        as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    }
    switch outcome.end {
    case .decided, .allBlocks: return .fine
    case .budgetSpent, .interrupted: return .undecided
    }
  }

  private static func settings(_ values: ParsedValues) -> Experiment.Settings {
    var settings = Experiment.Settings()
    settings.store = values[CommonOptions.store]
    settings.command = values[words]
    settings.stages = values[stages] ?? []
    settings.commits = values[commits] ?? []
    settings.build = values[build]
    settings.blocks = values[blocks]
    settings.budget = values[budget].map { Double($0) / 1e9 }
    if values[until] == .blocks { settings.stopsEarly = false }
    settings.warmUps = values[warmUps]
    settings.order = values[order]
    settings.seed = UInt64(values[seed])
    settings.resumes = values[resume]
    settings.readsOutput = values[fromStdout]
    settings.metrics = values[metrics] ?? []
    settings.quiet = values[quiet]
    return settings
  }
}
