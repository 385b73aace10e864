internal import Arguments
internal import Documents
internal import Histories
internal import Reports
internal import TraceReaders
internal import Workbench

enum FormatsCommand {
  private static let histories = Flag(
    "histories",
    help: "list the histories that “hitchmark import” reads")

  static let command: Command<Action> = Command(
    "formats",
    abstract: "List the trace formats that can be read.",
    parameters: [histories, CommonOptions.formats, CommonOptions.output],
    examples: [
      Example("hitchmark formats", "list all trace formats"),
      Example("hitchmark formats --histories", "list the formats that “hitchmark import” reads"),
      Example("hitchmark formats --format md", "print the trace formats as Markdown"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let isOfHistories = values[histories]
    try Delivery(
      document: isOfHistories ? historyDocument : traceDocument,
      name: isOfHistories ? "histories" : "formats"
    ).write(as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }

  private static var historyDocument: Document {
    HistoryCatalog.document(
      of: HistoryFormat.all.map { format in
        HistoryCatalog.Entry(
          id: format.id, title: format.title, summary: format.summary,
          mapping: format.mapping.map { ($0.subject, $0.source) })
      })
  }

  private static var traceDocument: Document {
    let entries = TraceFormat.all.map {
      FormatCatalog.Entry(
        id: $0.id, title: $0.title, summary: $0.summary, dialects: $0.dialects,
        supports: $0.supports, checkedAgainst: $0.checkedAgainst)
    }
    return FormatCatalog.document(of: entries, histories: HistoryFormat.all.map(\.title))
  }
}
