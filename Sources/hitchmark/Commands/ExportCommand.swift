internal import Arguments
internal import RunStore
internal import Workbench

enum ExportCommand {
  private static let subject =
    Positional(
      "WHAT", .cases("WHAT"),
      help: "one row per frame, counter sample or metric value")
    as Positional<ExportSubject>
  private static let format = Option(
    "format", .choice("FORMAT", of: [RowFormat.csv, .jsonl], name: \.rawValue),
    default: RowFormat.csv,
    help: "write in this format")

  static let command: Command<Action> = Command(
    "export",
    abstract: "Write the stored frames, counter samples or metric values as CSV or JSON Lines.",
    discussion: """
      Functions and waits of frames are not in it; query frame_part_time with “hitchmark sql”.
      """,
    parameters: [
      subject, CommonOptions.store, CommonOptions.suite, CommonOptions.stage, format,
    ],
    examples: [
      Example(
        "hitchmark export frames --suite glmark2 > frames.csv",
        "write all frames of the runs of a suite as CSV"),
      Example(
        "hitchmark export metrics --format jsonl",
        "write all metric values as JSON Lines, one value per line"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let filter = CommonOptions.filter(values)
    let store = try Stores.open(values, .read, for: filter)
    try values[subject].write(
      filter, of: store, to: RowOutput(values[format], write: console.write))
    return .fine
  }
}
