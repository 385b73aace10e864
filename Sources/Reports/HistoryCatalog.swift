public import Documents

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

    /// Creates the description of a format of benchmark histories.
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
        A history is a set of benchmark results for many commits that another tool stored. `hitchmark import` reads \
        the histories of asv, Bencher and other tools. Each imported measurement becomes a run without frames, so \
        trends, comparisons and checks include the history. `hitchmark import` recognizes the format of a file by the \
        file's content. `hitchmark import` also searches folders for files, and reads files that are compressed with \
        gzip or zstd.
        """)),
    .heading(.section, "How to get a trend from a history", anchor: "trend"),
    .paragraph(
      Inline.marked(
        """
        Run `hitchmark import results/` in the Git repository whose commits were measured, to import the results in \
        the folder `results`. Then run `hitchmark trend` in this repository to see at which commits the metrics \
        changed; `hitchmark trend` reads the order of the commits from Git.
        """)),
    .paragraph(
      Inline.marked(
        """
        No history format contains the order of the commits. Without the Git repository, Hitchmark can order the \
        commits of a history by their dates, if all commits belong to one branch. \
        `hitchmark import data.js --write-order order.txt` writes the commits to the file order.txt, one per line, \
        oldest first. `hitchmark trend --order order.txt` reads the order of the commits from order.txt. \
        `hitchmark check` and `hitchmark compare` have the option --order too. With --order, Hitchmark needs no Git \
        repository. With --order, a range of commits such as a1b2c3d..d4e5f6a also follows the order in the file. A \
        range excludes its first commit and includes its last commit. If you import again with --write-order, the \
        file lists the commits of the store and the new commits. You may edit the file with the order, for example to \
        move rebased commits or to remove commits of other branches.
        """)),
  ]

  private static let rules: [Block] = [
    .heading(.section, "Rules for all history formats", anchor: "rules"),
    .definitions([
      rule(
        "point",
        """
        A point is one measurement of a benchmark at a commit. `hitchmark import` makes a run of each point. The \
        format, benchmark, commit, device, time and values of a point identify its run. If you import a history again, \
        Hitchmark adds only the new points. A point that appears several times is imported once.
        """),
      rule(
        "stage",
        """
        Each benchmark of a history becomes a stage. `hitchmark import` stores a description of the suite, which \
        lists the stages and metrics for reports and trends. Later imports add stages and metrics to the suite.
        """),
      rule(
        "metric",
        """
        If the history does not name a metric, the unit of its values determines the name: time, size, throughput, \
        frame rate, share or ratio. If the unit determines no name, the metric is named “value”, followed by the unit \
        in brackets. Instead of “value”, the metric is named “cost” if the history states that lower values are \
        better, and “score” if higher values are better. A value that has the name of a Hitchmark metric, such as \
        fps.avg, and the unit of this Hitchmark metric becomes a reported value of the metric. A value such as fps.avg \
        without a unit also becomes a reported value, if its name contains a period. If a metric of the history has \
        the name NAME of a Hitchmark metric but another unit, the import renames the metric of the history to \
        history.NAME.
        """),
      rule(
        "unit",
        """
        Times are converted to seconds, sizes to bytes, and percentages to fractions of 1. 1 kB is 1000 bytes, and 1 \
        KiB is 1024 bytes. In the name of a unit, “per iteration” or “per operation” is left out. Values in other \
        units are not converted.
        """),
      rule(
        "direction",
        """
        Lower values are better for times and sizes, and higher values are better for rates, unless the history states \
        otherwise. The options --less-is-better and --more-is-better of `hitchmark import` state for which metrics \
        lower or higher values are better, and override what the imported history states.
        """),
      rule(
        "missing",
        """
        If a measurement in a history has no number, Hitchmark stores the value as missing, with the reason, and never \
        as 0. Hitchmark leaves out values that are infinite or not numeric, and prints how many values it left out.
        """),
      rule(
        "commit",
        """
        Each imported run has the commit that the history names for the measurement. To import a history without \
        commits, pass the measured commit with --commit, as a Git revision such as HEAD or main.
        """),
      rule(
        "limits",
        """
        A history file may have at most 256 MiB after decompression. A JSON file may contain at most 8 million values \
        and 64 levels of nested lists and objects. A table may contain at most 4 million cells.
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
