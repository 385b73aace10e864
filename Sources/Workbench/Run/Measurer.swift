internal import Analysis
internal import Decoding
internal import Recordings
internal import RunFolders
internal import RunStore
internal import Synchronization
internal import System
internal import TraceReaders

/// What an experiment measures in a run: a stage, at a commit or with the current files of the work tree.
package struct MeasuredSide: Hashable, Sendable {
  package let stage: String
  /// The full id of the commit to measure; `nil` to measure the current files of the work tree.
  package let commit: String?
}

/// Measures one run after the other, and keeps and stores those that count.
struct Measurer {
  let suite: SuiteDescription
  let folder: ExperimentFolder
  let store: String
  let name: String
  let seed: UInt64
  /// The command of the command line; empty for that of the suite.
  let command: [String]
  /// Whether the standard output of the command is a trace.
  let readsOutput: Bool
  let metrics: [Metric]
  /// Those of them that a run may lack.
  var optional: Set<Metric.ID> = []
  /// The largest share of the processors that other programs may use; `nil` to measure at any load.
  let quiet: Double?
  /// The session of the runs that this process measures.
  let session: String
  /// The exit code with which the command says that a commit cannot be measured; `nil` if there is none.
  var skipCode: Int32?
  let device = Device.thisMachine
  /// The temperature at the beginning of the experiment, in degrees Celsius; `nil` if the system does not show it.
  let temperature = Platform.temperature
  /// CPU seconds that sampling took, and the seconds that were sampled.
  private var sampling = (cost: 0.0, duration: 0.0)
  /// The share of one processor that sampling took; `nil` for less than a second, in which the first and the last
  /// sample take too large a part.
  var samplingCost: Double? { sampling.duration >= 1 ? sampling.cost / sampling.duration : nil }
  private var failuresInARow = 0

  init(
    suite: SuiteDescription, folder: ExperimentFolder, store: String, name: String, seed: UInt64,
    command: [String], readsOutput: Bool, metrics: [Metric], quiet: Double?, session: String
  ) {
    (self.suite, self.folder, self.store, self.name) = (suite, folder, store, name)
    (self.seed, self.command, self.readsOutput) = (seed, command, readsOutput)
    (self.metrics, self.quiet, self.session) = (metrics, quiet, session)
  }

  static let mostFailures = 3

  enum Result {
    /// The values of the metrics; empty for a warm-up.
    case measured([Metric.ID: Double])
    /// The command exited with `skipCode`.
    case skipped
    case interrupted
  }

  /// Measures a side until a run counts, or warms it up once.
  ///
  /// - Parameters:
  ///   - tree: the folder that the command runs in; `nil` for the current one.
  ///   - block: the number of the block; `nil` to warm up.
  ///   - run: the name of the run.
  /// - Throws: if three runs in a row fail, or a file cannot be written.
  mutating func measure(
    _ side: MeasuredSide, in tree: String?, block: Int?, run: String,
    report: (ExperimentEvent) -> Void
  ) throws -> Result {
    var repeats = 0
    while true {
      var task = RunTask(measurer: self, side: side, tree: tree, block: block, run: run)
      let result = try task.perform(report)
      sampling.cost += task.sampling.cost
      sampling.duration += task.sampling.duration
      switch result {
      case .interrupted: return .interrupted
      case .failed(let fault, let tail):
        if let skipCode, case .exited(skipCode) = fault { return .skipped }
        try note(fault, tail, of: side, run, report)
      case .measured(let values, let disturbance):
        failuresInARow = 0
        guard block != nil else {
          try folder.setAside(.warmUp, stage: side.stage, run: run)
          return .measured([:])
        }
        if let disturbance {
          let isRepeated = repeats < 2
          repeats += 1
          report(.disturbed(stage: side.stage, run: run, disturbance, isRepeated: isRepeated))
          if isRepeated {
            try folder.setAside(.disturbed, stage: side.stage, run: run)
            continue
          }
        }
        let isNew = try keep(try folder.keep(stage: side.stage, run: run))
        if !isNew { report(.sameTrace(stage: side.stage, run: run)) }
        return .measured(values)
      }
    }
  }

  private mutating func note(
    _ fault: RunFault, _ tail: OutputTail, of side: MeasuredSide, _ run: String,
    _ report: (ExperimentEvent) -> Void
  ) throws {
    report(.failed(stage: side.stage, run: run, fault, lastLines: tail.lastLines(3)))
    if Platform.isDiskFull(at: folder.path) {
      // Otherwise the files of this run would make all later runs fail.
      try folder.clear()
      report(.diskFull(stage: side.stage, run: run))
    }
    _ = Platform.append(tail.kept, to: "\(folder.current)/output.txt")
    try folder.setAside(.failed, stage: side.stage, run: run)
    failuresInARow += 1
    guard failuresInARow >= Self.mostFailures else { return }
    let failed = "\(folder.path)/\(ExperimentFolder.Exclusion.failed.rawValue)"
    throw ExperimentFault.failedRuns(failuresInARow, stage: side.stage, folder: failed)
  }

  /// Adds a run's folder to the store.
  ///
  /// - Returns: `false` if the store has it already.
  func keep(_ path: String) throws -> Bool {
    let found = try TraceDiscovery.plan([path])
    var ingest = Ingest(
      plan: found, writer: RunWriter(path: store, isDryRun: false, rivals: .noted),
      overrides: RunOverrides(
        suite: nil, stage: nil, name: nil, commit: nil, session: nil, device: nil, labels: [:]))
    let refusal = Mutex<(any Error)?>(nil)
    let observer = TaskObserver(
      progress: { _ in },
      notice: { notice in
        if case .refused(let failure) = notice { refusal.withLock { $0 = failure } }
      })
    try ingest.run(format: nil, jobs: 1, observer: observer)
    if let failure = refusal.withLock({ $0 }) { throw failure }
    return ingest.outcome.added > 0
  }

  /// The values of the metrics of a run that was measured before.
  func values(of run: RunSummary) -> [Metric.ID: Double] {
    metrics.reduce(into: [:]) { $0[$1.id] = run[$1.id]?.value.value }
  }
}
