internal import Arguments
internal import RunStore
internal import Units
internal import Workbench

enum InitCommand {
  private static let folder = Positional(
    optional: "FOLDER", .path,
    help: "the folder that has a folder of captures per stage",
    details: "Default: the current one.")
  private static let title = Option(
    "title", .text.named("TITLE"),
    help: "the suite's title",
    details: "Default: the name of its folder.")
  private static let workflow = Flag(
    "workflow",
    help: "also write a GitHub workflow that checks each commit",
    details: "It is .github/workflows/hitchmark.yml.")

  static let command: Command<Action> = Command(
    "init",
    abstract: "Write a first suite.json for a folder of captures.",
    discussion: """
      Each folder in FOLDER becomes a stage, and the most important metrics of the first capture become the \
      rows of the tables. Comments explain each setting. Existing files are not changed.
      """,
    parameters: [folder, title, workflow],
    examples: [
      Example("hitchmark init bench/app", "write bench/app/suite.json"),
      Example(
        "hitchmark init bench/app --workflow",
        "also write a GitHub workflow that checks each commit"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let folder = values[folder] ?? "."
    let suite = try SuiteDraft(of: folder, title: values[title])
    let workflow = values[workflow] ? try WorkflowDraft(for: folder) : nil
    try suite.write()
    let stages = counted(suite.stages.count, "stage")
    try console.write(
      "\(suite.path): \(stages), \(counted(suite.metrics.count, "metric"))".harmless + "\n")
    if let workflow {
      try workflow.write()
      try console.write(
        "\(workflow.path): replace OWNER and bench/run in this file before you commit it".harmless
          + "\n")
    }
    let ingest = Suggestion.command("ingest \(folder.shellWord)", on: "")
    let report = Suggestion.command("report \(suite.id.shellWord)", on: "")
    try console.write("next: \(ingest), then \(report)".harmless + "\n")
    return .fine
  }
}
