internal import Arguments
internal import Histories
internal import Workbench

enum ImportCommand {
  private static let paths = Positional(
    repeating: "PATH", .path,
    help: "files of other tools, or folders of them")
  private static let format = Option(
    "as", .choice("HISTORY-FORMAT", of: HistoryFormat.all, name: \.id),
    help: "the format of the files",
    details: "Default: recognized by content.")
  private static let order = Option(
    "write-order", .path,
    help: "write the imported commits to this file",
    details: "Oldest first, for --order of other commands.")

  static let command: Command<Action> = Command(
    "import",
    abstract: "Import the histories of other benchmark tools into the store.",
    discussion: """
      Reads files of asv, github-action-benchmark, Bencher, hyperfine and Otava; “hitchmark formats \
      --histories” says what of each. Stored measurements are skipped, so a history can be imported again \
      when it is longer.

      Without a Git repository, --write-order orders the commits by their dates.
      """,
    parameters: [paths, CommonOptions.store, format, order, AddingOptions.dryRun],
    sections: ImportOptions.sections,
    examples: [
      Example("hitchmark import results/", "import the benchmark results of asv"),
      Example(
        "hitchmark import data.js --write-order order.txt",
        "import a file of github-action-benchmark, and the order of its commits"),
      Example(
        "hitchmark import bench.json --commit HEAD",
        "import the results that hyperfine or Bencher exported"),
      Example(
        "hitchmark import load.csv --time-column day --less-is-better load",
        "import a table with one row per measurement"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let files = try HistoryReader.plan(values[paths])
    let commit = try NamedCommit(values[ImportOptions.commit])
    var work = HistoryImport(
      storePath: values[CommonOptions.store], isDryRun: values[AddingOptions.dryRun],
      overrides: ImportOptions.overrides(values, commit: commit.known),
      options: ImportOptions.options(values, commit: commit.id))
    try work.run(files, as: values[format], observer: console.observer)
    if work.outcome.isEmpty { throw ImportFailure.nothing(paths: values[paths]) }
    var lines = work.account.lines
    if let path = values[order], !values[AddingOptions.dryRun] {
      let written = try WrittenOrder(path, of: work)
      lines += [written?.sentence(store: work.outcome.store)].compactMap(\.self)
    } else if work.isOfUnknownCommits {
      lines.append(
        """
        the current folder is in no Git work tree that has the imported commits, so their order is unknown; \
        --write-order PATH writes the imported commits, ordered by date, to a file for --order
        """
      )
    }
    try console.write(lines.map { $0 + "\n" }.joined() + work.outcome.text)
    return work.outcome.refused == 0 ? .fine : .couldNotRun
  }
}

/// Options of `hitchmark import` that complete what histories contain.
enum ImportOptions {
  static let suite = Option(
    "suite", .text.named("SUITE"),
    help: "put the runs into this suite")
  static let stage = Option(
    "stage", .text.named("STAGE"),
    help: "put the runs into this stage",
    details: "The history must have one benchmark only.")
  static let commit = Option(
    "commit", .text.named("COMMIT"),
    help: "the commit, for files that name none")
  static let branch = Option(
    "branch", .text.named("BRANCH"),
    help: "import only measurements of this branch")
  static let lessIsBetter = Option(
    "less-is-better", .list(of: .text.named("METRIC")),
    help: "metrics of which less is better",
    details: "It counts whatever the history states.")
  static let moreIsBetter = Option(
    "more-is-better", .list(of: .text.named("METRIC")),
    help: "metrics of which more is better",
    details: "It counts whatever the history states.")
  static let columns = Option(
    "columns", .list(of: .text.named("COLUMN")),
    help: "the columns that become metrics",
    details: "Default: all with numbers.")
  static let commitColumn = Option(
    "commit-column", .text.named("COLUMN"),
    help: "the column with the commits")
  static let timeColumn = Option(
    "time-column", .text.named("COLUMN"),
    help: "the column with the times")
  static let delimiter = Option(
    "delimiter",
    .choice("CHARACTER", of: HistoryOptions.Delimiter.allCases, name: \.rawValue),
    help: "what separates cells",
    details: "Default: recognized by the first line.")

  static let sections = [
    ParameterSection(
      "Description of the runs",
      [
        suite, stage, commit, branch, AddingOptions.device, AddingOptions.labels, lessIsBetter,
        moreIsBetter,
      ]),
    ParameterSection("Tables", [columns, commitColumn, timeColumn, delimiter]),
  ]

  static func options(_ values: ParsedValues, commit: String?) -> HistoryOptions {
    var options = HistoryOptions()
    options.commit = commit
    options.branch = values[branch]
    options.columns = values[columns] ?? []
    options.commitColumn = values[commitColumn]
    options.timeColumn = values[timeColumn]
    options.delimiter = values[delimiter]
    options.lessIsBetter = Set(values[lessIsBetter] ?? [])
    options.moreIsBetter = Set(values[moreIsBetter] ?? [])
    return options
  }

  static func overrides(_ values: ParsedValues, commit: Commit?) -> ImportOverrides {
    ImportOverrides(
      suite: values[suite], stage: values[stage], device: values[AddingOptions.device],
      labels: values[AddingOptions.labels].asDictionary,
      commit: commit)
  }
}
