internal import Arguments
internal import Units
internal import Workbench

enum InitCommand {
  private static let folder = Positional(
    optional: "FOLDER", .path,
    help:
      "The folder of the suite, which contains one folder of captures per stage (version of the program). By default, FOLDER is the current folder."
  )
  private static let title = Option(
    "title", .text.named("TITLE"),
    help: "The title of the suite; by default, the name of the suite's folder.")
  private static let workflow = Flag(
    "workflow",
    help:
      "Also write .github/workflows/hitchmark.yml, a GitHub workflow that checks each commit for regressions."
  )

  static let command: Command<Action> = Command(
    "init",
    abstract:
      "Write a first suite.json (the description of an experiment) for a folder of captures.",
    discussion: """
      Each folder in FOLDER becomes a stage of the suite, a version of the measured program. The most \
      important metrics of the first capture become the rows of the suite's tables. Comments in the \
      new suite.json explain each setting. “hitchmark init” never changes existing files.
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
        "\(workflow.path): replace OWNER and bench/run in this file before you commit it".harmless
          + "\n")
    }
    let ingest = Suggestion.command("ingest \(folder.shellWord)", on: "")
    let report = Suggestion.command("report \(suite.id.shellWord)", on: "")
    try console.write("next: \(ingest), then \(report)".harmless + "\n")
    return .fine
  }
}
