package import Analysis
internal import Decoding
internal import Recordings
internal import Reports
internal import RunFolders
internal import RunStore
internal import Synchronization
internal import TraceReaders
internal import Units

/// Measures the stages of a suite in blocks, until the answer is known.
///
///     var experiment = try Experiment(in: "runs/list", settings: settings)
///     let outcome = try experiment.run { event in … }
///     outcome.end  // .decided
///
/// Each run is stored whole or not at all: its files are collected in a hidden folder, which becomes the run's folder at
/// the end. Runs that failed, were disturbed or warmed up stay in the hidden folder `.run` and do not count.
package struct Experiment {
  /// The options that the user chose for an experiment.
  package struct Settings: Sendable {
    package var store = ""
    package var command: [String] = []
    package var stages: [String] = []
    package var blocks: Int?
    package var budget: Double?
    package var stopsEarly: Bool?
    package var warmUps = 0
    package var order = BlockOrder.random
    package var seed: UInt64 = 1
    package var resumes = false
    package var readsOutput = false
    package var metrics: [Metric.ID] = []
    /// The largest share of the processors that other programs may use; `nil` to measure at any load.
    package var quiet: Double?

    package init() {}
  }

  let settings: Settings
  let suite: SuiteDescription
  let suiteFile: String
  let folder: ExperimentFolder
  let plan: ExperimentPlan
  let metrics: [Metric]
  /// The session of the runs that this process measures.
  let session: String
  let device = Device.thisMachine
  /// The values of the metrics that decide, by stage and block.
  private var values: [String: [Int: [Metric.ID: Double]]] = [:]
  private var failuresInARow = 0
  var sampling = (cost: 0.0, duration: 0.0)
  private var lock: Int32

  static let mostFailures = 3
  static let defaultBlocks = (compared: 20, single: 5)

  /// Plans an experiment, or reads the plan of one that is resumed, and locks the suite.
  ///
  /// - Parameter path: the suite's folder.
  package init(in path: String, settings: Settings) throws(Failure) {
    let (suite, file) = try Self.suite(in: path)
    let folder = ExperimentFolder(suite: path)
    try ExperimentFolder.make(folder.path)
    guard let lock = Platform.lock(folder.lock) else { throw .experiment(.locked(path: path)) }
    let name = "run \(Platform.now)"
    let plan: ExperimentPlan
    do throws(Failure) {
      plan =
        settings.resumes
        ? try Self.storedPlan(in: folder, suite: suite)
        : try Self.newPlan(name, suite: suite, file: file, settings: settings, folder: folder)
      metrics = try Self.metrics(plan.metrics, of: suite, file: file)
      for stage in plan.stages {
        try Self.checkCommand(of: stage, plan: plan, suite: suite, file: file)
      }
    } catch {
      Platform.unlock(lock)
      throw error
    }
    (self.settings, self.suite, suiteFile, self.folder) = (settings, suite, file, folder)
    (self.plan, self.lock, session) = (plan, lock, name)
  }

  // MARK: - Running

  /// Measures blocks of runs until each comparison of stages is decided, all planned blocks are measured, the time
  /// is spent, or a signal asks this process to end.
  ///
  /// - Throws: if the store or the folder cannot be written, or three runs in a row fail.
  package mutating func run(
    report: (ExperimentEvent) -> Void
  ) throws(Failure) -> ExperimentOutcome {
    defer { Platform.unlock(lock) }
    let result = try Interruption.caught { () throws(Failure) in try measure(report) }
    Platform.removeAll(folder.current)
    return result
  }

  private mutating func measure(
    _ report: (ExperimentEvent) -> Void
  ) throws(Failure) -> ExperimentOutcome {
    let start = ContinuousClock.now
    try folder.write(plan)
    if Platform.processorTicks == nil { report(.noSampler) }
    let measured = try loadRuns()
    for _ in 0..<settings.warmUps {
      for stage in plan.stages {
        guard try measure(stage, block: nil, report) else {
          return outcome(.interrupted, blocks: measured)
        }
      }
    }
    for block in (measured + 1)..<max(plan.blocks + 1, measured + 1) {
      let done = block - 1
      if isDecided(after: done) { return outcome(.decided, blocks: done) }
      let elapsed = (ContinuousClock.now - start) / .seconds(1)
      let perBlock = done > measured ? elapsed / Double(done - measured) : 0
      if let budget = settings.budget, done > measured, elapsed + perBlock > budget {
        return outcome(.budgetSpent, blocks: done)
      }
      for stage in plan.order.stages(plan.stages, inBlock: block, seed: plan.seed)
      where values[stage]?[block] == nil {
        guard try measure(stage, block: block, report) else {
          return outcome(.interrupted, blocks: done)
        }
      }
      let seconds = (ContinuousClock.now - start) / .seconds(1) / Double(block - measured)
      report(
        .block(
          block, of: plan.blocks, pairs(after: block),
          secondsLeft: seconds * Double(plan.blocks - block)))
    }
    let all = max(plan.blocks, measured)
    return outcome(isDecided(after: all) ? .decided : .allBlocks, blocks: all)
  }

  /// Measures a stage until a run counts, or warms it up once.
  ///
  /// - Returns: `false` if a signal interrupted it.
  private mutating func measure(
    _ stage: String, block: Int?, _ report: (ExperimentEvent) -> Void
  ) throws(Failure) -> Bool {
    let run = block.map { plan.run(ofBlock: $0) } ?? "warm-up"
    var repeats = 0
    while true {
      var task = RunTask(experiment: self, stage: stage, block: block, run: run)
      let result = try task.perform(report)
      sampling.cost += task.sampling.cost
      sampling.duration += task.sampling.duration
      switch result {
      case .interrupted: return false
      case .failed(let fault, let tail):
        report(.failed(stage: stage, run: run, fault, lastLines: tail.lastLines(3)))
        _ = Platform.append(tail.text, to: "\(folder.current)/output.txt")
        try folder.setAside(.failed, stage: stage, run: run)
        failuresInARow += 1
        if failuresInARow >= Self.mostFailures {
          let failed = "\(folder.path)/\(ExperimentFolder.Exclusion.failed.rawValue)"
          throw .experiment(.failedRuns(failuresInARow, stage: stage, folder: failed))
        }
      case .measured(let measured, let others):
        failuresInARow = 0
        guard let block else {
          try folder.setAside(.warmUp, stage: stage, run: run)
          return true
        }
        if let quiet = settings.quiet, let others, others > quiet {
          let isRepeated = repeats < 2
          repeats += 1
          report(.disturbed(stage: stage, run: run, share: others, isRepeated: isRepeated))
          if isRepeated {
            try folder.setAside(.disturbed, stage: stage, run: run)
            continue
          }
        }
        let isNew = try store(try folder.keep(stage: stage, run: run))
        if !isNew { report(.sameTrace(stage: stage, run: run)) }
        values[stage, default: [:]][block] = measured
        return true
      }
    }
  }

  // MARK: - Answers

  /// The stages that are compared: each with its baseline, or with the first stage if no baseline is measured.
  var comparedStages: [(reference: String, candidate: String)] {
    let named = suite.stages.filter { plan.stages.contains($0.id) }.compactMap { stage in
      stage.baseline.flatMap { plan.stages.contains($0) ? ($0, stage.id) : nil }
    }
    return named.isEmpty ? plan.stages.dropFirst().map { (plan.stages[0], $0) } : named
  }

  private func pairs(after blocks: Int) -> [MeasuredPair] {
    let questions = comparedStages.count * metrics.count
    return comparedStages.flatMap { pair in
      metrics.map { metric in
        let sides = [pair.reference, pair.candidate].map { stage in
          (1...max(blocks, 1)).compactMap { values[stage]?[$0]?[metric.id] }
        }
        let comparison =
          blocks > 0 && sides[0].count == sides[1].count
          ? BlockComparison(
            metric, sides[1], against: sides[0], blocks: max(plan.blocks, 2), questions: questions)
          : nil
        return MeasuredPair(
          reference: pair.reference, candidate: pair.candidate, metric: metric,
          comparison: comparison)
      }
    }
  }

  private func isDecided(after blocks: Int) -> Bool {
    let pairs = pairs(after: blocks)
    return plan.stopsEarly && !pairs.isEmpty && pairs.allSatisfy(\.isDecided)
  }

  private func outcome(_ end: ExperimentOutcome.End, blocks: Int) -> ExperimentOutcome {
    ExperimentOutcome(
      end: end, blocks: blocks, plan: plan, pairs: pairs(after: blocks),
      samplingCost: sampling.duration > 0 ? sampling.cost / sampling.duration : nil)
  }

  /// Compares the stages of the experiment by its runs, as `hitchmark compare` does, pair by pair.
  package func comparisons() throws(Failure) -> [Comparison] {
    let store = try Attempt.storing { () throws(StoreError) in
      try RunStore.open(settings.store, access: .read)
    }
    var limits = RunFilter(suite: suite.id)
    limits.labels["experiment"] = plan.name
    var runs = ComparedRuns(settings: ParameterSettings(), store: store, limits: limits)
    var comparisons: [Comparison] = []
    for pair in comparedStages {
      comparisons += try runs.compare(
        .stage(suite: suite.id, stage: pair.candidate), named: pair.candidate,
        against: .stage(suite: suite.id, stage: pair.reference), named: pair.reference,
        metrics: settings.metrics)
    }
    return comparisons
  }

  // MARK: - Stored runs

  /// Reads the runs of a resumed experiment, and stores those that are not in the store.
  ///
  /// - Returns: how many blocks are complete.
  private mutating func loadRuns() throws(Failure) -> Int {
    for block in 1...plan.blocks {
      for stage in plan.stages {
        let path = folder.run(plan.run(ofBlock: block), ofStage: stage)
        guard settings.resumes, Platform.kind(of: path) == .folder else { continue }
        _ = try store(path)
        values[stage, default: [:]][block] = try decidingValues(of: path)
      }
    }
    return (1...plan.blocks).prefix { block in
      plan.stages.allSatisfy { values[$0]?[block] != nil }
    }.count
  }

  private func decidingValues(of path: String) throws(Failure) -> [Metric.ID: Double] {
    let run = try RunReadingAgain.summary(of: path)
    return metrics.reduce(into: [:]) { $0[$1.id] = run[$1.id]?.value.value }
  }

  /// Adds a run to the store.
  ///
  /// - Returns: `false` if the store has it already.
  private func store(_ path: String) throws(Failure) -> Bool {
    let found = try Attempt.reading { () throws(TraceError) in try TraceDiscovery.plan([path]) }
    var ingest = Ingest(
      plan: found, writer: RunWriter(path: settings.store, isDryRun: false, rivals: .noted),
      overrides: RunOverrides(
        suite: nil, stage: nil, name: nil, commit: nil, session: nil, device: nil, labels: [:]))
    let refusal = Mutex<Failure?>(nil)
    let observer = TaskObserver(
      progress: { _ in },
      notice: { notice in
        if case .refused(let failure) = notice { refusal.withLock { $0 = failure } }
      })
    try ingest.run(format: nil, jobs: 1, observer: observer)
    if let failure = refusal.withLock({ $0 }) { throw failure }
    return ingest.outcome.added > 0
  }
}

/// Reads and analyzes one run's folder.
enum RunReadingAgain {
  static func summary(of path: String) throws(Failure) -> RunSummary {
    let plan = try Attempt.reading { () throws(TraceError) in try TraceDiscovery.plan([path]) }
    let analysis = TraceAnalysis(
      plan: plan, format: nil, stream: nil, settings: ParameterSettings())
    guard let run = plan.runs.first, let summary = try analysis.analyse(run).first?.summary else {
      throw .nothingToRead(paths: [path])
    }
    return summary
  }
}
