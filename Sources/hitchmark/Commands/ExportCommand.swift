internal import Arguments
internal import RunStore
internal import Workbench

enum ExportCommand {
  private static let subject =
    Positional("WHAT", .cases("WHAT"), help: "frames, samples or metrics.")
    as Positional<ExportSubject>
  private static let format = Option(
    "format", .choice("FORMAT", of: [RowFormat.csv, .jsonl], name: \.rawValue),
    default: RowFormat.csv, help: "How rows are written: csv or jsonl.")

  static let command: Command<Action> = Command(
    "export",
    abstract: "Write frames, samples or metric values as CSV or JSON Lines.",
    parameters: [
      subject, CommonOptions.store, CommonOptions.suite, CommonOptions.stage, format,
    ],
    examples: [
      Example("hitchmark export frames --suite glmark2 > frames.csv", "every frame of a suite"),
      Example("hitchmark export metrics --format jsonl", "every metric value, a line each"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .read)
    try values[subject].write(
      CommonOptions.filter(values), of: store,
      to: RowWriter(values[format], write: console.write))
    return .fine
  }
}
