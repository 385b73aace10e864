internal import Arguments
internal import RunStore
internal import Units
internal import Workbench

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
    parameters: [RunNumbers.positional, labels, unlabel, suite, stage, name],
    examples: [
      Example(
        "hitchmark runs relabel 3 4 --stage 6.2",
        "move runs 3 and 4 to the stage “6.2” of their suite")
    ],
    action: Action(run: run))

  private static func run(
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
    let ids = try RunNumbers.records(values, in: store).map(\.id)
    try Attempt.storing { () throws(StoreError) in try store.change(ids, change) }
    try console.write("changed \(counted(ids.count, "run"))\n")
    return .fine
  }
}
