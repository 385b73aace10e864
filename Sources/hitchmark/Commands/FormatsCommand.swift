internal import Arguments
internal import Reports
internal import TraceReaders

enum FormatsCommand {
  static let command: Command<Action> = Command(
    "formats",
    abstract: "List the trace formats that can be read, with their dialects.",
    parameters: [CommonOptions.formats, CommonOptions.output],
    examples: [
      Example("hitchmark formats", "the list"),
      Example("hitchmark formats --format md", "docs/formats.md"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let entries = TraceFormat.all.map {
      FormatCatalogue.Entry(
        id: $0.id, title: $0.title, summary: $0.summary, dialects: $0.dialects)
    }
    try Delivery(document: FormatCatalogue.document(of: entries), name: "formats").write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }
}
