internal import Arguments
internal import Histories
internal import Workbench

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
  static let device = Option(
    "device", .text.named("NAME"),
    help: "the device that was measured")
  static let labels = Option(
    repeating: "label", .keyValue,
    help: "label the runs")
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
      [suite, stage, commit, branch, device, labels, lessIsBetter, moreIsBetter]),
    ParameterSection("Tables", [columns, commitColumn, timeColumn, delimiter]),
  ]

  /// The options for imported histories on the command line.
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
      suite: values[suite], stage: values[stage], device: values[device],
      labels: values[labels].asDictionary,
      commit: commit)
  }
}
