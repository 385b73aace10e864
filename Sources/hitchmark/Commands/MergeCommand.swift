internal import Arguments
internal import RunStore
internal import Units
internal import Workbench

enum MergeCommand {
  private static let sources = Positional(
    repeating: "STORE", .path,
    help: "the stores to copy from: SQLite files or ClickHouse clusters")

  private static let target = Option(
    "into", .path.named("STORE"), default: DefaultStore.path, environment: DefaultStore.variable,
    help: "the store to copy into, created if it does not exist")

  private static let suites = Option(
    "suites", .cases("RULE"), default: StoreMerging.SuiteRule.refuse,
    help: "what to do if stores describe a suite differently",
    details: "Refuse the merge, keep the first description, or replace it by the last.")

  static let command: Command<Action> = Command(
    "merge",
    abstract: "Copy the runs of other stores into one.",
    discussion: """
      A run is identified by the hash of its trace. Runs that the target has are not changed, so a merge can \
      be repeated, and continues where it was interrupted.

      A damaged run is not copied: the others are, the damaged ones are listed, and the exit code is 2. A \
      sound run replaces a damaged one of the target, and wrong metric values are computed again.
      """,
    parameters: [sources, target, suites],
    examples: [
      Example(
        "hitchmark merge host1.db host2.db --into all.db",
        "copy the runs of two hosts into one store")
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let merging = StoreMerging(into: values[target], suites: values[suites])
    var isWhole = true
    for account in try merging.merge(values[sources], observer: console.observer) {
      let runs = account.runs
      var facts = ["\(counted(runs.added, "run")) added"]
      if runs.alreadyThere > 0 { facts.append("\(runs.alreadyThere) already stored") }
      if runs.repaired > 0 { facts.append("\(counted(runs.repaired, "damaged run")) repaired") }
      if account.corrected > 0 {
        facts.append("\(counted(account.corrected, "wrong metric value")) corrected")
      }
      if !runs.refused.isEmpty {
        facts.append("\(counted(runs.refused.count, "damaged run")) not copied")
      }
      isWhole = isWhole && runs.refused.isEmpty
      for finding in runs.refused { console.say("\(account.path): \(finding.words)") }
      if account.suites > 0 {
        facts.append("\(counted(account.suites, "suite description")) written")
      }
      try console.write("\(account.path): \(facts.joined(separator: ", "))".harmless + "\n")
    }
    return isWhole ? .fine : .couldNotRun
  }
}
