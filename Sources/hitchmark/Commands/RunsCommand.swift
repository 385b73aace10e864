internal import Arguments
internal import Documents
internal import Recordings
internal import RunStore
internal import Units

enum RunsCommand {
  static let command: Command<Action> = Command(
    "runs",
    abstract: "List, show, relabel or remove what the store holds.",
    examples: [
      Example("hitchmark runs list --suite thesis", "the runs of a suite"),
      Example("hitchmark runs relabel 12 --label driver=24.1", "set a label"),
    ],
    subcommands: [list, show, relabel, remove])

  private static let list: Command<Action> = Command(
    "list",
    abstract: "List runs: number, suite, stage, frames, where they came from.",
    parameters: [
      CommonOptions.store, CommonOptions.suite, CommonOptions.stage, CommonOptions.formats,
      CommonOptions.output,
    ],
    examples: [Example("hitchmark runs list", "all of them")],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .read)
    let records = try Attempt.storing { () throws(StoreError) in
      try store.runs(CommonOptions.filter(values))
    }
    try Delivery(document: RunList.document(of: records), name: "runs").write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }

  private static let show: Command<Action> = Command(
    "show",
    abstract: "Show all that is known of some runs.",
    parameters: [
      RunNumbers.positional, CommonOptions.store, CommonOptions.formats, CommonOptions.output,
    ],
    examples: [Example("hitchmark runs show 12", "one run")],
    action: Action(run: runShow))

  private static func runShow(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .read)
    var runs: [RunList.Details] = []
    for id in try RunNumbers.ids(values, in: store) {
      runs += try Attempt.storing { () throws(StoreError) in
        let (metrics, issues) = (try store.metrics(of: id), try store.recording(of: id).issues)
        return try store.runs(RunFilter(id: id)).map {
          RunList.Details(record: $0, metrics: metrics, issues: issues)
        }
      }
    }
    try Delivery(document: RunList.details(of: runs), name: "run").write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }

  private static let labels = Option(
    repeating: "label", .keyValue, help: "Set a label; again for more.")
  private static let unlabel = Option(
    repeating: "remove-label", .text.named("KEY"), help: "Remove a label; again for more.")
  private static let name = Option("name", .text.named("NAME"), help: "Give the run a new name.")
  private static let suite = Option("suite", .text.named("SUITE"), help: "Move to this suite.")
  private static let stage = Option("stage", .text.named("STAGE"), help: "Move to this stage.")

  private static let relabel: Command<Action> = Command(
    "relabel",
    abstract: "Change the labels, the name or the place of runs.",
    parameters: [RunNumbers.positional, CommonOptions.store, labels, unlabel, suite, stage, name],
    examples: [Example("hitchmark runs relabel 3 4 --stage 6.2", "move two runs to a stage")],
    action: Action(run: runRelabel))

  private static func runRelabel(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .update)
    var change = RunChange()
    for label in values[labels] { change.labels[label.key] = label.value }
    change.removedLabels = values[unlabel]
    change.suite = values[suite]
    change.stage = values[stage]
    change.name = values[name]
    guard change != RunChange() else { throw .nothingToChange }
    let ids = try RunNumbers.ids(values, in: store)
    try Attempt.storing { () throws(StoreError) in try store.change(ids, change) }
    try console.write("changed \(counted(ids.count, "run"))\n")
    return .fine
  }

  private static let remove: Command<Action> = Command(
    "remove",
    abstract: "Remove runs, with their frames, samples and values.",
    parameters: [RunNumbers.positional, CommonOptions.store],
    examples: [Example("hitchmark runs remove 12", "one run")],
    action: Action(run: runRemove))

  private static func runRemove(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .update)
    let ids = try RunNumbers.ids(values, in: store)
    try Attempt.storing { () throws(StoreError) in try store.remove(ids) }
    try console.write("removed \(counted(ids.count, "run"))\n")
    return .fine
  }
}

/// Opens the store that a command was given.
enum Stores {
  static func open(_ values: ParsedValues, _ access: RunStore.Access) throws(Failure) -> RunStore {
    try Attempt.storing { () throws(StoreError) in
      try RunStore.open(values[CommonOptions.store], access: access)
    }
  }
}

/// The numbers of runs on a command line.
enum RunNumbers {
  static let positional = Positional(
    repeating: "RUN", .integer(in: 1...Int.max).named("RUN"),
    help: "The numbers of runs, as “hitchmark runs list” shows them.")

  static func ids(_ values: ParsedValues, in store: RunStore) throws(Failure) -> [RunID] {
    let ids = values[positional].map { RunID(Int64($0)) }
    for id in ids {
      let found = try Attempt.storing { () throws(StoreError) in
        try store.runs(RunFilter(id: id)).count
      }
      if found == 0 { throw .unknownRun(String(id.number), store: store.path) }
    }
    return ids
  }
}

extension RunFilter {
  /// The run of one number.
  init(id: RunID) {
    self.init()
    ids = [id]
  }
}

/// A number with its noun: `1 run`, `2 runs`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
