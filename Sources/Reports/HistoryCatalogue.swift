public import Documents

/// The formats of histories as a document: what `hitchmark formats --histories` prints and
/// `docs/histories.md` holds.
public enum HistoryCatalogue {
  /// What is to be said of a format.
  public struct Entry: Sendable {
    /// The id, such as `asv`.
    public let id: String
    /// The name in prose.
    public let title: String
    /// What is read, in a clause.
    public let summary: String
    /// What becomes of what the format has: a word, and where it comes from, in a clause.
    public let mapping: [(subject: String, source: String)]

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - id: the short name.
    ///   - title: the name in prose.
    ///   - summary: what is read, in a clause.
    ///   - mapping: what becomes of what the format has.
    public init(
      id: String, title: String, summary: String, mapping: [(subject: String, source: String)]
    ) {
      self.id = id
      self.title = title
      self.summary = summary
      self.mapping = mapping
    }
  }

  /// All formats, and what holds for each of them.
  ///
  /// - Parameter formats: the list.
  /// - Returns: how to go from a history to a trend, the rules, and a definition of each format.
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
      "A team that measured with another tool need not begin anew: ", .code("hitchmark import"),
      """
       reads what that tool kept, and each measurement becomes a run, without frames. Trends, comparisons \
      and gates then go back as far as the history does. Formats are recognised by content; folders are \
      searched, and files may be compressed with gzip.
      """,
    ]),
    .heading(.section, "From a history to a trend", anchor: "trend"),
    .paragraph([
      "Within the repository whose commits were measured, git knows their order: ",
      .code("hitchmark import results/"), " and then ", .code("hitchmark trend"), ".",
    ]),
    .paragraph([
      """
      Without the repository, none of these formats says which commit came after which; the dates do, as \
      long as the history is of one branch. 
      """,
      .code("hitchmark import data.js --write-order order.txt"),
      " keeps the commits in a file, one a line, oldest first, and ",
      .code("hitchmark trend --order order.txt"),
      """
       follows them, as do check and compare, which takes the noise of a comparison from the commits before. \
      Ranges of commits such as a1b2c3d..d4e5f6a, of compare and of --since, are then read by the file: \
      the first commit is left out, the last is in, and no git is needed. \
      A later import writes those that the store has already together with the new ones. \
      The file may be edited: rebased commits can be moved, and those of other branches removed.
      """,
    ]),
  ]

  private static let rules: [Block] = [
    .heading(.section, "What holds for all of them", anchor: "rules"),
    .definitions([
      rule(
        "point",
        """
        One measurement of a benchmark at a commit, and a run in the store. It is known by what it says: \
        format, benchmark, commit, device, time and values. So a history that has grown can be imported \
        again, and adds only what is new; what stands in a file twice counts once.
        """),
      rule(
        "stage",
        """
        A benchmark. The suite is described in the store, so that reports and trends know its stages and \
        metrics without being told; stages and metrics that come later are added.
        """),
      rule(
        "metric",
        """
        Named by what is counted, as far as the unit tells: time, size, throughput, frame rate, share, \
        ratio. What has no such unit is a value, a cost where less is better and a score where more is, \
        with the unit in brackets. A name that Hitchmark computes itself, such as fps.avg, is kept as a \
        reported value of that metric where the unit fits, and else as history.NAME.
        """),
      rule(
        "unit",
        """
        Times become seconds, sizes bytes (kB is 1000, KiB 1024), percentages shares; “per iteration” or \
        “per operation” is left out. Other units stay as they are.
        """),
      rule(
        "direction",
        """
        Less is better for times and sizes, more for rates; a format may say otherwise. \
        --less-is-better and --more-is-better decide where nothing does, for what is then imported.
        """),
      rule(
        "missing",
        """
        Never 0: a value that a history has no number for is kept as missing, with the reason. Numbers \
        that are infinite or none at all are left out and counted.
        """),
      rule(
        "commit",
        """
        Whatever the history calls it. Histories that name none need --commit, in any way that git knows \
        it.
        """),
      rule(
        "limits",
        """
        A file of at most 256 MiB when expanded, with at most 8 million values, or 4 million cells, and 64 \
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
