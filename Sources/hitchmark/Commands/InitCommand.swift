internal import Arguments
internal import Units
internal import Workbench

enum InitCommand {
  private static let folder = Positional(
    optional: "FOLDER", .path,
    help: "Folder of the suite, with one folder per stage. Default: the current folder.")
  private static let title = Option(
    "title", .text.named("TITLE"), help: "Title of the suite. Default: the name of the folder.")
  private static let workflow = Flag(
    "workflow", help: "Also write .github/workflows/hitchmark.yml, which checks each commit.")

  static let command: Command<Action> = Command(
    "init",
    abstract: "Write a first suite.json for a folder of captures.",
    discussion: """
      Each folder in FOLDER becomes a stage of the suite. The key figures of the first capture become the \
      rows of the suite's tables. Comments in suite.json explain each setting. The command does not change \
      files that exist.
      """,
    parameters: [folder, title, workflow],
    examples: [
      Example("hitchmark init bench/app", "write bench/app/suite.json"),
      Example("hitchmark init bench/app --workflow", "also write a GitHub workflow"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
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
        "\(workflow.path): replace OWNER and bench/run before you commit it".harmless + "\n")
    }
    let ingest = Suggestion.command("ingest \(folder.shellWord)", on: "")
    let report = Suggestion.command("report \(suite.id.shellWord)", on: "")
    try console.write("next: \(ingest), then \(report)".harmless + "\n")
    return .fine
  }
}
