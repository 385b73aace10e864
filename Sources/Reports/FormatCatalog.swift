public import Documents

/// The reference of trace formats: the output of `hitchmark formats`, and `docs/formats.md`.
public enum FormatCatalog {
  /// The description of a trace format in the reference of trace formats.
  public struct Entry: Sendable {
    /// The id of the trace format, such as `mangohud`.
    public let id: String
    /// The name of the trace format as readers know it, such as `MangoHud`.
    public let title: String
    /// A short description of the data that Hitchmark reads from files of the trace format.
    public let summary: String
    /// The dialects or versions of the trace format that Hitchmark distinguishes.
    public let dialects: [String]
    /// The metrics for which a file of the format gives values.
    public let supports: String
    /// The data with which reading the format was tested.
    public let checkedAgainst: String

    /// Creates the description of a trace format for the reference of trace formats.
    ///
    /// The properties explain the parameters.
    public init(
      id: String, title: String, summary: String, dialects: [String], supports: String,
      checkedAgainst: String
    ) {
      self.id = id
      self.title = title
      self.summary = summary
      self.dialects = dialects
      self.supports = supports
      self.checkedAgainst = checkedAgainst
    }
  }

  /// The reference of trace formats: one table, in the order in which the reader tries them.
  ///
  /// `histories` are the names of formats that only `hitchmark import` reads.
  public static func document(of formats: [Entry], histories: [String]) -> Document {
    Document(
      schema: "hitchmark.formats/2",
      title: "Trace formats",
      blocks: [
        .paragraph(
          Inline.marked(
            """
            The format of a trace is recognized by its content, not by its name. Traces may be compressed with gzip or \
            zstd, and may come from standard input (`-`). With `--map`, which names the columns, tables and JSON lines \
            of other formats are read too.
            """)),
        .table(table(of: formats)),
        .paragraph(
          Inline.marked(
            """
            `hitchmark import` reads histories, which have values per commit and no frames, from: \
            \(histories.joined(separator: ", ")). `hitchmark formats --histories` describes them.
            """)),
      ])
  }

  private static func table(of formats: [Entry]) -> Table {
    Table(
      anchor: "trace-formats", caption: "", corner: "Id",
      columns: [
        Table.Column("Contents", .leading), Table.Column("Dialects", .leading, isOptional: true),
        Table.Column("Gives", .leading), Table.Column("Tested with", .leading, isOptional: true),
      ],
      rows: formats.map { format in
        let cells = [
          "\(format.title): \(format.summary)", format.dialects.joined(separator: "; "),
          format.supports, format.checkedAgainst,
        ]
        return Table.Row(format.id, cells: cells.map { .text($0) })
      })
  }
}
