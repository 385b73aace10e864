internal import Arguments
internal import Decoding
internal import Recordings
internal import RunFolders
internal import RunStore
internal import Workbench

enum IngestCommand {
  private static let paths = Positional(
    repeating: "PATH", .path, help: "Trace files, run folders, suites, or folders of any of them.")
  private static let suite = Option(
    "suite", .text.named("SUITE"), help: "Put the runs into this suite.")
  private static let stage = Option(
    "stage", .text.named("STAGE"), help: "Put the runs into this stage.")
  private static let name = Option(
    "run", .text.named("NAME"), help: "The run's name, of a single run.")
  private static let commit = Option(
    "commit", .text.named("COMMIT"),
    help: """
      The commit that was measured, in any way that git knows it; what is checked out around the trace \
      when not given.
      """)
  private static let device = Option("device", .text.named("NAME"), help: "The device it ran on.")
  private static let session = Option(
    "session", .text.named("NAME"),
    help: "The uninterrupted occupancy of a device the runs belong to.")
  private static let labels = Option(
    repeating: "label", .keyValue, help: "A label of the runs; again for more.")
  private static let format = Option(
    "format", TraceFormats.type,
    help: "The format that the files have to have; recognised when not given.")
  private static let jobs = Option(
    "jobs", .integer(in: 1...256), help: "How many files to read at once; as many as processors.")
  private static let replace = Flag(
    "replace",
    help: """
      Take runs out whose files hold something else now, or of which something else is told now.
      """)
  private static let dryRun = Flag("dry-run", help: "Read everything, but write nothing.")

  static let command: Command<Action> = Command(
    "ingest",
    abstract: "Load traces into the store.",
    discussion: """
      Runs that the store has already are passed over, so that the same command can be given again; \
      what was changed of them since is said, and with --replace taken. A run is added whole or not at \
      all.
      """,
    parameters: [paths, CommonOptions.store, format, ColumnMaps.option, jobs, replace, dryRun],
    sections: [
      ParameterSection(
        "What is said of the runs", [suite, stage, name, commit, session, device, labels])
    ],
    examples: [
      Example("hitchmark ingest runs/", "all recorded suites, also compressed with gzip or zstd"),
      Example("hitchmark ingest app/suite.json", "only thresholds, of a suite that was imported"),
      Example(
        "hitchmark ingest run.csv --suite list --stage 1 --commit 3f2a91c", "a trace of one's own"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let plan = try Attempt.reading { () throws(TraceError) in
      try TraceDiscovery.plan(values[paths])
    }
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
      observer: console.observer)
    if plan.runs.isEmpty, !plan.suites.isEmpty, ingest.outcome.isEmpty {
      for suite in plan.suites.map(\.id) {
        try console.write("\(suite): description taken, no run beside it\n")
      }
      return .fine
    }
    if ingest.outcome.isEmpty { throw .nothingToRead(paths: values[paths]) }
    try console.write(ingest.outcome.text)
    return ingest.outcome.refused == 0 ? .fine : .couldNotRun
  }
}
