internal import Arguments
internal import Histories
internal import Workbench

/// Options of `hitchmark import` that complete what histories contain.
enum ImportOptions {
  static let suite = Option(
    "suite", .text.named("SUITE"), help: "Put the runs into this suite.")
  static let stage = Option(
    "stage", .text.named("STAGE"),
    help: "Put the runs into this stage, if the history has only one benchmark.")
  static let commit = Option(
    "commit", .text.named("COMMIT"), help: "The measured commit, for files that name no commit.")
  static let branch = Option(
    "branch", .text.named("BRANCH"), help: "Import only measurements of this branch.")
  static let device = Option("device", .text.named("NAME"), help: "The device that was measured.")
  static let labels = Option(
    repeating: "label", .keyValue, help: "A label to give to the runs.")
  static let lessIsBetter = Option(
    "less-is-better", .list(of: .text.named("METRIC")),
    help: "Lower values of these metrics are better, whatever the history states.")
  static let moreIsBetter = Option(
    "more-is-better", .list(of: .text.named("METRIC")),
    help: "Higher values of these metrics are better, whatever the history states.")
  static let columns = Option(
    "columns", .list(of: .text.named("COLUMN")),
    help: "The columns of a table to import as metrics. Default: all columns with numbers.")
  static let commitColumn = Option(
    "commit-column", .text.named("COLUMN"), help: "The column of a table that contains the commits."
  )
  static let timeColumn = Option(
    "time-column", .text.named("COLUMN"),
    help: "The column of a table that contains the times of the measurements.")
  static let delimiter = Option(
    "delimiter",
    .choice("CHARACTER", of: HistoryOptions.Delimiter.allCases, name: \.rawValue),
    help: "The character that separates the cells of a table. Default: found in the first line.")

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
