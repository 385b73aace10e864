internal import Analysis
internal import Arguments
internal import RunStore
internal import System
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
  ) throws(Failure) -> ExitCode {
    let path = values[CommonOptions.store]
    let store = try Attempt.storing { () throws(StoreError) in
      try RunStore.open(path, access: .read)
    }
    let findings = try Attempt.storing { () throws(StoreError) in
      try store.verify { done, total in console.progress("verifying run \(done + 1) of \(total)") }
    }
    console.progress("")
    for finding in findings { console.say("\(path): \(finding.words)") }
    let stale =
      findings.isEmpty
      ? try StoredValues.differing(
        in: store, jobs: Platform.processorCount, observer: console.observer) : []
    for (run, metric) in stale {
      console.say(
        "\(path): run \(run.number): the stored value of \(metric) differs from the value that is computed from the frames"
      )
    }
    guard findings.isEmpty, stale.isEmpty else {
      throw .damaged(findings: findings.count + stale.count)
    }
    let runs = try Attempt.storing { () throws(StoreError) in try store.runs().count }
    try console.write("\(path): \(counted(runs, "run")), none is damaged".harmless + "\n")
    return .fine
  }
}
