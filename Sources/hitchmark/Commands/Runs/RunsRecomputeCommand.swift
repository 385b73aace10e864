internal import Arguments
internal import Recordings
internal import RunStore
internal import Units
internal import Workbench

enum RunsRecomputeCommand {
  private static let jobs = Option(
    "jobs", .integer(in: 1...256), help: "How many runs to compute at once; as many as processors.")

  static let command: Command<Action> = Command(
    "recompute",
    abstract: "Compute the metric values that the store keeps again, from the frames.",
    discussion: """
      After a new version, whose formulas may be of a higher revision, or after a suite's parameters \
      changed. Only values that come out otherwise are written; trends and checks then see one formula \
      along the whole history.
      """,
    parameters: [CommonOptions.suite, CommonOptions.stage, jobs],
    examples: [
      Example("hitchmark runs recompute", "every run"),
      Example("hitchmark runs recompute --suite glmark2", "the runs of a suite"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .update)
    let records = try Attempt.storing { () throws(StoreError) in
      try store.runs(CommonOptions.filter(values))
    }
    guard !records.isEmpty else { throw .noRuns(CommonOptions.filter(values), in: store) }
    var changes: [(run: RunID, metrics: [StoredMetric])] = []
    var done = 0
    try Recomputation(of: store).run(
      records, jobs: values[jobs] ?? Platform.processorCount
    ) { outcome in
      done += 1
      console.progress("computing run \(done) of \(records.count)")
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
