internal import Analysis
internal import Arguments
internal import Reports
internal import Units
internal import Workbench

enum RunCommand {
  private static let suite = Positional(
    "SUITE", .folder, help: "The folder of the suite, which contains the file suite.json.")
  private static let words = Positional(
    repeating: "COMMAND", .text, isRequired: false,
    help:
      "The command that performs and measures one run; write COMMAND after --. By default, COMMAND is the command of the key “run” in suite.json."
  )
  private static let stages = Option(
    "stages", .list(of: .text.named("STAGE")),
    help:
      "Measure only these stages (versions of the program) of the suite; by default, Hitchmark measures all stages."
  )
  private static let commits = Option(
    "commits", .list(of: .text.named("COMMIT")),
    help:
      "Measure these commits, each built in its own Git work tree, and compare the first commit with each other commit."
  )
  private static let pullRequest = Option(
    "pull-request", .text.named("BASE..HEAD"),
    help:
      "Decide whether HEAD is slower than BASE, both built and measured in turn. BASE is the branch to merge into, and HEAD the branch to merge or the merge result; the merge base takes the place of a BASE that HEAD does not contain."
  )
  private static let build = Option(
    "build", .text.named("COMMAND"),
    help:
      "A shell command that builds a commit; Hitchmark calls the shell command once per commit, in the commit's Git work tree."
  )
  private static let until = Option(
    "until", .cases("WHEN"), default: End.decided,
    help:
      "When the experiment ends: “decided” ends the experiment as soon as every comparison of stages has an answer; “blocks” measures all blocks of runs."
  )
  private static let blocks = Option(
    "blocks", .integer(in: 1...Experiment.mostBlocks),
    help:
      "The largest number of blocks; a block is a group of runs that measures each stage once, at each commit. By default, as many as fit into --budget, otherwise 20, or 5 if there is nothing to compare."
  )
  private static let budget = Option(
    "budget", .duration,
    help:
      "The time for measuring, without builds; Hitchmark starts no block of runs that would probably end after it."
  )
  private static let plan = Flag(
    "plan",
    help:
      "Measure nothing, and print how many blocks of runs are needed to detect changes of different sizes."
  )
  private static let warmUps = Option(
    "warmup", .integer(in: 0...100), default: 0,
    help:
      "The number of warm-up runs of each stage before the first block of runs; comparisons ignore warm-up runs."
  )
  private static let order = Option(
    "order", .choice("ORDER", of: BlockOrder.allCases, name: \.rawValue),
    help:
      "The order in which a block of runs measures the stages: “random”, “as-given”, or “abba”, which reverses it in every second block. Default: random; with --pull-request, abba."
  )
  private static let seed = Option(
    "seed", .integer(in: 0...Int.max), default: 1,
    help: "The seed of the random order in which the stages of the suite are measured.")
  private static let resume = Flag(
    "resume",
    help:
      "Continue the latest experiment in the suite's folder, with the options that the experiment was started with, except --budget, --warmup and --quiet; repeat COMMAND and --build."
  )
  private static let fromStdout = Flag(
    "from-stdout",
    help:
      "Read the trace of a run from the standard output of COMMAND, the command that measures the run."
  )
  private static let metrics = Option(
    "metric", .list(of: .text.named("METRIC")),
    help:
      "The metrics whose comparisons decide when the experiment ends. By default, the metric fps.avg decides or, if the suite's tables do not contain fps.avg, the most important metric in the tables; with --pull-request, all metrics of suite.json decide."
  )
  private static let quiet = Option(
    "quiet", .fraction,
    help: """
      Wait before each run, for at most two minutes, until other programs use at most this share of the \
      time of all processors. Repeat a run up to twice if other programs used more during the run.
      """)

  private static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: PullRequestOutputs.ids, name: { $0 })),
    help:
      "Write the output in each of the given formats; junit and github need --pull-request. Default: the format that the ending of the --output file names, otherwise text."
  )
  private static let pullRequests = ParameterSection(
    "Pull requests", [pullRequest, CheckOptions.summary, CheckOptions.stepSummary])

  /// When an experiment ends.
  private enum End: String, CaseIterable, Sendable {
    case decided, blocks
  }

  static let command: Command<Action> = Command(
    "run",
    abstract:
      "Measure the stages of a suite (versions of a program) until it is clear whether the stages differ.",
    discussion: """
      Hitchmark calls the benchmark COMMAND once per run. COMMAND writes a recording of the run into \
      the folder {out}, and Hitchmark adds the recording to the store. A block of runs measures each \
      stage of the suite once. Hitchmark compares each stage with the stage's baseline, or with the \
      first stage if no baseline is measured. Hitchmark judges the comparisons of stages after each \
      block of runs, from the third block on; the probability of a false result is at most 5% over all \
      blocks. In COMMAND, Hitchmark replaces the placeholders {stage}, {variant}, {run}, {commit}, \
      {out} and {seed} by their values. COMMAND also finds the values of the placeholders in \
      environment variables such as HITCHMARK_STAGE. The exit code of “hitchmark run” is 3 if the time \
      of --budget ended, or a signal stopped the command, before the end that --until sets. With \
      --pull-request, the exit code is 1 if a metric of HEAD is proved to be worse by at least its noise \
      floor, 0 if that is ruled out for every metric, and 3 if neither is known.
      """,
    parameters: [
      suite, words, CommonOptions.store, stages, commits, build, metrics, until, blocks, budget,
      plan, warmUps,
      order, seed, quiet, resume, fromStdout, formats, CommonOptions.output,
    ],
    sections: [pullRequests], exclusive: [[commits, pullRequest]],
    examples: [
      Example(
        "hitchmark run runs/list -- ./bench {stage} {out}",
        "measure the stages of a suite until it is clear whether the stages differ"),
      Example(
        "hitchmark run runs/list --commits main,HEAD --build make -- ./bench {out}",
        "measure two commits until it is clear whether the commits differ"),
      Example(
        "hitchmark run runs/list --pull-request main..HEAD -- ./bench {out}",
        "decide in CI, within ten minutes, whether a pull request is slower"),
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
    let formats = values[formats]
    var experiment = try Experiment(in: path, settings: settings)
    if !experiment.isPullRequest { try refuseOutputsOfPullRequests(values) }
    let outcome = try experiment.run { console.show($0.text, isProgress: $0.isProgress) }
    console.say(outcome.text)
    guard !experiment.isPullRequest else {
      let found = experiment.pullRequest(
        outcome, compareOptions: compareOptions(values, in: experiment))
      let code = ExitCode(found.decision)
      try PullRequestOutputs(outcome: found, code: code).write(formats, values, console: console)
      return code
    }
    if outcome.blocks > 0, !outcome.pairs.isEmpty {
      let comparisons = try experiment.comparisons()
      try Delivery(
        document: ComparisonReport.document(of: comparisons), name: "comparison",
        json: { ComparisonJSON.value(of: comparisons) }
      ).write(
        as: formats?.compactMap { id in OutputFormat.all.first { $0.id == id } },
        to: values[CommonOptions.output], console: console)
    }
    switch outcome.end {
    case .decided, .allBlocks: return .fine
    case .budgetSpent, .interrupted: return .undecided
    }
  }

  /// Throws if an output was requested that only a pull request has.
  private static func refuseOutputsOfPullRequests(_ values: ParsedValues) throws(Failure) {
    let format = values[formats]?.first(where: PullRequestOutputs.ownIDs.contains)
    let option =
      format.map { "--format \($0)" } ?? values[CheckOptions.summary].map { _ in "--summary" }
      ?? (values[CheckOptions.stepSummary] ? "--step-summary" : nil)
    if let option { throw .experiment(.onlyForPullRequests(option)) }
  }

  /// The options with which `hitchmark compare` finds the runs of an experiment.
  private static func compareOptions(
    _ values: ParsedValues, in experiment: Experiment
  ) -> String {
    ["--suite \(experiment.suiteID.shellWord)", values.commandLine(of: [CommonOptions.store])]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func settings(_ values: ParsedValues) -> Experiment.Settings {
    var settings = Experiment.Settings()
    settings.store = values[CommonOptions.store]
    settings.command = values[words]
    settings.stages = values[stages] ?? []
    settings.commits = values[commits] ?? []
    settings.pullRequest = values[pullRequest]
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
