package import Analysis
internal import Recordings
internal import Reports
internal import RunFolders
internal import Statistics
internal import System

/// Searches a range of commits for the one that changed a metric, by measuring commits until it is known.
///
///     var bisection = try Bisection(of: "v1.2..main", in: "runs/list", settings: settings)
///     let result = try bisection.run { event in … }
///     result.credible  // the fewest commits with 95%
///
/// `CommitSearch` chooses the commits. Each is built once in a work tree of its own, and each run is stored with its
/// commit as soon as it ends, so a search can be resumed.
package struct Bisection {
  /// The user's options for the search.
  package struct Settings: Sendable {
    package var store = ""
    package var command: [String] = []
    /// The id of the stage to measure; `nil` if the suite has a single stage.
    package var stage: String?
    /// The id of the metric that changed; `nil` to choose the suite's main metric, such as the average frame rate.
    package var metric: Metric.ID?
    /// The shell command that builds a commit in its work tree.
    package var build: String?
    /// How long the search may take, in seconds; `nil` for no limit.
    package var budget: Double?
    package var mostRuns = 200
    package var resumes = false
    package var readsOutput = false
    /// The largest share of the processors that other programs may use during a measurement; `nil` to measure at any
    /// load.
    package var quiet: Double?

    package init() {}
  }

  /// The exit code by which a build or a benchmark command reports that a commit cannot be measured.
  package static let skipCode: Int32 = 125

  private let settings: Settings
  private let suite: SuiteDescription
  private let range: CommitRange
  private let trees: CommitTrees
  private let metric: Metric
  private let planPath: String
  private var plan: BisectionPlan
  private var measurer: Measurer
  private var search: CommitSearch
  /// The values in the order of measurement, with the number of their session.
  private var values: [(position: Int, value: Double, session: Int)] = []
  private var session = 0
  private var failedBuilds = 0
  private var lock: Int32

  /// Plans a search, or resumes an earlier search; locks the suite against other measurements.
  ///
  /// - Parameters:
  ///   - range: `GOOD..BAD`.
  ///   - path: the suite's folder.
  package init(of range: String, in path: String, settings: Settings) throws {
    let (suite, file) = try Experiment.suite(in: path)
    guard let repository = WorkTree(containing: ".") ?? WorkTree(containing: path) else {
      throw ExperimentFault.noRepository
    }
    let range = try CommitRange(range, in: repository)
    let folder = ExperimentFolder(suite: path)
    try folder.prepare(stages: suite.stages.map(\.id))
    guard let lock = Platform.lock(folder.lock) else { throw ExperimentFault.locked(path: path) }
    let name = "bisect \(Platform.now)"
    do {
      let stage = try Self.stage(settings.stage, of: suite, file: file)
      guard let id = settings.metric ?? suite.decidingMetric else {
        throw ExperimentFault.noMetric(file: file)
      }
      let asked = BisectionPlan(
        name: name, good: range.good, bad: range.bad, stage: stage, metric: id,
        command: settings.command, readsOutput: settings.readsOutput, build: settings.build,
        firstRun: folder.lastRun(of: suite.stages.map(\.id)) + 1)
      planPath = "\(folder.path)/bisect.json"
      plan = settings.resumes ? try Self.stored(at: planPath, asked: asked, suite: suite) : asked
      metric = try Experiment.metrics([id], of: suite, file: file)[0]
      try Experiment.checkCommand(of: stage, plan.command, suite: suite, file: file)
      measurer = Measurer(
        suite: suite, folder: folder, store: settings.store, name: plan.name, seed: 1,
        command: plan.command, readsOutput: plan.readsOutput, metrics: [metric],
        quiet: settings.quiet, session: name)
      measurer.skipCode = Self.skipCode
    } catch {
      Platform.unlock(lock)
      throw error
    }
    trees = CommitTrees(of: repository, build: plan.build)
    let weights = SearchWeights.weights(
      of: range, suite: suite.id, stage: plan.stage, metric: plan.metric, store: settings.store)
    search = CommitSearch(commits: range.commits.count - 1, weights: weights)
    (self.settings, self.suite, self.range, self.lock) = (settings, suite, range, lock)
  }

  private static func stage(
    _ asked: String?, of suite: SuiteDescription, file: String
  ) throws -> String {
    let known = suite.stages.map(\.id)
    guard let stage = asked ?? (known.count == 1 ? known[0] : nil) else {
      throw ExperimentFault.severalStages(known, file: file)
    }
    guard known.contains(stage) else {
      throw ExperimentFault.unknownStage(stage, known: known, file: file)
    }
    return stage
  }

  private static func stored(
    at path: String, asked: BisectionPlan, suite: SuiteDescription
  ) throws -> BisectionPlan {
    guard Platform.kind(of: path) != .nothing else { throw ExperimentFault.noPlan(path: path) }
    guard let plan = BisectionPlan(Platform.content(of: path, limit: 1 << 20)) else {
      throw ExperimentFault.badPlan(path: path)
    }
    try ResumedProgram(command: plan.command, build: plan.build).check(
      asked: ResumedProgram(command: asked.command, build: asked.build), stages: [plan.stage],
      of: suite, path: path)
    let others = plan.otherOptions(than: asked)
    guard others.isEmpty else { throw ExperimentFault.otherPlan(options: others, path: path) }
    return plan
  }

  // MARK: - Searching

  /// Measures commits until the commit that changed the metric is known, no further commit can be measured, or the runs
  /// or the time are used up.
  ///
  /// A signal also ends the search.
  ///
  /// - Throws: if an end of the range cannot be measured, three builds or runs in a row fail, or a file cannot be
  ///   written.
  package mutating func run(
    report: (BisectionEvent) -> Void
  ) throws -> CommitSearchResult {
    defer { Platform.unlock(lock) }
    return try Interruption.caught {
      defer {
        trees.remove()
        Platform.removeAll(measurer.folder.current)
      }
      return try measure(report)
    }
  }

  private mutating func measure(
    _ report: (BisectionEvent) -> Void
  ) throws -> CommitSearchResult {
    let start = ContinuousClock.now
    let seconds = { (ContinuousClock.now - start) / .seconds(1) }
    try writePlan()
    if trees.repository.hasChanges { report(.changedFiles) }
    try loadRuns()
    report(.started(commits: range.commits.count - 1, runs: values.count))
    var (runs, runSeconds) = (0, 0.0)
    while true {
      if Interruption.isRequested { return result(.interrupted, seconds()) }
      let perRun = runs > 0 ? runSeconds / Double(runs) : 1
      let cost = { [trees, range] (position: Int) in
        let isBuilt = trees.has(range.commits[position])
        return max(perRun, 1e-3) + (isBuilt ? 0 : trees.secondsPerBuild ?? perRun)
      }
      guard let position = search.next(session: session, cost: cost) else {
        return result(search.isDecided ? .decided : .skipped, seconds())
      }
      let isOver =
        values.count >= settings.mostRuns
        || settings.budget.map { runs > 0 && seconds() + cost(position) > $0 } ?? false
      if isOver { return result(.budgetSpent, seconds()) }
      guard let tree = try build(position, report) else { continue }
      let before = seconds()
      guard try measure(position, in: tree, report) else { continue }
      runs += 1
      runSeconds += seconds() - before
    }
  }

  /// The work tree of a commit, built; `nil` if the commit is skipped, or a signal came.
  private mutating func build(
    _ position: Int, _ report: (BisectionEvent) -> Void
  ) throws -> String? {
    let commit = range.commits[position]
    if !trees.has(commit) { report(.run(.building(commit: commit))) }
    switch try trees.tree(of: commit) {
    case .ready(let path):
      failedBuilds = 0
      return path
    case .interrupted: return nil
    case .failed(.exited(Self.skipCode), _): try skip(position, report)
    case .failed(let fault, let tail):
      report(.run(.failedBuild(commit: commit, fault, lastLines: tail.lastLines(5))))
      failedBuilds += 1
      guard failedBuilds < Measurer.mostFailures else {
        throw ExperimentFault.failedBuilds(failedBuilds)
      }
      try skip(position, report)
    }
    return nil
  }

  /// Measures a commit once.
  ///
  /// - Returns: `false` if the commit is skipped, or a signal came.
  private mutating func measure(
    _ position: Int, in tree: String, _ report: (BisectionEvent) -> Void
  ) throws -> Bool {
    let commit = range.commits[position]
    let run = ExperimentFolder.run(plan.firstRun + values.count, of: commit)
    let side = MeasuredSide(stage: plan.stage, commit: commit)
    report(.measuring(commit: commit, run: values.count + 1, most: settings.mostRuns))
    let found = try measurer.measure(
      side, in: tree, block: values.count + 1, run: run, report: { report(.run($0)) })
    switch found {
    case .interrupted: return false
    case .skipped:
      try skip(position, report)
      return false
    case .measured(let measured):
      guard let value = measured[metric.id] else { return false }
      try add(value, of: position, session: session)
      let likeliest = search.findings.likeliest
      report(
        .measured(
          run: values.count, commit: commit, value: value, metric,
          likeliest: likeliest == 0 ? nil : range.commits[likeliest],
          probability: search.findings.probabilities[likeliest]))
      return true
    }
  }

  private mutating func skip(
    _ position: Int, _ report: (BisectionEvent) -> Void
  ) throws {
    let commit = range.commits[position]
    guard position > 0, position < range.commits.count - 1 else {
      throw ExperimentFault.skippedEnd(commit: commit)
    }
    report(.skipped(commit: commit))
    search.skip(position)
    plan.skipped.append(commit)
    try writePlan()
  }

  /// Adds a value; all values are compared by difference as soon as one of them has no logarithm.
  private mutating func add(_ value: Double, of position: Int, session: Int) throws {
    values.append((position, value, session))
    let scale = metric.scale(of: values.map(\.value))
    let isSame = scale == search.scale
    if !isSame { search = search.emptied(scale: scale) }
    do throws(SampleError) {
      for run in isSame ? values.suffix(1) : values[...] {
        try search.add(run.value, of: run.position, session: run.session)
      }
    } catch {
      throw ExperimentFault.badValue(metric: metric.id, value: value)
    }
  }

  // MARK: - Results

  private func result(_ end: CommitSearchResult.End, _ seconds: Double) -> CommitSearchResult {
    let findings = search.findings
    let credible = findings.credibleSet.map { position in
      CommitSearchResult.Suspect(
        commit: position == 0 ? nil : range.commits[position],
        probability: findings.probabilities[position])
    }
    let positions = Set(values.map(\.position)).sorted()
    let named = credible.compactMap(\.commit) + positions.map { range.commits[$0] }
    return CommitSearchResult(
      suite: suite.id, stage: plan.stage, metric: metric, good: range.good, bad: range.bad,
      commits: range.commits.count - 1, end: end, credible: credible,
      measured: positions.map { position in
        CommitSearchResult.Measured(
          commit: range.commits[position],
          values: values.filter { $0.position == position }.map(\.value))
      },
      skipped: plan.skipped, change: findings.change.map(search.scale.effect),
      isRelative: search.scale == .logarithmic, builds: trees.builds.count, seconds: seconds,
      descriptions: trees.repository.descriptions(of: named))
  }

  // MARK: - Stored runs

  private func writePlan() throws {
    try measurer.folder.write(plan.text, named: "bisect.json")
  }

  /// Reads the runs of a resumed search in their order, and stores those that are not in the store.
  private mutating func loadRuns() throws {
    guard settings.resumes else { return }
    for commit in plan.skipped {
      if let position = range.commits.firstIndex(of: commit) { search.skip(position) }
    }
    let folder = "\(measurer.folder.suite)/\(plan.stage)"
    let names = Platform.names(in: folder).compactMap { name in
      ExperimentFolder.number(of: name).map { (number: $0, path: "\(folder)/\(name)") }
    }.filter { $0.number >= plan.firstRun }.sorted { $0.number < $1.number }
    var sessions: [String?: Int] = [:]
    for (_, path) in names {
      let run = try RunReadingAgain.summary(of: path)
      let facts = run.description
      guard facts.labels["experiment"] == plan.name,
        let position = facts.commit.flatMap({ range.commits.firstIndex(of: $0) }),
        let value = measurer.values(of: run)[metric.id]
      else { continue }
      _ = try measurer.keep(path)
      let number = sessions[facts.session] ?? sessions.count
      sessions[facts.session] = number
      try add(value, of: position, session: number)
    }
    session = sessions.count
  }
}

/// An event that a search reports while it runs.
package enum BisectionEvent: Sendable {
  /// The number of commits that may have brought the change, and of runs that were measured before.
  case started(commits: Int, runs: Int)
  /// The work tree has changes that no commit contains, so they are not measured.
  case changedFiles
  /// The measurement of a commit begins: the number of the run, and the largest number of runs.
  case measuring(commit: String, run: Int, most: Int)
  /// What a run reports.
  case run(ExperimentEvent)
  /// A commit cannot be measured.
  case skipped(commit: String)
  /// A run is stored; the likeliest commit after it, `nil` for no change, and its probability.
  case measured(
    run: Int, commit: String, value: Double, Metric, likeliest: String?, probability: Double)
}
