internal import Analysis
internal import Arguments
internal import Reports
internal import Units
internal import Workbench

enum RunCommand {
  private static let suite = Positional(
    "SUITE", .folder, help: "The folder that contains the suite.json of the suite.")
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
      "Compare the first of these commits with the other commits. Each commit is built in its own Git work tree."
  )
  private static let build = Option(
    "build", .text.named("COMMAND"),
    help:
      "A shell command that builds a commit. The command runs once in the work tree of the commit.")
  private static let until = Option(
    "until", .cases("WHEN"), default: End.decided,
    help:
      "When to stop: “decided” stops when every comparison has an answer; “blocks” measures all blocks of runs."
  )
  private static let blocks = Option(
    "blocks", .integer(in: 1...200),
    help:
      "The largest number of blocks of runs; a block measures each stage once. Default: 20, or 5 for a single stage."
  )
  private static let budget = Option(
    "budget", .duration,
    help:
      "The time limit of the experiment. No block of runs starts that would probably end after the time limit."
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
    help:
      "Continue the latest experiment in the suite's folder, with the options of the interrupted experiment."
  )
  private static let fromStdout = Flag(
    "from-stdout",
    help: "Read the trace from the standard output of the command that measures a run.")
  private static let metrics = Option(
    "metric", .list(of: .text.named("METRIC")),
    help:
      "The metrics that decide when to stop. Default: fps.avg, or a metric of the suite's tables if they do not contain fps.avg."
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
      Hitchmark calls COMMAND once per run. COMMAND writes its recording into the folder {out}, and \
      Hitchmark adds the recording to the store. A block of runs measures each stage once. Hitchmark \
      compares each stage with its baseline, or with the first stage. Hitchmark judges the comparisons \
      after each block; the probability of a false result is at most 5% over all blocks. In COMMAND, \
      Hitchmark replaces {stage}, {variant}, {run}, {commit}, {out} and {seed} by their values. Environment \
      variables such as HITCHMARK_STAGE contain the values of {stage} and the others. The exit code is 3 if the time of --budget \
      ended, or a signal stopped the command, before the comparisons had an answer.
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
        "measure until it is clear whether two commits differ"),
      Example(
        "hitchmark run runs/list --plan", "print how many runs a comparison of the stages needs"),
      Example(
        "hitchmark run runs/list --budget 20min --quiet 10%",
        "measure for at most 20 minutes, and wait while other programs are busy"),
      Example("hitchmark run runs/list --resume", "continue an interrupted experiment"),
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
    let outcome = try experiment.run { console.show($0.text, isProgress: $0.isProgress) }
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
