internal import Arguments
internal import Recordings
internal import RunStore
internal import System
internal import Units
internal import Workbench

enum RunsRecomputeCommand {
  private static let jobs = Option(
    "jobs", .integer(in: 1...256),
    help: "compute so many runs at the same time",
    details: "Default: one per processor.")

  static let command: Command<Action> = Command(
    "recompute",
    abstract: "Compute the stored metric values again from the frames.",
    discussion: """
      Needed after an update that changed formulas, or after the parameters of a suite changed: then “trend” \
      and “check” have values of the same formulas for all commits. Only values that differ are written.
      """,
    parameters: [CommonOptions.suite, CommonOptions.stage, jobs],
    examples: [
      Example("hitchmark runs recompute", "recompute all runs"),
      Example(
        "hitchmark runs recompute --suite glmark2",
        "recompute the runs of one suite"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let filter = CommonOptions.filter(values)
    let store = try Stores.open(values, .update, for: filter)
    let records = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    guard !records.isEmpty else { throw .noRuns(filter, in: store) }
    var changes: [(run: RunID, metrics: [StoredMetric])] = []
    var done = 0
    try Recomputation(of: store).run(
      records, jobs: values[jobs] ?? Platform.processorCount
    ) { outcome in
      done += 1
      console.progress("computing the metrics of run \(done) of \(records.count)")
      let changed = outcome.changed
      if !changed.isEmpty { changes.append((outcome.run, changed)) }
    }
    console.progress("")
    try Attempt.storing { () throws(StoreError) in try store.setMetrics(changes) }
    let count = changes.reduce(0) { $0 + $1.metrics.count }
    try console.write(
      "\(store.path): \(counted(records.count, "run")) computed, \(counted(count, "value")) changed\n"
    )
    return .fine
  }
}
