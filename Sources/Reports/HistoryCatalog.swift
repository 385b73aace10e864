public import Documents

/// The formats of other tools' histories as a document: the output of `hitchmark formats --histories`, and
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
    /// The rules for importing a history of this format: for each term, such as the stage, the place where its value
    /// comes from.
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

  /// The document about importing histories: how to get from a history to a trend, the rules for all formats, and
  /// one definition per format.
  public static func document(of formats: [Entry]) -> Document {
    Document(
      schema: "hitchmark.histories/1",
      title: "Histories",
      blocks: introduction + rules + [
        .heading(.section, "Formats", anchor: "formats"), .definitions(formats.map(definition)),
      ])
  }

  private static let introduction: [Block] = [
    .paragraph([
      "A team that used another tool does not have to start from scratch: ",
      .code("hitchmark import"),
      """
       reads the history of that tool. Each measurement becomes a run without frames, so trends, comparisons \
      and checks include the history. Formats are recognized by content; folders are searched, and files \
      may be compressed with gzip or zstd.
      """,
    ]),
    .heading(.section, "From a history to a trend", anchor: "trend"),
    .paragraph([
      "Within the repository whose commits were measured, git knows their order: ",
      .code("hitchmark import results/"), " imports the results, and ", .code("hitchmark trend"),
      " shows the changes.",
    ]),
    .paragraph([
      """
      None of these formats contains the order of the commits. Without the repository, the dates give the order, \
      if the history is of one branch. 
      """,
      .code("hitchmark import data.js --write-order order.txt"),
      " writes the commits to a file, one per line, oldest first, and ",
      .code("hitchmark trend --order order.txt"),
      """
       uses this order, as do check and compare. Ranges of commits such as a1b2c3d..d4e5f6a then also use the \
      file: the first commit is excluded, the last is included, and git is not needed. A later import writes \
      the commits of the store together with the new ones. You may edit the file, for example to move \
      rebased commits or to remove those of other branches.
      """,
    ]),
  ]

  private static let rules: [Block] = [
    .heading(.section, "Rules for all formats", anchor: "rules"),
    .definitions([
      rule(
        "point",
        """
        One measurement of a benchmark at a commit. Each point becomes a run, identified by its content: format, \
        benchmark, commit, device, time and values. So a history that has grown can be imported again, and \
        only new measurements are added. Duplicate points are imported once.
        """),
      rule(
        "stage",
        """
        Each benchmark becomes a stage. The import stores a description of the suite, so that reports and trends \
        know its stages and metrics. Later imports add stages and metrics.
        """),
      rule(
        "metric",
        """
        The name of a metric follows from the unit: time, size, throughput, frame rate, share, ratio. Other units \
        give a value, or a cost if lower is better, or a score if higher is better, with the unit in brackets. A name \
        that is a metric of Hitchmark, such as fps.avg, becomes a reported value of that metric if the unit \
        is of the same kind, otherwise history.NAME.
        """),
      rule(
        "unit",
        """
        Times become seconds, sizes become bytes (kB is 1000, KiB 1024), percentages become shares; \
        “per iteration” or “per operation” is left out. Other units stay as they are.
        """),
      rule(
        "direction",
        """
        Lower is better for times and sizes, higher for rates; a format may override this. \
        --less-is-better and --more-is-better set the direction of the imported metrics that have none.
        """),
      rule(
        "missing",
        """
        A value without a number is stored as missing, with the reason, and never as 0. Numbers that are infinite \
        or not a number are left out and counted.
        """),
      rule(
        "commit",
        """
        The commit that the history names. A history without commits needs --commit with any Git revision.
        """),
      rule(
        "limits",
        """
        A file may have at most 256 MiB when expanded, 8 million values or 4 million cells, and 64 levels of \
        lists and objects.
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
