internal import Arguments
internal import Histories

/// The options that say what histories do not say themselves.
enum ImportOptions {
  static let suite = Option(
    "suite", .text.named("SUITE"), help: "Put the runs into this suite.")
  static let stage = Option(
    "stage", .text.named("STAGE"), help: "Put the runs of a single benchmark into this stage.")
  static let commit = Option(
    "commit", .text.named("COMMIT"), help: "The commit that was measured, of files that name none.")
  static let branch = Option("branch", .text.named("BRANCH"), help: "Only points of this branch.")
  static let device = Option("device", .text.named("NAME"), help: "The device it ran on.")
  static let labels = Option(
    repeating: "label", .keyValue, help: "A label of the runs; again for more.")
  static let lessIsBetter = Option(
    "less-is-better", .list(of: .text.named("METRIC")),
    help: "Of these metrics less is better, whatever the history says.")
  static let moreIsBetter = Option(
    "more-is-better", .list(of: .text.named("METRIC")),
    help: "Of these metrics more is better, whatever the history says.")
  static let columns = Option(
    "columns", .list(of: .text.named("COLUMN")),
    help: "The columns that are metrics; all that hold numbers when not given.")
  static let commitColumn = Option(
    "commit-column", .text.named("COLUMN"), help: "The column that names commits.")
  static let timeColumn = Option(
    "time-column", .text.named("COLUMN"), help: "The column that holds times.")
  static let delimiter = Option(
    "delimiter",
    .choice("CHARACTER", of: HistoryOptions.Delimiter.allCases, name: \.rawValue),
    help: "What stands between cells; found in the first line when not given.")

  static let sections = [
    ParameterSection(
      "What is said of the runs",
      [suite, stage, commit, branch, device, labels, lessIsBetter, moreIsBetter]),
    ParameterSection("Tables", [columns, commitColumn, timeColumn, delimiter]),
  ]

  /// What was asked for on the command line.
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
      suite: values[suite], stage: values[stage], device: values[device], labels: values[labels],
      commit: commit)
  }
}

/// The commit that a command line names for histories that name none.
struct NamedCommit {
  /// Its id, or the name where there is no git to ask.
  let id: String?
  /// What git knows of it, where it does.
  let known: Commit?

  /// Asks the work tree that the current folder lies in.
  ///
  /// - Parameter name: in any way that git knows it; an id may also be of another repository.
  /// - Throws: when the work tree does not know the name, and it is no id.
  init(_ name: String?) throws(Failure) {
    let tree = WorkTree(containing: ".")
    known = name.flatMap { tree?.commit($0) }
    id = known?.id ?? name
    guard let name, known == nil, let tree, tree.commit("HEAD") != nil else { return }
    let isID = name.count >= 7 && name.allSatisfy(\.isHexDigit)
    if !isID { throw .unknownCommit(name, workTree: tree.root) }
  }
}
