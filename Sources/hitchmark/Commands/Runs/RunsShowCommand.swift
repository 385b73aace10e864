internal import Arguments
internal import Recordings
internal import RunStore
internal import Workbench

enum RunsShowCommand {
  static let command: Command<Action> = Command(
    "show",
    abstract: "Show everything that is stored about some runs.",
    parameters: [
      RunNumbers.positional, CommonOptions.formats, CommonOptions.output,
    ],
    examples: [Example("hitchmark runs show 12", "show everything that is stored about run 12")],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .read)
    var runs: [RunList.Details] = []
    for record in try RunNumbers.records(values, in: store) {
      runs.append(try RunList.Details(of: record, in: store))
    }
    try Delivery(document: RunList.details(of: runs), name: "run").write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }
}
