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
      repeated merge continues where an interrupted merge stopped.
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
    for account in try merging.merge(values[sources], observer: console.observer) {
      let runs = account.runs
      var facts = ["\(counted(runs.added, "run")) added"]
      if runs.alreadyThere > 0 { facts.append("\(runs.alreadyThere) already stored") }
      if account.suites > 0 {
        facts.append("\(counted(account.suites, "suite description")) written")
      }
      try console.write("\(account.path): \(facts.joined(separator: ", "))".harmless + "\n")
    }
    return .fine
  }
}
