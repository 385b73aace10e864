internal import Analysis
internal import Arguments
internal import Documents
internal import Reports
internal import Units
internal import Workbench

/// The options of the commands that measure runs: `run` and `bisect`.
enum MeasuringOptions {
  static let suite = Positional(
    "SUITE", .folder,
    help: "the folder with suite.json")
  static let words = Positional(
    repeating: "COMMAND", .text, isRequired: false,
    help: "measures one run; default: that of suite.json",
    details: "Write it after --.")
  static let build = Option(
    "build", .text.named("COMMAND"),
    help: "the shell command that builds a commit",
    details: "It runs once, in the commit's work tree.")
  static let fromStdout = Flag(
    "from-stdout",
    help: "read the trace from COMMAND's standard output")
  static let quiet = Option(
    "quiet", .fraction,
    help: "wait until others use at most this share of the CPUs",
    details: """
      Before each run, for at most two minutes. A run during which they use more is repeated, up \
      to twice.
      """)

  /// The folder of the suite, without a slash at its end.
  static func folder(_ values: ParsedValues) -> String {
    var path = values[suite]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

enum RunCommand {
  private static let stages = Option(
    "stages", .list(of: .text.named("STAGE")),
    help: "measure only these stages")
  private static let commits = Option(
    "commits", .list(of: .text.named("COMMIT")),
    help: "measure these commits, and compare with the first",
    details: "Each is built in a Git work tree of its own.")
  private static let pullRequest = Option(
    "pull-request", .text.named("BASE..HEAD"),
    help: "decide whether HEAD is slower than BASE",
    details: """
      BASE is the branch to merge into, and HEAD the one to merge, or the result of the merge. Of \
      a BASE that HEAD does not contain, the merge base counts.
      """)
  private static let until = Option(
    "until", .cases("WHEN"), default: End.decided,
    help: "stop when every comparison is answered, or after all blocks")
  private static let blocks = Option(
    "blocks", .integer(in: 1...Experiment.mostBlocks),
    help: "measure at most so many blocks",
    details: """
      Default: as many as fit into --budget, or else 20, or 5 if there is nothing to compare.
      """)
  private static let budget = Option(
    "budget", .duration,
    help: "start no block that would end after this time",
    details: "Builds do not count.")
  private static let plan = Flag(
    "plan",
    help: "measure nothing; print which change blocks would find")
  private static let warmUps = Option(
    "warmup", .integer(in: 0...100), default: 0,
    help: "first measure each stage so often, uncounted")
  private static let order = Option(
    "order", .choice("ORDER", of: BlockOrder.allCases, name: \.rawValue),
    help: "the order of the stages in a block",
    details: """
      “abba” reverses the given order in every second block. Default: random; with --pull-request, \
      abba.
      """)
  private static let seed = Option(
    "seed", .integer(in: 0...Int.max), default: 1,
    help: "the seed of the random order")
  private static let resume = Flag(
    "resume",
    help: "continue the latest experiment in the folder",
    details: """
      It keeps its options, except --budget, --warmup and --quiet; repeat COMMAND and --build.
      """)
  private static let metrics = Option(
    "metric", .list(of: .text.named("METRIC")),
    help: "the metrics that decide when to stop",
    details: """
      Default: fps.avg, or else the most important metric in the suite's tables; with \
      --pull-request, all metrics of suite.json.
      """)

  private static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: PullRequestOutputs.ids, name: { $0 })),
    help: "write in these formats",
    details: """
      Default: by the ending of --output, or else text. junit and github need --pull-request.
      """)
  private static let pullRequests = ParameterSection(
    "Pull requests", [pullRequest, CheckOptions.summary, CheckOptions.stepSummary])

  private enum End: String, CaseIterable, Sendable {
    case decided, blocks
  }

  static let command: Command<Action> = Command(
    "run",
    abstract: "Measure the stages of a suite until it is clear whether they differ.",
    discussion: """
      COMMAND measures one run and writes its trace into the folder {out}; the runs go into the store. A \
      block is one run of every stage. From the third block on, each stage is compared with its baseline, or \
      with the first stage. A wrong answer has a probability of at most 5%, however often it looks.

      COMMAND may contain {stage}, {variant}, {run}, {commit}, {out} and {seed}; environment variables such \
      as HITCHMARK_STAGE have the same values.

      The exit code is 3 if --budget or a signal ended the experiment before --until did. With \
      --pull-request it is 1 if a metric of HEAD is proved to be worse by at least its noise floor, 0 if \
      that is ruled out for every metric, and 3 if neither is known.
      """,
    parameters: [
      MeasuringOptions.suite, MeasuringOptions.words, CommonOptions.store, stages, commits,
      MeasuringOptions.build, metrics, until, blocks, budget,
      plan, warmUps,
      order, seed, MeasuringOptions.quiet, resume, MeasuringOptions.fromStdout, formats,
      CommonOptions.output,
    ],
    sections: [pullRequests], exclusive: [[commits, pullRequest]],
    examples: [
      Example(
        "hitchmark run runs/list -- ./bench {stage} {out}",
        "measure the stages until it is clear whether they differ"),
      Example(
        "hitchmark run runs/list --commits main,HEAD --build make -- ./bench {out}",
        "measure two commits until it is clear whether they differ"),
      Example(
        "hitchmark run runs/list --pull-request main..HEAD -- ./bench {out}",
        "decide whether a pull request is slower"),
      Example(
        "hitchmark run runs/list --plan", "print how many runs a comparison needs"),
      Example(
        "hitchmark run runs/list --budget 20min --quiet 10%",
        "measure for at most 20 minutes, on a quiet machine"),
      Example("hitchmark run runs/list --resume", "continue an interrupted experiment"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let path = MeasuringOptions.folder(values)
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
      let comparisons = try experiment.comparisons(outcome)
      try Delivery(
        document: ComparisonReport.document(of: comparisons), name: "comparison",
        json: { ComparisonJSON.value(of: comparisons) }
      ).write(
        as: formats?.compactMap { id in Renderer.all.first { $0.id == id } },
        to: values[CommonOptions.output], console: console)
    }
    switch outcome.end {
    case .decided, .allBlocks: return .fine
    case .budgetSpent, .interrupted: return .undecided
    }
  }

  /// Throws if an output was requested that only a pull request has.
  private static func refuseOutputsOfPullRequests(_ values: ParsedValues) throws {
    let format = values[formats]?.first(where: PullRequestOutputs.ownIDs.contains)
    let option =
      format.map { "--format \($0)" } ?? values[CheckOptions.summary].map { _ in "--summary" }
      ?? (values[CheckOptions.stepSummary] ? "--step-summary" : nil)
    if let option { throw ExperimentFault.onlyForPullRequests(option) }
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
    settings.command = values[MeasuringOptions.words]
    settings.stages = values[stages] ?? []
    settings.commits = values[commits] ?? []
    settings.pullRequest = values[pullRequest]
    settings.build = values[MeasuringOptions.build]
    settings.blocks = values[blocks]
    settings.budget = values[budget].map { Double($0) / 1e9 }
    if values[until] == .blocks { settings.stopsEarly = false }
    settings.warmUps = values[warmUps]
    settings.order = values[order]
    settings.seed = UInt64(values[seed])
    settings.resumes = values[resume]
    settings.readsOutput = values[MeasuringOptions.fromStdout]
    settings.metrics = values[metrics] ?? []
    settings.quiet = values[MeasuringOptions.quiet]
    return settings
  }
}
