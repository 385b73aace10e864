internal import Arguments
internal import RunStore
internal import Units
internal import Workbench

enum MergeCommand {
  private static let sources = Positional(
    repeating: "STORE", .path,
    help:
      "The stores to copy runs from: SQLite files or ClickHouse clusters, which “hitchmark merge” does not change."
  )

  private static let target = Option(
    "into", .path.named("STORE"), default: "hitchmark.db", environment: "HITCHMARK_STORE",
    help:
      "The store to copy runs into: an SQLite file, which is created if it does not exist, or a ClickHouse cluster."
  )

  private static let suites = Option(
    "suites", .cases("RULE"), default: StoreMerging.SuiteRule.refuse,
    help: """
      What to do if two stores describe a suite differently: refuse the merge, keep the first \
      description, or replace the first description by the last.
      """)

  static let command: Command<Action> = Command(
    "merge",
    abstract: "Copy the runs of other stores into one store.",
    discussion: """
      Hitchmark identifies a run by the hash of its trace. If the target store already contains a run, \
      “hitchmark merge” does not change the run. You can therefore repeat a merge of stores; the \
      repeated merge continues where an interrupted merge stopped. A damaged run is not copied; the \
      command copies the other runs, lists the damaged ones and exits with code 2. A sound run \
      replaces a damaged run of the target, and wrong metric values are computed again.
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
  ) throws(Failure) -> ExitCode {
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
