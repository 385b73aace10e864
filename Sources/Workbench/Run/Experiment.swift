package import Analysis
internal import Decoding
internal import Recordings
internal import Reports
internal import RunFolders
internal import RunStore
internal import System
internal import TraceReaders
internal import Units

/// Compares stages (program versions) or commits: measures each of them once per block of runs, until every comparison
/// has a result or all blocks are measured.
///
///     var experiment = try Experiment(in: "runs/list", settings: settings)
///     let outcome = try experiment.run { event in … }
///     outcome.end  // .decided
///
/// Each run is stored whole or not at all: its files are collected in a hidden folder, which becomes the run's folder at
/// the end. Runs that failed, were disturbed or warmed up stay in the hidden folder `.run` and do not count. If a run
/// is disturbed three times, the third try counts.
package struct Experiment {
  /// The options that the user chose for an experiment, which measures and compares versions of a program.
  package struct Settings: Sendable {
    package var store = ""
    package var command: [String] = []
    package var stages: [String] = []
    /// The commits to compare, by any names that Git knows; empty to measure the files of the work tree as they are.
    package var commits: [String] = []
    /// The shell command that builds a commit in its work tree.
    package var build: String?
    package var blocks: Int?
    package var budget: Double?
    package var stopsEarly: Bool?
    package var warmUps = 0
    package var order = BlockOrder.random
    package var seed: UInt64 = 1
    package var resumes = false
    package var readsOutput = false
    package var metrics: [Metric.ID] = []
    /// The largest share of the processors that other programs may use during a measurement; `nil` to measure at any
    /// load.
    package var quiet: Double?

    package init() {}
  }

  let settings: Settings
  let suite: SuiteDescription
  let suiteFile: String
  let folder: ExperimentFolder
  let plan: ExperimentPlan
  let metrics: [Metric]
  private var measurer: Measurer
  /// The work trees of the commits; `nil` if the files are measured as they are.
  private let trees: CommitTrees?
  /// The values of the metrics that decide, by side and block.
  private var values: [MeasuredSide: [Int: [Metric.ID: Double]]] = [:]
  private var lock: Int32

  /// The most blocks of an experiment.
  package static let mostBlocks = 200

  static let defaultBlocks = (compared: 20, single: 5)

  /// Plans an experiment, or resumes an earlier experiment by its stored plan; locks the suite so that no other process
  /// measures it.
  ///
  /// - Parameter path: the suite's folder.
  package init(in path: String, settings: Settings) throws(Failure) {
    let (suite, file) = try Self.suite(in: path)
    let folder = ExperimentFolder(suite: path)
    try folder.prepare(stages: suite.stages.map(\.id))
    guard let lock = Platform.lock(folder.lock) else { throw .experiment(.locked(path: path)) }
    let name = "run \(Platform.now)"
    do throws(Failure) {
      let repository = WorkTree(containing: ".") ?? WorkTree(containing: path)
      let plan =
        settings.resumes
        ? try Self.storedPlan(in: folder, suite: suite, settings)
        : try Self.newPlan(
          name, suite: suite, file: file, settings: settings, folder: folder,
          commits: try Self.commits(settings.commits, in: repository))
      metrics = try Self.metrics(plan.metrics, of: suite, file: file)
      for stage in plan.stages {
        try Self.checkCommand(of: stage, plan.command, suite: suite, file: file)
      }
      guard plan.commits.isEmpty || repository != nil else { throw .experiment(.noRepository) }
      trees =
        plan.commits.isEmpty
        ? nil : repository.map { CommitTrees(of: $0, build: plan.build) }
      measurer = Measurer(
        suite: suite, folder: folder, store: settings.store, name: plan.name, seed: plan.seed,
        command: plan.command, readsOutput: plan.readsOutput, metrics: metrics,
        quiet: settings.quiet, session: name)
      self.plan = plan
    } catch {
      Platform.unlock(lock)
      throw error
    }
    (self.settings, self.suite, suiteFile, self.folder) = (settings, suite, file, folder)
    self.lock = lock
  }

  // MARK: - Running

  /// Measures blocks of runs until all blocks are measured, the time is up, or a signal interrupts the experiment; by
  /// default, also until all comparisons have a result.
  ///
  /// - Throws: if the store or the folder cannot be written, a commit cannot be built, or three runs in a row fail.
  package mutating func run(
    report: (ExperimentEvent) -> Void
  ) throws(Failure) -> ExperimentOutcome {
    defer { Platform.unlock(lock) }
    return try Interruption.caught { () throws(Failure) in
      defer {
        trees?.remove()
        Platform.removeAll(folder.current)
      }
      return try measure(report)
    }
  }

  private mutating func measure(
    _ report: (ExperimentEvent) -> Void
  ) throws(Failure) -> ExperimentOutcome {
    let start = ContinuousClock.now
    try folder.write(plan.text, named: "plan.json")
    if Platform.processorTicks == nil { report(.noSampler) }
    let measured = try loadRuns()
    for _ in 0..<settings.warmUps {
      for side in plan.sides {
        guard try measure(side, block: nil, secondsLeft: nil, report) else {
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
      let left = done > measured ? perBlock * Double(plan.blocks - done) : nil
      for side in plan.sides(inBlock: block) where values[side]?[block] == nil {
        guard try measure(side, block: block, secondsLeft: left, report) else {
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

  /// Builds a side if necessary, and measures it until a run counts, or warms it up once.
  ///
  /// - Returns: `false` if a signal interrupted it.
  private mutating func measure(
    _ side: MeasuredSide, block: Int?, secondsLeft: Double?,
    _ report: (ExperimentEvent) -> Void
  ) throws(Failure) -> Bool {
    var tree: String?
    if let trees, let commit = side.commit {
      if !trees.has(commit) { report(.building(commit: commit)) }
      switch try trees.tree(of: commit) {
      case .ready(let path): tree = path
      case .interrupted: return false
      case .failed(let fault, let tail):
        report(.failedBuild(commit: commit, fault, lastLines: tail.lastLines(5)))
        throw .experiment(.failedBuild(commit: commit))
      }
    }
    let run = block.map { plan.run(ofBlock: $0, side) } ?? "warm-up"
    report(
      .measuring(
        stage: side.stage, run: run, block: block, of: plan.blocks, secondsLeft: secondsLeft))
    switch try measurer.measure(side, in: tree, block: block, run: run, report: report) {
    case .interrupted, .skipped: return false
    case .measured(let measured):
      if let block { values[side, default: [:]][block] = measured }
      return true
    }
  }

  // MARK: - Answers

  /// The sides that are compared: each commit with the first one, or each stage with its baseline, or with the first
  /// stage if no baseline is measured.
  var comparedSides: [(reference: MeasuredSide, candidate: MeasuredSide)] {
    guard plan.commits.isEmpty else {
      return plan.commits.dropFirst().flatMap { commit in
        plan.stages.map {
          (.init(stage: $0, commit: plan.commits[0]), .init(stage: $0, commit: commit))
        }
      }
    }
    let named = suite.stages.filter { plan.stages.contains($0.id) }.compactMap { stage in
      stage.baseline.flatMap { plan.stages.contains($0) ? ($0, stage.id) : nil }
    }
    let pairs = named.isEmpty ? plan.stages.dropFirst().map { (plan.stages[0], $0) } : named
    return pairs.map { (.init(stage: $0, commit: nil), .init(stage: $1, commit: nil)) }
  }

  private func pairs(after blocks: Int) -> [MeasuredPair] {
    let questions = comparedSides.count * metrics.count
    return comparedSides.flatMap { pair in
      metrics.map { metric in
        let sides = [pair.reference, pair.candidate].map { side in
          (1...max(blocks, 1)).compactMap { values[side]?[$0]?[metric.id] }
        }
        let comparison =
          blocks > 0 && sides[0].count == sides[1].count
          ? BlockComparison(
            metric, sides[1], against: sides[0], blocks: max(plan.blocks, 2), questions: questions)
          : nil
        return MeasuredPair(
          reference: plan.name(of: pair.reference), candidate: plan.name(of: pair.candidate),
          metric: metric,
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
      samplingCost: measurer.samplingCost)
  }

  /// Compares the experiment's stages (program versions) or commits pair by pair from its stored runs, as
  /// `hitchmark compare` does.
  package func comparisons() throws(Failure) -> [Comparison] {
    let store = try Attempt.storing { () throws(StoreError) in
      try RunStore.open(settings.store, access: .read)
    }
    var comparisons: [Comparison] = []
    for pair in comparedSides {
      var limits = RunFilter(suite: suite.id, stage: pair.reference.stage)
      limits.labels["experiment"] = plan.name
      var runs = ComparedRuns(settings: ParameterSettings(), store: store, limits: limits)
      comparisons += try runs.compare(
        reference(to: pair.candidate), named: plan.name(of: pair.candidate),
        against: reference(to: pair.reference), named: plan.name(of: pair.reference),
        metrics: comparedMetrics)
    }
    return comparisons
  }

  /// The metrics that the user chose, also when the experiment began; empty for those of the suite's tables.
  private var comparedMetrics: [Metric.ID] {
    let isDefault = plan.metrics == [suite.decidingMetric].compactMap(\.self)
    return settings.metrics.isEmpty && !isDefault ? plan.metrics : settings.metrics
  }

  private func reference(to side: MeasuredSide) -> SideReference {
    side.commit.map { .commit(id: $0, names: [$0]) }
      ?? .stage(suite: suite.id, stage: side.stage)
  }

  // MARK: - Stored runs

  /// Reads the runs of a resumed experiment, and stores those that are not in the store.
  ///
  /// - Returns: how many blocks are complete.
  private mutating func loadRuns() throws(Failure) -> Int {
    for block in 1...plan.blocks {
      for side in plan.sides {
        let path = folder.run(plan.run(ofBlock: block, side), ofStage: side.stage)
        guard settings.resumes, Platform.kind(of: path) == .folder else { continue }
        _ = try measurer.keep(path)
        values[side, default: [:]][block] = measurer.values(
          of: try RunReadingAgain.summary(of: path))
      }
    }
    return (1...plan.blocks).prefix { block in
      plan.sides.allSatisfy { values[$0]?[block] != nil }
    }.count
  }
}

/// Reads and analyzes one run's folder.
enum RunReadingAgain {
  static func summary(of path: String) throws(Failure) -> RunSummary {
    let plan = try Attempt.reading { () throws(TraceError) in try TraceDiscovery.plan([path]) }
    let analysis = TraceAnalysis(
      plan: plan, format: nil, stream: nil, settings: ParameterSettings())
    guard let run = plan.runs.first, let summary = try analysis.firstSummary(of: run) else {
      throw .nothingToRead(paths: [path])
    }
    return summary
  }
}
