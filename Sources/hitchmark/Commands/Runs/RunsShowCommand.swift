internal import Arguments
internal import Recordings
internal import RunStore

enum RunsShowCommand {
  static let command: Command<Action> = Command(
    "show",
    abstract: "Show all that is known of some runs.",
    parameters: [
      RunNumbers.positional, CommonOptions.formats, CommonOptions.output,
    ],
    examples: [Example("hitchmark runs show 12", "one run")],
    action: Action(run: run))

  private static func run(
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
}
