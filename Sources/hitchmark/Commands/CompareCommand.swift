internal import Arguments
internal import Reports
internal import RunStore

enum CompareCommand {
  private static let reference =
    Positional("A", .text, help: "What is compared with.")
    as Positional<String>
  private static let candidate =
    Positional("B", .text, help: "What is compared.")
    as Positional<String>
  private static let suite = Option(
    "suite", .text.named("SUITE"), help: "The suite that stages are looked for in.")
  private static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")),
    help: "Only these metrics; else the rows of the suite's tables.")

  static let command: Command<Action> = Command(
    "compare",
    abstract: "Compare two sides, and say how sure the change is.",
    discussion: """
      A side is a trace file or a folder of runs, a stage (6.2, or thesis/6.2), a commit as git knows it, \
      or one of label:KEY=VALUE, session:NAME, device:NAME and commit:NAME. Sides of several stages are \
      compared stage by stage, worst first.
      """,
    parameters: [
      reference, candidate, CommonOptions.store, suite, metrics, CommonOptions.formats,
      CommonOptions.output,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example("hitchmark compare thesis/0.2 thesis/6.2", "two stages"),
      Example("hitchmark compare before/ after/", "two folders of traces"),
      Example("hitchmark compare v1.0 HEAD", "every stage of two commits"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    // Traces need no store; whatever else is asked for says that it is missing.
    let isThere = Platform.kind(of: values[CommonOptions.store]) != .nothing
    let store = isThere ? try Stores.open(values, .read) : nil
    let records = try Attempt.storing { () throws(StoreError) in try store?.runs() }
    let before = try SideReference(values[reference], suite: values[suite], among: records)
    let after = try SideReference(values[candidate], suite: values[suite], among: records)
    var runs = ComparedRuns(
      settings: try ParameterOptions.settings(values), store: store, records: records ?? [])
    let comparisons = try runs.compare(
      after, named: values[candidate], against: before, named: values[reference],
      metrics: values[metrics] ?? [])
    try Delivery(document: ComparisonReport.document(of: comparisons), name: "comparison").write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }
}
