package import Analysis
internal import ClusterStore
internal import Decoding
internal import Recordings
internal import Reports
internal import RunFolders
internal import RunStore
internal import System
internal import TraceReaders
internal import Units

/// Compares stages or commits: measures each of them once per block of runs, until every comparison has a result or
/// all blocks are measured.
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
    /// The target branch and the result of a pull request, as `BASE..HEAD`; in place of `commits`.
    package var pullRequest: String?
    /// The shell command that builds a commit in its work tree.
    package var build: String?
    package var blocks: Int?
    package var budget: Double?
    package var stopsEarly: Bool?
    package var warmUps = 0
    package var order: BlockOrder?
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
  private(set) var plan: ExperimentPlan
  let metrics: [Metric]
  private var measurer: Measurer
  /// Computed for the planned blocks when they are known.
  private var design: BlockDesign?
  private var time = MeasuringTime()
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
  package init(in path: String, settings: Settings) throws {
    let (suite, file) = try Self.suite(in: path)
    let folder = ExperimentFolder(suite: path)
    try folder.prepare(stages: suite.stages.map(\.id))
    guard let lock = Platform.lock(folder.lock) else { throw ExperimentFault.locked(path: path) }
    let name = "run \(Platform.now)"
    do {
      let repository = WorkTree(containing: ".") ?? WorkTree(containing: path)
      let plan =
        settings.resumes
        ? try Self.storedPlan(in: folder, suite: suite, settings)
        : try Self.newPlan(
          name, suite: suite, file: file, settings: settings, folder: folder, in: repository)
      let rules = plan.rules(of: suite, file: file, in: repository)
      metrics = try Self.metrics(plan.metrics, of: rules, file: file)
      for stage in plan.stages {
        try Self.checkCommand(of: stage, plan.command, suite: suite, file: file)
      }
      guard plan.commits.isEmpty || repository != nil else { throw ExperimentFault.noRepository }
      trees =
        plan.commits.isEmpty
        ? nil : repository.map { CommitTrees(of: $0, build: plan.build) }
      measurer = Measurer(
        suite: suite, folder: folder, store: settings.store, name: plan.name, seed: plan.seed,
        command: plan.command, readsOutput: plan.readsOutput, metrics: metrics,
        quiet: settings.quiet, session: name)
      if plan.isPullRequest, plan.metrics == Self.decidingMetrics(of: rules, plan) {
        measurer.optional = Set(plan.metrics).subtracting([rules.decidingMetric].compactMap(\.self))
      }
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
  ) throws -> ExperimentOutcome {
    defer { Platform.unlock(lock) }
    return try Interruption.caught {
      defer {
        trees?.remove()
        Platform.removeAll(folder.current)
      }
      return try measure(report)
    }
  }

  private mutating func measure(
    _ report: (ExperimentEvent) -> Void
  ) throws -> ExperimentOutcome {
    try folder.write(plan.text, named: "plan.json")
    if Platform.processorTicks == nil { report(.noSampler) }
    let measured = try loadRuns()
    if isOver(after: measured) { return outcome(.decided, blocks: measured) }
    guard try build(report) else { return outcome(.interrupted, blocks: measured) }
    for _ in 0..<settings.warmUps {
      for side in plan.sides {
        guard try measure(side, block: nil, secondsLeft: nil, report) else {
          return outcome(.interrupted, blocks: measured)
        }
      }
    }
    var done = measured
    while done < plan.blocks {
      if let end = end(after: done) { return outcome(end, blocks: done) }
      let left = time.perBlock.map { $0 * Double(plan.blocks - done) }
      let start = ContinuousClock.now
      for side in plan.sides(inBlock: done + 1) where values[side]?[done + 1] == nil {
        guard try measure(side, block: done + 1, secondsLeft: left, report) else {
          return outcome(.interrupted, blocks: done)
        }
      }
      time.add((ContinuousClock.now - start) / .seconds(1))
      done += 1
      try fitIntoBudget(after: done)
      report(
        .block(
          done, of: plan.blocks, pairs(after: done),
          secondsLeft: (time.perBlock ?? 0) * Double(plan.blocks - done)))
    }
    return outcome(isOver(after: done) ? .decided : .allBlocks, blocks: done)
  }

  /// Why no further block is measured; `nil` if one is.
  private mutating func end(after blocks: Int) -> ExperimentOutcome.End? {
    if isOver(after: blocks) { return .decided }
    guard let budget = settings.budget, let perBlock = time.perBlock else { return nil }
    return time.total + perBlock > budget ? .budgetSpent : nil
  }

  /// Plans as many blocks as fit into the budget, once a block has shown how long they take.
  ///
  /// This ends before the first look, so that what was measured cannot affect the plan.
  private mutating func fitIntoBudget(after blocks: Int) throws {
    guard plan.fitsBudget, blocks < BlockDesign.leastBlocks, let budget = settings.budget,
      let fastest = time.fastestBlock
    else { return }
    let fitting = min(budget / fastest, Double(BlockDesign.mostBlocks))
    plan.blocks = max(BlockDesign.leastBlocks, Int(fitting))
    try folder.write(plan.text, named: "plan.json")
  }

  /// Builds all commits, so that a broken one ends the experiment before the first run.
  ///
  /// - Returns: `false` if a signal interrupted it.
  private func build(_ report: (ExperimentEvent) -> Void) throws -> Bool {
    for commit in plan.commits {
      guard try tree(of: commit, report) != nil else { return false }
    }
    return true
  }

  /// The work tree of a commit, which is built if necessary; `nil` if a signal interrupted the build.
  private func tree(
    of commit: String, _ report: (ExperimentEvent) -> Void
  ) throws -> String? {
    guard let trees else { return nil }
    if !trees.has(commit) { report(.building(commit: commit)) }
    switch try trees.tree(of: commit) {
    case .ready(let path): return path
    case .interrupted: return nil
    case .failed(let fault, let tail):
      report(.failedBuild(commit: commit, fault, lastLines: tail.lastLines(5)))
      throw ExperimentFault.failedBuild(commit: commit)
    }
  }

  /// Measures a side until a run counts, or warms it up once.
  ///
  /// - Returns: `false` if a signal interrupted it.
  private mutating func measure(
    _ side: MeasuredSide, block: Int?, secondsLeft: Double?,
    _ report: (ExperimentEvent) -> Void
  ) throws -> Bool {
    var tree: String?
    if let commit = side.commit {
      tree = try self.tree(of: commit, report)
      if tree == nil { return false }
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

  package var isPullRequest: Bool { plan.isPullRequest }
  package var suiteID: String { suite.id }

  /// Each commit with the first, or each stage with its baseline, or else with the first stage.
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

  private mutating func pairs(after blocks: Int) -> [MeasuredPair] {
    let sides = comparedSides
    // Before the first look, the plan may change, and no level of a look is needed.
    let isEarly = blocks < BlockDesign.leastBlocks
    let planned =
      design
      ?? BlockDesign(
        blocks: max(isEarly ? min(plan.blocks, BlockDesign.leastBlocks) : plan.blocks, 2),
        questions: max(sides.count * metrics.count, 1))
    if !isEarly { design = planned }
    return sides.flatMap { pair in
      metrics.map { metric in
        let both = (1...max(blocks, 1)).compactMap { block in
          [pair.reference, pair.candidate].compactMap { values[$0]?[block]?[metric.id] }
        }.filter { $0.count == 2 }
        return MeasuredPair(
          reference: plan.name(of: pair.reference), candidate: plan.name(of: pair.candidate),
          stage: pair.candidate.stage, metric: metric,
          comparison: BlockComparison(
            metric, both.map { $0[1] }, against: both.map { $0[0] }, in: planned))
      }
    }
  }

  /// Whether every comparison has its answer; for a pull request, whether it is known to pass or to fail.
  private mutating func isOver(after blocks: Int) -> Bool {
    guard plan.stopsEarly, blocks >= min(BlockDesign.leastBlocks, plan.blocks) else { return false }
    let pairs = pairs(after: blocks)
    if plan.isPullRequest { return PullRequestOutcome.decision(on: pairs) != .undecided }
    return !pairs.isEmpty && pairs.allSatisfy(\.isDecided)
  }

  private mutating func outcome(
    _ end: ExperimentOutcome.End, blocks: Int
  ) -> ExperimentOutcome {
    ExperimentOutcome(
      end: end, blocks: blocks, of: plan.blocks, pairs: pairs(after: blocks),
      secondsPerBlock: time.perBlock, samplingCost: measurer.samplingCost)
  }

  /// What an experiment with the two commits of a pull request decided.
  ///
  /// - Parameter options: those with which `hitchmark compare` finds the runs.
  package func pullRequest(
    _ outcome: ExperimentOutcome, compareOptions options: String
  ) -> PullRequestOutcome {
    let known = trees?.repository.descriptions(of: plan.commits) ?? [:]
    let sides = plan.commits.map { PullRequestOutcome.Side($0, known[$0]) }
    let commits = sides.map(\.commit.shortCommit).joined(separator: " ")
    return PullRequestOutcome(
      suite: suite.id, base: sides[0], head: sides[1], experiment: outcome,
      compareCommand: "hitchmark compare \(commits) \(options)")
  }

  /// Compares the experiment's stages or commits pair by pair from its stored runs, as `hitchmark compare` does; the
  /// metrics that decided the experiment have its answers.
  package func comparisons(_ outcome: ExperimentOutcome) throws -> [Comparison] {
    let store = try RunStore.open(anywhere: settings.store, access: .read)
    var comparisons: [Comparison] = []
    for pair in comparedSides {
      var question = ComparisonQuestion()
      question.limits = RunFilter(suite: suite.id, stage: pair.reference.stage)
      question.limits.labels["experiment"] = plan.name
      question.metrics = comparedMetrics
      var runs = ComparedRuns(in: store, question)
      var found = try runs.compare(
        [(reference(to: pair.candidate), plan.name(of: pair.candidate))],
        against: (reference(to: pair.reference), plan.name(of: pair.reference))
      ).comparisons
      for measured in outcome.pairs
      where measured.reference == plan.name(of: pair.reference)
        && measured.candidate == plan.name(of: pair.candidate)
        && measured.stage == pair.candidate.stage
      {
        guard let answer = measured.comparison else { continue }
        for index in found.indices { found[index].accept(answer) }
      }
      comparisons += found
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
  private mutating func loadRuns() throws -> Int {
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
  static func summary(of path: String) throws -> RunSummary {
    let plan = try TraceDiscovery.plan([path])
    let analysis = TraceAnalysis(
      plan: plan, format: nil, stream: nil, settings: ParameterSettings())
    guard let run = plan.runs.first, let summary = try analysis.firstSummary(of: run) else {
      throw Failure.nothingToRead(paths: [path])
    }
    return summary
  }
}

/// How long the blocks of an experiment took, without builds and warm-ups.
private struct MeasuringTime {
  private var blocks: [Double] = []

  mutating func add(_ seconds: Double) { blocks.append(seconds) }

  var total: Double { blocks.reduce(0, +) }
  var perBlock: Double? { blocks.isEmpty ? nil : total / Double(blocks.count) }
  var fastestBlock: Double? { blocks.min() }
}
