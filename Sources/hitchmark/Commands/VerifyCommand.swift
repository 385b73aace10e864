internal import Analysis
internal import Arguments
internal import RunStore
internal import System
internal import Units
internal import Workbench

enum VerifyCommand {
  static let command: Command<Action> = Command(
    "verify",
    abstract: "Check that a store of runs is not damaged.",
    discussion: """
      “hitchmark verify” checks the SQLite file, and every reference between the tables of the file. \
      For each run, the command checks that the stored data equal the data that were added to the \
      store. For each metric of a run, the command compares the stored value with the value that it \
      computes from the stored frames.
      """,
    parameters: [CommonOptions.store],
    examples: [
      Example("hitchmark verify", "check that the default store hitchmark.db is not damaged")
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
