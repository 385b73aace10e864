internal import Arguments
internal import Decoding
internal import Recordings
internal import RunFolders
internal import RunStore
internal import System
internal import Units
internal import Workbench

enum IngestCommand {
  private static let paths = Positional(
    repeating: "PATH", .path,
    help: "traces, folders of runs or suites, or folders of these")
  private static let suite = Option(
    "suite", .text.named("SUITE"),
    help: "store the runs in this suite")
  private static let stage = Option(
    "stage", .text.named("STAGE"),
    help: "store the runs in this stage")
  private static let name = Option(
    "run", .text.named("NAME"),
    help: "name the run, if there is only one")
  private static let commit = Option(
    "commit", .text.named("COMMIT"),
    help: "the commit that was measured, in any notation of Git",
    details: """
      Default: the one that is checked out in the trace's folder, unless Git tracks the trace.
      """)
  private static let session = Option(
    "session", .text.named("NAME"),
    help: "the session of the runs",
    details: "A session is a series of runs on one device without a pause.")
  private static let format = TraceFormats.option("format")
  private static let jobs = Option(
    "jobs", .integer(in: 1...256),
    help: "read so many files at the same time",
    details: "Default: one per processor.")
  private static let replace = Flag(
    "replace",
    help: "replace runs whose trace or description has changed")

  static let command: Command<Action> = Command(
    "ingest",
    abstract: "Load captures into the store.",
    discussion: """
      Stored runs are skipped, so it can be repeated. Each run is stored as a whole or not at all. If the \
      trace or the description of a stored run has changed, a message says so, and --replace stores the new \
      one.

      With --watch, a file is read once it has not changed for two seconds, and a file that cannot be read \
      gives one message.
      """,
    parameters: [
      paths, CommonOptions.store, format, ColumnMaps.option, CutOptions.from, CutOptions.to, jobs,
      replace, AddingOptions.dryRun,
      CommonOptions.watch,
    ],
    sections: [
      ParameterSection(
        "Description of the runs",
        [suite, stage, name, commit, session, AddingOptions.device, AddingOptions.labels])
    ],
    examples: [
      Example("hitchmark ingest runs/", "load all recorded suites, including compressed captures"),
      Example("hitchmark ingest app/suite.json", "load only the description of a suite"),
      Example(
        "hitchmark ingest run.csv --suite list --stage 1 --commit 3f2a91c",
        "load one capture as a run of stage “1” of the suite “list”"),
      Example(
        "hitchmark ingest captures/ --watch", "load each new capture in the folder, until Ctrl-C"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    if values[CommonOptions.watch] { return try watch(values, console) }
    let cut = try CutOptions.cut(values)
    let plan = try TraceDiscovery.plan(values[paths]).cut(to: cut)
    let outcome = try ingest(plan, values, console.observer)
    if plan.runs.isEmpty, !plan.suites.isEmpty, outcome.isEmpty {
      for suite in plan.suites.map(\.id) {
        try console.write("\(suite): the suite's description was stored, without runs\n")
      }
      return .fine
    }
    if outcome.isEmpty { throw Failure.nothingToRead(paths: values[paths]) }
    try console.write(outcome.text)
    return outcome.refused == 0 ? .fine : .couldNotRun
  }

  private static func ingest(
    _ plan: TracePlan, _ values: ParsedValues, _ observer: TaskObserver
  ) throws -> IngestOutcome {
    if values[name] != nil, plan.runs.count > 1 { throw Failure.oneNameForSeveral(plan.runs.count) }
    var ingest = Ingest(
      plan: plan,
      writer: RunWriter(
        path: values[CommonOptions.store], isDryRun: values[AddingOptions.dryRun],
        rivals: values[replace] ? .replaced : .noted),
      overrides: RunOverrides(
        suite: values[suite], stage: values[stage], name: values[name], commit: values[commit],
        session: values[session], device: values[AddingOptions.device],
        labels: values[AddingOptions.labels].asDictionary))
    let reading = try ColumnMaps.format(values, besides: values[format])
    try ingest.run(
      format: reading, jobs: values[jobs] ?? Platform.processorCount,
      observer: observer)
    return ingest.outcome
  }

  /// Ingests new and changed files until a signal.
  private static func watch(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    if values[paths].contains("-") { throw Failure.watchOfStream }
    if let missing = values[paths].first(where: { Platform.kind(of: $0) == .nothing }) {
      throw TraceError.notFound(path: missing)
    }
    console.say(
      "watching \(values[paths].joined(separator: " ")) for changes; press Ctrl-C to stop")
    let said = SaidOnce(console)
    let cut = try CutOptions.cut(values)
    var watch = IngestWatch(values[paths])
    try Watch.run {
      var outcome: IngestOutcome?
      do {
        let plan = try watch.look().cut(to: cut)
        guard !plan.isEmpty else { return }
        outcome = try ingest(plan, values, said.observer)
        watch.markAsRead(plan)
      } catch {
        said.say(error.message)
      }
      if let outcome, !outcome.isEmpty { try console.write(outcome.text) }
    }
    return .fine
  }
}
