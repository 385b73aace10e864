internal import Arguments
internal import Histories
internal import Workbench

/// Options of `hitchmark import` that complete what histories contain.
enum ImportOptions {
  static let suite = Option(
    "suite", .text.named("SUITE"), help: "Put the imported runs into this suite (an experiment).")
  static let stage = Option(
    "stage", .text.named("STAGE"),
    help:
      "Put the imported runs into this stage (a version of the program); the imported history must have only one benchmark."
  )
  static let commit = Option(
    "commit", .text.named("COMMIT"),
    help: "The commit of the program that was measured, for imported files that name no commit.")
  static let branch = Option(
    "branch", .text.named("BRANCH"), help: "Import only the measurements of this Git branch.")
  static let device = Option(
    "device", .text.named("NAME"), help: "The name of the device on which the program was measured."
  )
  static let labels = Option(
    repeating: "label", .keyValue, help: "Give the imported runs this label: a name and a value.")
  static let lessIsBetter = Option(
    "less-is-better", .list(of: .text.named("METRIC")),
    help:
      "The metrics whose lower values are better, even if the imported history states otherwise.")
  static let moreIsBetter = Option(
    "more-is-better", .list(of: .text.named("METRIC")),
    help:
      "The metrics whose higher values are better, even if the imported history states otherwise.")
  static let columns = Option(
    "columns", .list(of: .text.named("COLUMN")),
    help:
      "The columns of an imported table that become metrics. By default, Hitchmark imports all columns that contain numbers."
  )
  static let commitColumn = Option(
    "commit-column", .text.named("COLUMN"),
    help: "The column of an imported table that contains the commits."
  )
  static let timeColumn = Option(
    "time-column", .text.named("COLUMN"),
    help: "The column of an imported table that contains the times of the measurements.")
  static let delimiter = Option(
    "delimiter",
    .choice("CHARACTER", of: HistoryOptions.Delimiter.allCases, name: \.rawValue),
    help:
      "The character between the cells of an imported table. By default, Hitchmark recognizes the character by the first line of the table."
  )

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
