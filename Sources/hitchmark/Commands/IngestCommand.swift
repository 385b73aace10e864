internal import Arguments
internal import Decoding
internal import Recordings
internal import RunFolders
internal import RunStore
internal import System
internal import Workbench

enum IngestCommand {
  private static let paths = Positional(
    repeating: "PATH", .path,
    help:
      "Trace files, folders of runs, folders of suites, or folders that contain such files and folders."
  )
  private static let suite = Option(
    "suite", .text.named("SUITE"),
    help: "Store the runs of the traces as runs of this suite (experiment).")
  private static let stage = Option(
    "stage", .text.named("STAGE"),
    help: "Store the runs of the traces as runs of this stage (version of the measured program).")
  private static let name = Option(
    "run", .text.named("NAME"),
    help: "Give the loaded run this name; PATH must contain only one run."
  )
  private static let commit = Option(
    "commit", .text.named("COMMIT"),
    help: """
      The commit of the program that was measured, in any notation of Git. By default, Hitchmark uses \
      the commit that is checked out in the folder of the trace.
      """)
  private static let device = Option(
    "device", .text.named("NAME"), help: "The name of the device on which the program was measured."
  )
  private static let session = Option(
    "session", .text.named("NAME"),
    help:
      "The name of the session of the runs; a session is a series of runs on one device without a pause."
  )
  private static let labels = Option(
    repeating: "label", .keyValue, help: "Give the loaded runs this label: a name and a value.")
  private static let format = Option(
    "format", TraceFormats.type,
    help:
      "The format of the trace files. By default, Hitchmark recognizes the format of a file by its content."
  )
  private static let jobs = Option(
    "jobs", .integer(in: 1...256),
    help: "How many files to read at the same time; by default, one file per processor.")
  private static let replace = Flag(
    "replace",
    help: """
      Replace stored runs whose trace file or description has changed.
      """)
  private static let dryRun = Flag("dry-run", help: "Read all files in PATH, but store nothing.")

  static let command: Command<Action> = Command(
    "ingest",
    abstract: "Load captures of frame times into the store.",
    discussion: """
      “hitchmark ingest” skips runs that are already in the store, so you can repeat the command. If \
      the trace file or the description of a stored run changed, “hitchmark ingest” reports the \
      change, and with --replace stores the changed run. Each run is stored completely or not at all. \
      With --watch, “hitchmark ingest” reads a file once the file was unchanged for two seconds, and \
      reports each unreadable file only once.
      """,
    parameters: [
      paths, CommonOptions.store, format, ColumnMaps.option, CutOptions.from, CutOptions.to, jobs,
      replace, dryRun,
      CommonOptions.watch,
    ],
    sections: [
      ParameterSection(
        "Description of the runs", [suite, stage, name, commit, session, device, labels])
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
  ) throws(Failure) -> ExitCode {
    if values[CommonOptions.watch] { return try watch(values, console) }
    let cut = try CutOptions.cut(values)
    let plan = try Attempt.reading { () throws(TraceError) in
      try TraceDiscovery.plan(values[paths]).cut(to: cut)
    }
    let outcome = try ingest(plan, values, console.observer)
    if plan.runs.isEmpty, !plan.suites.isEmpty, outcome.isEmpty {
      for suite in plan.suites.map(\.id) {
        try console.write("\(suite): the suite's description was stored, without runs\n")
      }
      return .fine
    }
    if outcome.isEmpty { throw .nothingToRead(paths: values[paths]) }
    try console.write(outcome.text)
    return outcome.refused == 0 ? .fine : .couldNotRun
  }

  private static func ingest(
    _ plan: TracePlan, _ values: ParsedValues, _ observer: TaskObserver
  ) throws(Failure) -> IngestOutcome {
    if values[name] != nil, plan.runs.count > 1 { throw .oneNameForSeveral(plan.runs.count) }
    var ingest = Ingest(
      plan: plan,
      writer: RunWriter(
        path: values[CommonOptions.store], isDryRun: values[dryRun],
        rivals: values[replace] ? .replaced : .noted),
      overrides: RunOverrides(
        suite: values[suite], stage: values[stage], name: values[name], commit: values[commit],
        session: values[session], device: values[device],
        labels: values[labels].asDictionary))
    let reading = try ColumnMaps.format(values, besides: values[format])
    try ingest.run(
      format: reading, jobs: values[jobs] ?? Platform.processorCount,
      observer: observer)
    return ingest.outcome
  }

  /// Ingests new and changed files until a signal.
  private static func watch(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    if values[paths].contains("-") { throw .watchOfStream }
    if let missing = values[paths].first(where: { Platform.kind(of: $0) == .nothing }) {
      throw .trace(.notFound(path: missing))
    }
    console.say(
      "watching \(values[paths].joined(separator: " ")) for changes; press Ctrl-C to stop")
    let said = SaidOnce(console)
    let cut = try CutOptions.cut(values)
    var watch = IngestWatch(values[paths])
    try Watch.run { () throws(Failure) in
      var outcome: IngestOutcome?
      do throws(Failure) {
        let plan = try Attempt.reading { () throws(TraceError) in try watch.look().cut(to: cut) }
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
