internal import Arguments
internal import RunStore
internal import Units
internal import Workbench

enum RunsRemoveCommand {
  static let command: Command<Action> = Command(
    "remove",
    abstract: "Remove runs from the store, with all that belongs to them.",
    parameters: [RunNumbers.positional],
    examples: [Example("hitchmark runs remove 12", "remove run 12 from the store")],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .update)
    let ids = try RunNumbers.records(values, in: store).map(\.id)
    try Attempt.storing { () throws(StoreError) in try store.remove(ids) }
    try console.write("removed \(counted(ids.count, "run"))\n")
    return .fine
  }
}
