public import Documents

/// The reference of trace formats: the output of `hitchmark formats`, and `docs/formats.md`.
public enum FormatCatalog {
  /// The description of a trace format.
  public struct Entry: Sendable {
    /// The id of the trace format, such as `mangohud`.
    public let id: String
    /// The name of the trace format as readers know it, such as `MangoHud`.
    public let title: String
    /// A short description of the data that Hitchmark reads from files of the trace format.
    public let summary: String
    /// The dialects or versions of the trace format that Hitchmark distinguishes.
    public let dialects: [String]
    /// The metrics that files of the trace format support, in words that complete the sentence “Supports …”.
    public let supports: String
    /// The data with which reading the trace format was tested, in words that complete the sentence “Checked against
    /// …”.
    public let checkedAgainst: String

    /// Creates the description of a trace format.
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

  /// The reference of trace formats with one definition per format, in the order in which the reader tries them.
  ///
  /// `histories` are the names of formats that only `hitchmark import` reads.
  public static func document(of formats: [Entry], histories: [String]) -> Document {
    Document(
      schema: "hitchmark.formats/1",
      title: "Trace formats",
      blocks: [
        .text(
          """
          Formats are recognized by content, not by file name. All of them may be compressed with gzip or zstd, \
          or read from standard input. Tables and JSON lines in other formats are read with --map, which \
          names their columns.
          """),
        .definitions(formats.map(definition)),
        .paragraph(
          Inline.marked(
            """
            Histories, which have values per commit and no frames, are read by `hitchmark import`: \
            \(histories.joined(separator: ", ")). `hitchmark formats --histories` describes these formats.
            """)),
      ])
  }

  private static func definition(of format: Entry) -> Definition {
    var lines: [[Inline]] = [[.text("\(format.title): \(format.summary).")]]
    if !format.dialects.isEmpty {
      lines.append([
        .text("Dialects: " + format.dialects.joined(separator: ", ") + ".")
      ])
    }
    lines.append([.text("Files in this format give values for: \(format.supports).")])
    lines.append([.text("The reader was tested with: \(format.checkedAgainst).")])
    return Definition(term: format.id, anchor: Anchor("format " + format.id), lines: lines)
  }
}
