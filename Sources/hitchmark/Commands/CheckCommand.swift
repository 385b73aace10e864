internal import Analysis
internal import Arguments
internal import Reports
internal import RunStore
internal import Units
internal import Workbench

enum CheckCommand {
  static let command: Command<Action> = Command(
    "check",
    abstract: "Decide in CI whether the newest commit passes.",
    discussion: """
      Fails with exit code 1 if a regression is proved and neither fixed nor accepted, if a limit is \
      exceeded, or if a declared comparison regressed. With 3 if a finding has a state that --fail-on names, \
      and with 2 if an error prevented the check.

      A regression is proved by later commits, by a second session, or by one that is far worse than the \
      earlier level. A limit is exceeded if the whole confidence interval is beyond it. suite.json declares \
      limits, comparisons and noise floors. Frames are read only for declared comparisons and --segments.
      """,
    parameters: [
      CheckOptions.suite, CheckOptions.stage, CheckOptions.metrics, CheckOptions.segments,
      CommonOptions.store,
      CheckOptions.branch, CheckOptions.base, CommonOptions.order, CheckOptions.failOn,
    ],
    sections: [CheckOptions.thresholds, CheckOptions.acceptance, CheckOptions.outputs],
    examples: [
      Example(
        "hitchmark check",
        "check the newest commit of the current branch"),
      Example(
        "hitchmark check --limit \"frametime.p95 <= 16.7 ms\"",
        "also check a limit that is not in suite.json"),
      Example(
        "hitchmark check --format md,junit,json --output report/",
        "write check.md, check.xml and check.json into the folder report"),
      Example(
        "hitchmark check --fail-on suspect --confirm again.json",
        "exit with 3 on a suspect, and list what to measure again"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let gathering = try CheckGathering(
      try CheckOptions.request(values),
      in: try Stores.openStill(values, for: RunFilter(suite: values[CheckOptions.suite])))
    let question = try gathering.question()
    if let caveat = try gathering.caveat(of: question) { console.say(caveat.complaint.text) }
    var outcome: CheckOutcome
    do throws(AcceptanceProblem) {
      outcome = try CheckOutcome(of: question)
    } catch {
      throw error.complaint(in: gathering.acceptedFile ?? "")
    }
    outcome.descriptions = try gathering.descriptions(of: outcome)
    if values[CheckOptions.accept] != nil || values[CheckOptions.baseline] != nil {
      try accept(outcome, values, console, file: gathering.acceptedFile)
      return .fine
    }
    outcome.explanations = try gathering.explanations(of: outcome)
    outcome.folders = try gathering.folders(of: outcome)
    let code = ExitCode(outcome.decision)
    try CheckOutputs(outcome: outcome, code: code).write(values, console: console)
    return code
  }

  /// Prints the lines that accept a finding, or everything that is open, and adds them to the acceptance file.
  private static func accept(
    _ outcome: CheckOutcome, _ values: ParsedValues, _ console: Console, file: String?
  ) throws {
    let until = values[CheckOptions.until].flatMap { $0 == "never" ? nil : $0 }
    if let until, !until.isDay { throw CheckFailure.badDay(until) }
    guard let lines = try lines(outcome, values, until: until) else {
      return console.say("nothing is open at the newest commit, so there is nothing to accept")
    }
    let file = file ?? values[CheckOptions.suiteFile].map(CheckAcceptances.beside)
    try console.write(lines)
    let levels = CheckAcceptances.levels(of: lines).joined(separator: ", ")
    if until == nil, !levels.isEmpty {
      console.say(
        "the regression is accepted up to the level \(levels) of the metric, and without a last day; --until DAY sets a last day"
      )
    }
    if let file {
      try CheckAcceptances.add(lines, to: file)
      console.say("\(file): \(counted(lines.count { $0 == "\n" }, "line")) added")
    } else {
      console.say(
        "no file was changed, because --accepted PATH is missing; add the printed lines to the suite's accepted.txt"
      )
    }
  }

  private static func lines(
    _ outcome: CheckOutcome, _ values: ParsedValues, until: String?
  ) throws -> String? {
    let reason = values[CheckOptions.baseline] ?? values[CheckOptions.reason]
    guard let reason, reason.contains(where: { !$0.isWhitespace }) else {
      throw CheckFailure.noReason
    }
    guard let id = values[CheckOptions.accept] else {
      return CheckAcceptances.baseline(of: outcome, until: until, reason: reason)
    }
    return try CheckAcceptances.lines(for: id, in: outcome, until: until, reason: reason)
  }
}

extension ExitCode {
  fileprivate init(_ decision: CheckOutcome.Decision) {
    switch decision {
    case .passed: self = .fine
    case .regressed: self = .regression
    case .undecided: self = .undecided
    }
  }
}
