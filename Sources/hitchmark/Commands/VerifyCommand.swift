internal import Arguments
internal import ClusterStore
internal import RunStore
internal import Units
internal import Workbench

enum VerifyCommand {
  static let command: Command<Action> = Command(
    "verify",
    abstract: "Check that a store is not damaged.",
    discussion: """
      Checks the SQLite file and all references in it, compares the data of each run with what was stored, \
      and each metric value with one that is computed again from the frames.
      """,
    parameters: [CommonOptions.store],
    examples: [
      Example("hitchmark verify", "check hitchmark.db")
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let path = values[CommonOptions.store]
    let store = try RunStore.open(anywhere: path, access: .read)
    let found = try StoreVerification(of: store, observer: console.observer)
    for finding in found.findings { console.say("\(path): \(finding.words)") }
    for (run, metric) in found.differing {
      console.say(
        "\(path): run \(run.number): the stored value of \(metric) differs from the value that is computed from the frames"
      )
    }
    guard found.findings.isEmpty, found.differing.isEmpty else {
      throw Failure.damaged(findings: found.findings.count + found.differing.count)
    }
    try console.write("\(path): \(counted(found.runCount, "run")), none is damaged".harmless + "\n")
    return .fine
  }
}
