public import Documents

/// The reference of trace formats: the output of `hitchmark formats`, and `docs/formats.md`.
public enum FormatCatalog {
  public struct Entry: Sendable {
    /// The id of the trace format, such as `mangohud`.
    public let id: String
    /// The name of the trace format as readers know it, such as `MangoHud`.
    public let title: String
    /// A short description of the data that Hitchmark reads from files of the trace format.
    public let summary: String
    public let dialects: [String]
    public let supports: String
    /// The data with which reading the format was tested.
    public let checkedAgainst: String

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

/// The reference of the formats in which other tools store benchmark histories: the output of
/// `hitchmark formats --histories`, and `docs/histories.md`.
public enum HistoryCatalog {
  /// The description of a format in which another tool stores measurements of many commits.
  public struct Entry: Sendable {
    /// The id of the format of benchmark histories, such as `asv`.
    public let id: String
    /// The name of the format of benchmark histories as readers know it, such as `airspeed velocity (asv)`.
    public let title: String
    /// A short description of the data that Hitchmark reads from files of this format of benchmark histories.
    public let summary: String
    /// How benchmark histories in this format are imported: for each term of Hitchmark, such as `suite`, the data in
    /// the file that supply it.
    public let mapping: [(subject: String, source: String)]

    public init(
      id: String, title: String, summary: String, mapping: [(subject: String, source: String)]
    ) {
      self.id = id
      self.title = title
      self.summary = summary
      self.mapping = mapping
    }
  }

  /// The reference for importing benchmark histories of other tools: how to get a trend from a history, general rules,
  /// and one definition per format.
  public static func document(of formats: [Entry]) -> Document {
    Document(
      schema: "hitchmark.histories/1",
      title: "Histories",
      blocks: introduction + rules + [
        .heading(.section, "Formats", anchor: "formats"), .definitions(formats.map(definition)),
      ])
  }

  private static let introduction: [Block] = [
    .paragraph(
      Inline.marked(
        """
        A history is what another tool measured over many commits. `hitchmark import` makes a run without frames \
        of each measurement, so that trends, comparisons and checks include it. It recognizes formats by \
        content, searches folders, and reads files that are compressed with gzip or zstd.
        """)),
    .heading(.section, "How to get a trend from a history", anchor: "trend"),
    .paragraph(
      Inline.marked(
        """
        In the Git repository whose commits were measured, run `hitchmark import results/`, then `hitchmark \
        trend`.
        """)),
    .paragraph(
      Inline.marked(
        """
        The order of the commits comes from Git. Without the repository, and if all commits belong to one \
        branch, their dates can replace it: `hitchmark import data.js --write-order order.txt` lists them, \
        oldest first, and `trend`, `check` and `compare` follow the list with `--order order.txt`, also for \
        ranges such as a1b2c3d..d4e5f6a (without the first, with the last). Importing again adds new commits to \
        the list. You may edit it, for example to move rebased commits or to remove those of other branches.
        """)),
  ]

  private static let rules: [Block] = [
    .heading(.section, "Rules for all history formats", anchor: "rules"),
    .definitions([
      rule(
        "point",
        """
        A measurement of a benchmark at a commit, and the run that is made of it. It is identified by format, \
        benchmark, commit, device, time and values, so importing again adds only new ones.
        """),
      rule(
        "stage",
        """
        Each benchmark. The import also stores a description of the suite, with its stages and metrics; later \
        imports add to it.
        """),
      rule(
        "metric",
        """
        If the history does not name it, the unit does: time, size, throughput, frame rate, share or ratio. \
        Otherwise it is “value” (“cost” if less is better, “score” if more is) with the unit in brackets. A \
        value with the name and the unit of a Hitchmark metric, such as fps.avg, becomes a reported value of it, \
        and so does one without a unit if the name contains a period. With another unit, NAME becomes \
        history.NAME.
        """),
      rule(
        "unit",
        """
        Times become seconds, sizes bytes (1 kB is 1000, 1 KiB is 1024), percentages fractions. “per iteration” \
        and “per operation” are left out. Other units stay.
        """),
      rule(
        "direction",
        """
        Less is better for times and sizes, more for rates, unless the history states otherwise. \
        --less-is-better and --more-is-better override both.
        """),
      rule(
        "missing",
        """
        Without a number, the value is missing, with the reason, and never 0. Values that are infinite or not \
        numeric are left out and counted.
        """),
      rule(
        "commit",
        """
        The one that the history names. For a history without commits, pass --commit, a Git revision such as \
        HEAD or main.
        """),
      rule(
        "limits",
        """
        256 MiB per file after decompression; 8 million values and 64 levels in JSON; 4 million cells in a \
        table.
        """),
    ]),
  ]

  private static func rule(_ term: String, _ text: String) -> Definition {
    Definition(term: term, anchor: Anchor("rule " + term), lines: [Inline.marked(text)])
  }

  private static func definition(of format: Entry) -> Definition {
    Definition(
      term: format.id, anchor: Anchor("history " + format.id),
      lines: [[.text("\(format.title): \(format.summary).")]]
        + format.mapping.map { [.strong($0.subject), .text(": \($0.source).")] })
  }
}
