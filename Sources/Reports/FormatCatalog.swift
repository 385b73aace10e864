public import Documents
internal import Units

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
    /// The metrics that files of the trace format support, in words that follow “A file of the format … gives
    /// values for:”.
    public let supports: String
    /// The data with which reading the trace format was tested, in words that follow “The reader of … files was
    /// tested with:”.
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
          Hitchmark recognizes the format of a trace by its content, not by its file name. Traces of all formats may \
          be compressed with gzip or zstd, and may come from standard input. With --map, which names the columns, \
          Hitchmark reads tables and JSON lines in other formats.
          """),
        .definitions(formats.map(definition)),
        .paragraph(
          Inline.marked(
            """
            `hitchmark import` reads histories, which contain values per commit and no frames, from: \
            \(histories.joined(separator: ", ")). `hitchmark formats --histories` describes the formats of histories.
            """)),
      ])
  }

  private static func definition(of format: Entry) -> Definition {
    var lines: [[Inline]] = [[.text("\(format.title): \(format.summary).")]]
    if !format.dialects.isEmpty {
      lines.append([.text(dialects(of: format))])
    }
    lines.append([.text("A file of the format \(format.id) gives values for: \(format.supports).")])
    lines.append([
      .text("The reader of \(format.id) files was tested with: \(format.checkedAgainst).")
    ])
    return Definition(term: format.id, anchor: Anchor("format " + format.id), lines: lines)
  }

  /// One sentence that lists the dialects of a trace format, or two sentences for a long list.
  private static func dialects(of format: Entry) -> String {
    let names = format.dialects.map { "“\($0)”" }
    guard names.count > 1 else {
      return "The format \(format.id) has one dialect (version): \(names.listed)."
    }
    let (first, rest) = (Array(names.prefix(8)), Array(names.dropFirst(8)))
    guard !rest.isEmpty else {
      return "The format \(format.id) has the dialects (versions) \(first.listed)."
    }
    return """
      The format \(format.id) has the dialects (versions) \(first.listed). Further dialects of the format \
      \(format.id) are \(rest.listed).
      """
  }
}
