public import Documents

/// The trace formats as a document: what `hitchmark formats` prints and `docs/formats.md` holds.
public enum FormatCatalogue {
  /// What is to be said of a format.
  public struct Entry: Sendable {
    /// The id, such as `mangohud`.
    public let id: String
    /// The name in prose.
    public let title: String
    /// What is read, in a sentence.
    public let summary: String
    /// Dialects or versions that are told apart.
    public let dialects: [String]
    /// Which metrics the files support, in a clause.
    public let supports: String
    /// What the reader was checked against, in a clause.
    public let checkedAgainst: String

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - id: the short name.
    ///   - title: the name in prose.
    ///   - summary: what is read, in a sentence.
    ///   - dialects: oldest first.
    ///   - supports: which metrics the files support, in a clause.
    ///   - checkedAgainst: which real files and published answers, in a clause.
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

  /// All formats, in the order in which a file is shown to them.
  ///
  /// - Parameters:
  ///   - formats: the list.
  ///   - histories: the names of the formats that only `hitchmark import` reads.
  /// - Returns: a definition of each, and where to look for the others.
  public static func document(of formats: [Entry], histories: [String]) -> Document {
    Document(
      schema: "hitchmark.formats/1",
      title: "Trace formats",
      blocks: [
        .text(
          """
          Formats are recognised by content, not by file name; any of them may be compressed with gzip \
          or come from standard input. Tables and JSON lines of no known format are read with --map, which \
          says what their columns hold.
          """),
        .definitions(formats.map(definition)),
        .paragraph([
          "Histories, which have values along commits and no frames, are read by ",
          .code("hitchmark import"), .text(": \(histories.joined(separator: ", ")). "),
          .code("hitchmark formats --histories"), " describes them.",
        ]),
      ])
  }

  private static func definition(of format: Entry) -> Definition {
    var lines: [[Inline]] = [[.text("\(format.title): \(format.summary)")]]
    if !format.dialects.isEmpty {
      lines.append([.text("Dialects: " + format.dialects.joined(separator: ", ") + ".")])
    }
    lines.append([.text("Supports \(format.supports).")])
    lines.append([.text("Checked against \(format.checkedAgainst).")])
    return Definition(term: format.id, anchor: Anchor("format " + format.id), lines: lines)
  }
}
