internal import Arguments
internal import RunStore
internal import Workbench

enum ExportCommand {
  private static let subject =
    Positional(
      "WHAT", .cases("WHAT"),
      help:
        "The data to write, with one row per frame, per counter sample or per metric value.")
    as Positional<ExportSubject>
  private static let format = Option(
    "format", .choice("FORMAT", of: [RowFormat.csv, .jsonl], name: \.rawValue),
    default: RowFormat.csv, help: "The output format.")

  static let command: Command<Action> = Command(
    "export",
    abstract: "Write the stored frames, counter samples or metric values as CSV or JSON Lines.",
    discussion: """
      The rows of “hitchmark export frames” do not contain the parts of frames, such as functions and \
      waits. To read the parts of frames, query the table frame_part_time with “hitchmark sql”.
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
  ) throws(Failure) -> ExitCode {
    let filter = CommonOptions.filter(values)
    let store = try Stores.open(values, .read, for: filter)
    try values[subject].write(
      filter, of: store, to: RowWriter(values[format], write: console.write))
    return .fine
  }
}
