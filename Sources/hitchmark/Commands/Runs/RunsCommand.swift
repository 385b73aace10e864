internal import Arguments
internal import RunStore
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
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .read)
    let records = try Attempt.storing { () throws(StoreError) in try store.listedRuns() }
    try Delivery(document: RunList.document(of: records), name: "runs").write(
      as: nil, to: nil, console: console)
    return .fine
  }
}
