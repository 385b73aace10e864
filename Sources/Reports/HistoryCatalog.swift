public import Documents

/// The reference of other tools' history formats: the output of `hitchmark formats --histories`, and
/// `docs/histories.md`.
public enum HistoryCatalog {
  /// The description of a format in which another tool stores measurements of many commits.
  public struct Entry: Sendable {
    /// The id of the history format, such as `asv`.
    public let id: String
    /// The name of the history format as readers know it, such as `airspeed velocity (asv)`.
    public let title: String
    /// A short description of the data that Hitchmark reads from files of the history format.
    public let summary: String
    /// How files of the history format are imported: for each term of Hitchmark, such as `suite`, the data that supply
    /// it.
    public let mapping: [(subject: String, source: String)]

    /// Creates the description of a history format.
    ///
    /// The properties explain the parameters.
    public init(
      id: String, title: String, summary: String, mapping: [(subject: String, source: String)]
    ) {
      self.id = id
      self.title = title
      self.summary = summary
      self.mapping = mapping
    }
  }

  /// The reference for importing histories: the way from a history to a trend, general rules, and one definition per
  /// format.
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
        A team that used another tool to measure benchmarks can keep its history: `hitchmark import` reads the \
        histories of asv, Bencher and other tools. Each imported measurement becomes a run without frames, so trends, \
        comparisons and checks include the history. The import recognizes the format of a file by its content, \
        searches folders for files, and reads files that are compressed with gzip or zstd.
        """)),
    .heading(.section, "How to get a trend from a history", anchor: "trend"),
    .paragraph(
      Inline.marked(
        """
        Within the repository whose commits were measured, Git knows the order of the commits: \
        `hitchmark import results/` imports the results, and `hitchmark trend` shows the changes.
        """)),
    .paragraph(
      Inline.marked(
        """
        None of the formats of histories contains the order of the commits. Without the repository, the dates of the \
        commits give their order, if the history is of one branch. `hitchmark import data.js --write-order order.txt` \
        writes the commits to a file, one per line, oldest first, and `hitchmark trend --order order.txt` uses the \
        order in this file, as do check and compare with --order. With --order, ranges of commits such as \
        a1b2c3d..d4e5f6a also use the file: the first commit of the range is excluded, the last is included, and Git \
        is not needed. A later import with --write-order writes the commits of the store together with the new \
        commits. You may edit the file, for example to move rebased commits or to remove commits of other branches.
        """)),
  ]

  private static let rules: [Block] = [
    .heading(.section, "Rules for all formats", anchor: "rules"),
    .definitions([
      rule(
        "point",
        """
        A point is one measurement of a benchmark at a commit. Each point becomes a run, identified by its content: \
        format, benchmark, commit, device, time and values. So a history that has grown can be imported again, and \
        only new measurements are added. A point that appears several times is imported once.
        """),
      rule(
        "stage",
        """
        Each benchmark of a history becomes a stage. The import stores a description of the suite, so that reports and \
        trends know its stages and metrics. Later imports add stages and metrics to the suite.
        """),
      rule(
        "metric",
        """
        The unit of a value determines the name of its metric: time, size, throughput, frame rate, share or ratio. For \
        other units, the metric is named value, or cost if lower is better, or score if higher is better, with the \
        unit in brackets. If a value has the name of a metric of Hitchmark, such as fps.avg, the value becomes a \
        reported value of that metric, if the units are of one kind. If they are not, the metric is named \
        history.NAME.
        """),
      rule(
        "unit",
        """
        Times are converted to seconds, sizes to bytes (kB is 1000, KiB 1024), and percentages to shares. In the name \
        of a unit, “per iteration” or “per operation” is left out. All other units are not converted.
        """),
      rule(
        "direction",
        """
        Lower values are better for times and sizes, and higher values are better for rates, unless the format of the \
        history says otherwise. The options --less-is-better and --more-is-better state which values are better for \
        imported metrics without a direction.
        """),
      rule(
        "missing",
        """
        A value of a history without a number is stored as missing, with the reason, and never as 0. Values that are \
        infinite or not a number are left out and counted.
        """),
      rule(
        "commit",
        """
        A run has the commit that the history names. To import a history without commits, pass --commit with any Git \
        revision.
        """),
      rule(
        "limits",
        """
        A file of a history may have at most 256 MiB when it is expanded, 8 million values or 4 million cells, and 64 \
        levels of lists and objects.
        """),
    ]),
  ]

  private static func rule(_ term: String, _ text: String) -> Definition {
    Definition(term: term, anchor: Anchor("rule " + term), lines: [[.text(text)]])
  }

  private static func definition(of format: Entry) -> Definition {
    Definition(
      term: format.id, anchor: Anchor("history " + format.id),
      lines: [[.text("\(format.title): \(format.summary).")]]
        + format.mapping.map { [.strong($0.subject), .text(": \($0.source).")] })
  }
}
