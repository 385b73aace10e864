internal import Arguments
internal import Documents
internal import RunStore
internal import Workbench

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
  ) throws(Failure) -> ExitCode {
    let filter = CommonOptions.filter(values)
    let store = try Stores.openStill(values, for: filter)
    let runs = try Attempt.storing { () throws(StoreError) in try store.listedRuns(filter) }
    try Delivery(document: RunList.document(of: runs), name: "runs").write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }
}
