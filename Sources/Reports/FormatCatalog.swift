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
    paragraph(
      """
      A history is what another benchmark tool measured over many commits. Six formats are read: airspeed velocity \
      (asv), github-action-benchmark, Bencher and its Bencher Metric Format (BMF), hyperfine, and Otava CSV. \
      `hitchmark import` makes a run without frames of each measurement, so that `trend` and `check` find the \
      commits that changed a value, and `compare` compares two of them.
      """),
    .heading(.section, "How to get a trend from a history", anchor: "trend"),
    paragraph("In the Git repository whose commits were measured:"),
    .steps([
      Step(
        Inline.marked(
          """
          Load the results into the store. Formats are recognized by content; folders are searched, and files \
          may be compressed with gzip or zstd.
          """), command: "hitchmark import results/"),
      Step(
        [.text("See which commits changed a value, as in the table below.")],
        command: "hitchmark trend"),
    ]),
    .table(
      Table(
        anchor: "example", caption: "", corner: "Series that changed most",
        columns: [
          Table.Column("Since", .leading, id: "since"), Table.Column("Before", id: "before"),
          Table.Column("After", id: "after"), Table.Column("Change", id: "change"),
          Table.Column("State", .leading, id: "state"),
        ],
        rows: [
          Table.Row(
            "App/open list time", id: "example",
            cells: ["daf0a06", "11.97 ms", "13.02 ms", "+8.8%", "open"].map { .text($0) })
        ])),
    paragraph(
      """
      The value of a commit is the median of its sessions, and that of a session the median of its runs. So repeated \
      measurements of a commit make its value more reliable.
      """),
    paragraph(
      """
      No history format contains the order of the commits, so `trend` asks Git. Without the repository, their \
      dates can take its place, if all commits belong to one branch:
      """),
    .steps([
      Step(
        [.text("Import, and write the commits into a file, one per line, oldest first.")],
        command: "hitchmark import data.js --write-order order.txt"),
      Step(
        Inline.marked("Follow this order; `check` and `compare` have the option too."),
        command: "hitchmark trend --order order.txt"),
    ]),
    paragraph(
      """
      A range such as `a1b2c3d..d4e5f6a` follows the file as well. It excludes its first commit and includes its last. \
      Importing again adds new commits to the file. You may edit it, for example to move rebased commits or to remove \
      those of other branches.
      """),
  ]

  private static func paragraph(_ text: String) -> Block { .paragraph(Inline.marked(text)) }

  private static let rules: [Block] = [
    .heading(.section, "Rules for all history formats", anchor: "rules"),
    .definitions([
      rule(
        "point",
        """
        A point is one measurement of a benchmark at a commit, and becomes a run. It is identified by format, \
        benchmark, commit, device, time and values. Importing a history again therefore adds only new points, and a \
        point that occurs twice is imported once.
        """),
      rule(
        "stage",
        """
        Each benchmark becomes a stage. The import also stores a description of the suite, with its stages and \
        metrics; later imports add to it.
        """),
      rule(
        "metric",
        "It has the name that the history gives it.",
        """
        Without a name, it is named after what the unit measures: time, size, throughput, frame rate, share or ratio.
        """,
        """
        If the unit does not tell, or has another direction than the history, it is “value” with the unit in \
        brackets, such as “value (points)”; “cost” if less is better, “score” if more is.
        """,
        """
        If a Hitchmark metric has the same name and unit, such as `fps.avg`, the value becomes a reported value \
        of that metric. A value without a unit does so if its name contains a period.
        """,
        "If a Hitchmark metric has the same name and another unit, NAME becomes `history.NAME`."),
      rule(
        "unit",
        """
        Times are converted to seconds, sizes to bytes (1 kB is 1000, 1 KiB is 1024), percentages to fractions. “per \
        iteration” and “per operation” are left out. Values in other units stay as they are.
        """),
      rule(
        "direction",
        """
        Less is better for times and sizes, more for rates, unless the history states otherwise. `--less-is-better` \
        and `--more-is-better` override both.
        """),
      rule(
        "missing",
        """
        A measurement without a number is stored as missing, with the reason, and never as 0. Values that are infinite \
        or not numeric are left out and counted.
        """),
      rule(
        "commit",
        """
        The history names it. For a history without commits, pass `--commit` with a Git revision such as HEAD or main.
        """),
      rule(
        "limits",
        """
        256 MiB per file after decompression; 8 million values and 64 levels in JSON; 4 million cells in a \
        table.
        """),
    ]),
  ]

  private static func rule(_ term: String, _ lines: String...) -> Definition {
    Definition(term: term, anchor: Anchor("rule " + term), lines: lines.map(Inline.marked))
  }

  private static func definition(of format: Entry) -> Definition {
    Definition(
      term: format.id, anchor: Anchor("history " + format.id),
      lines: [Inline.marked("\(format.title): \(format.summary).")]
        + format.mapping.map { [Inline.strong($0.subject)] + Inline.marked(": \($0.source).") })
  }
}
