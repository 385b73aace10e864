internal import Arguments
internal import Documents
internal import Recordings
internal import RunStore
internal import System
internal import Units
internal import Workbench

enum RunsCommand {
  static let command: Command<Action> = Command(
    "runs",
    abstract: "List, show, relabel, remove or recompute stored runs.",
    parameters: [CommonOptions.store],
    examples: [
      Example("hitchmark runs", "list all stored runs"),
      Example("hitchmark runs list --suite thesis", "list the stored runs of one suite"),
      Example(
        "hitchmark runs relabel 12 --label driver=24.1",
        "give run 12 the label “driver” with the value 24.1"),
    ],
    subcommands: [
      RunsListCommand.command, RunsShowCommand.command, RunsRelabelCommand.command,
      RunsRemoveCommand.command, RunsRecomputeCommand.command,
    ],
    action: Action(run: runAll))

  private static func runAll(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let store = try Stores.open(values, .read)
    let records = try store.listedRuns()
    try Delivery(document: RunList.document(of: records), name: "runs").write(
      as: nil, to: nil, console: console)
    return .fine
  }
}

/// The numbers of runs on a command line.
enum GivenRuns {
  static let positional = Positional(
    repeating: "RUN", .integer(in: 1...Int.max).named("RUN"),
    help: "numbers of runs, as “hitchmark runs list” shows them")

  /// The runs with the given numbers, in the given order; a single query reads all of these runs.
  static func records(
    _ values: ParsedValues, in store: RunStore
  ) throws -> [RunRecord] {
    let ids = values[positional].map { RunID(Int64($0)) }
    var filter = RunFilter()
    filter.ids = ids
    let found = try store.runs(filter)
    let records = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    return try ids.map { id in
      guard let record = records[id] else {
        throw Failure.unknownRun(String(id.number), store: store.path)
      }
      return record
    }
  }
}

enum RunsListCommand {
  static let command: Command<Action> = Command(
    "list",
    abstract:
      "List the stored runs with number, suite, stage, name, format, frames, length and commit.",
    parameters: [
      CommonOptions.suite, CommonOptions.stage, CommonOptions.formats, CommonOptions.output,
    ],
    examples: [Example("hitchmark runs list", "list all stored runs")],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let filter = CommonOptions.filter(values)
    let store = try Stores.openStill(values, for: filter)
    let runs = try store.listedRuns(filter)
    try Delivery(document: RunList.document(of: runs), name: "runs").write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }
}

enum RunsShowCommand {
  static let command: Command<Action> = Command(
    "show",
    abstract: "Show everything that is stored about some runs.",
    parameters: [
      GivenRuns.positional, CommonOptions.formats, CommonOptions.output,
    ],
    examples: [Example("hitchmark runs show 12", "show everything that is stored about run 12")],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let store = try Stores.open(values, .read)
    var runs: [RunList.Details] = []
    for record in try GivenRuns.records(values, in: store) {
      runs.append(try RunList.Details(of: record, in: store))
    }
    try Delivery(document: RunList.details(of: runs), name: "run").write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }
}

enum RunsRelabelCommand {
  private static let labels = Option(
    repeating: "label", .keyValue,
    help: "set this label")
  private static let unlabel = Option(
    repeating: "remove-label", .text.named("KEY"),
    help: "remove this label")
  private static let name = Option(
    "name", .text.named("NAME"),
    help: "rename the run")
  private static let suite = Option(
    "suite", .text.named("SUITE"),
    help: "move the runs to this suite")
  private static let stage = Option(
    "stage", .text.named("STAGE"),
    help: "move the runs to this stage")

  static let command: Command<Action> = Command(
    "relabel",
    abstract: "Change the labels, name, suite or stage of stored runs.",
    parameters: [GivenRuns.positional, labels, unlabel, suite, stage, name],
    examples: [
      Example(
        "hitchmark runs relabel 3 4 --stage 6.2",
        "move runs 3 and 4 to the stage “6.2” of their suite")
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let store = try Stores.open(values, .update)
    var change = RunChange()
    for label in values[labels] { change.labels[label.key] = label.value }
    change.removedLabels = values[unlabel]
    change.suite = values[suite]
    change.stage = values[stage]
    change.name = values[name]
    guard change != RunChange() else { throw Failure.nothingToChange }
    let ids = try GivenRuns.records(values, in: store).map(\.id)
    try store.change(ids, change)
    try console.write("changed \(counted(ids.count, "run"))\n")
    return .fine
  }
}

enum RunsRemoveCommand {
  static let command: Command<Action> = Command(
    "remove",
    abstract: "Remove runs from the store, with all that belongs to them.",
    parameters: [GivenRuns.positional],
    examples: [Example("hitchmark runs remove 12", "remove run 12 from the store")],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let store = try Stores.open(values, .update)
    let ids = try GivenRuns.records(values, in: store).map(\.id)
    try store.remove(ids)
    try console.write("removed \(counted(ids.count, "run"))\n")
    return .fine
  }
}

enum RunsRecomputeCommand {
  private static let jobs = Option(
    "jobs", .integer(in: 1...256),
    help: "compute so many runs at the same time",
    details: "Default: one per processor.")

  static let command: Command<Action> = Command(
    "recompute",
    abstract: "Compute the stored metric values again from the frames.",
    discussion: """
      Needed after an update that changed formulas, or after the parameters of a suite changed: then “trend” \
      and “check” have values of the same formulas for all commits. Only values that differ are written.
      """,
    parameters: [CommonOptions.suite, CommonOptions.stage, jobs],
    examples: [
      Example("hitchmark runs recompute", "recompute all runs"),
      Example(
        "hitchmark runs recompute --suite glmark2",
        "recompute the runs of one suite"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let filter = CommonOptions.filter(values)
    let store = try Stores.open(values, .update, for: filter)
    let records = try store.runs(filter)
    guard !records.isEmpty else { throw Failure.noRuns(filter, in: store) }
    var changes: [(run: RunID, metrics: [StoredMetric])] = []
    var done = 0
    try Recomputation(of: store).run(
      records, jobs: values[jobs] ?? Platform.processorCount
    ) { outcome in
      done += 1
      console.progress("computing the metrics of run \(done) of \(records.count)")
      let changed = outcome.changed
      if !changed.isEmpty { changes.append((outcome.run, changed)) }
    }
    console.progress("")
    try store.setMetrics(changes)
    let count = changes.reduce(0) { $0 + $1.metrics.count }
    try console.write(
      "\(store.path): \(counted(records.count, "run")) computed, \(counted(count, "value")) changed\n"
    )
    return .fine
  }
}
