package import Analysis
internal import ClusterStore
internal import Decoding
internal import Recordings
internal import RunFolders
internal import RunStore
internal import System
internal import TraceReaders
internal import Units

extension Experiment {
  static func suite(
    in path: String
  ) throws -> (suite: SuiteDescription, file: String) {
    let file = "\(path)/suite.json"
    guard Platform.kind(of: file) != .nothing else { throw ExperimentFault.noSuite(path: path) }
    let suite = try DescriptionFile.suite(at: file)
    guard !suite.stages.isEmpty else { throw ExperimentFault.noStages(file: file) }
    for stage in suite.stages where stage.id.hasPrefix(".") || stage.id.contains("/") {
      throw ExperimentFault.badStage(stage.id, file: file)
    }
    return (suite, file)
  }

  /// Plans an experiment for a suite.
  static func newPlan(
    _ name: String, suite: SuiteDescription, file: String, settings: Settings,
    folder: ExperimentFolder, in repository: WorkTree?
  ) throws -> ExperimentPlan {
    let known = suite.stages.map(\.id)
    for stage in settings.stages where !known.contains(stage) {
      throw ExperimentFault.unknownStage(stage, known: known, file: file)
    }
    let stages =
      settings.stages.isEmpty ? known : known.filter { settings.stages.contains($0) }
    let commits = try commits(of: settings, in: repository)
    let isCompared = stages.count > 1 || commits.count > 1
    let fitsBudget = settings.blocks == nil && settings.budget != nil && isCompared
    let blocks =
      fitsBudget
      ? BlockDesign.mostBlocks : isCompared ? defaultBlocks.compared : defaultBlocks.single
    var plan = ExperimentPlan(
      name: name, stages: stages,
      order: settings.order ?? (settings.pullRequest == nil ? .random : .abba),
      seed: settings.seed, blocks: settings.blocks ?? blocks, metrics: [],
      stopsEarly: settings.stopsEarly ?? isCompared, readsOutput: settings.readsOutput,
      command: settings.command, firstRun: folder.lastRun(of: known) + 1)
    (plan.commits, plan.build) = (commits, settings.build)
    (plan.isPullRequest, plan.fitsBudget) = (settings.pullRequest != nil, fitsBudget)
    let rules = plan.rules(of: suite, file: file, in: repository)
    if isCompared { plan.metrics = decidingMetrics(of: rules, plan, named: settings.metrics) }
    return plan
  }

  /// The ids of commits, in their order.
  private static func resolved(
    _ names: [String], in repository: WorkTree?
  ) throws -> [String] {
    guard !names.isEmpty else { return [] }
    guard let repository else { throw ExperimentFault.noRepository }
    var ids: [String] = []
    for name in names { ids.append(try repository.knownCommit(name)) }
    return ids
  }

  private static func commits(
    of settings: Settings, in repository: WorkTree?
  ) throws -> [String] {
    if let range = settings.pullRequest {
      guard let repository else { throw ExperimentFault.noRepository }
      let range = try PullRequestRange(range, in: repository)
      return [range.base, range.head]
    }
    let names = settings.commits
    let ids = try resolved(names, in: repository)
    guard Set(ids).count == ids.count, ids.count != 1 else {
      throw ExperimentFault.tooFewCommits(names)
    }
    return ids
  }

  /// The named metrics, otherwise the default: a pull request is judged by all metrics that its suite lists and that
  /// have a direction, other experiments by the most important one.
  static func decidingMetrics(
    of suite: SuiteDescription, _ plan: ExperimentPlan, named names: [Metric.ID] = []
  ) -> [Metric.ID] {
    guard names.isEmpty else { return names }
    let deciding = [suite.decidingMetric].compactMap(\.self)
    guard plan.isPullRequest, !suite.metrics.isEmpty else { return deciding }
    return suite.metrics.filter { id in
      let metric = Metric.named(id, amongThoseOf: suite.measures)
      return deciding.contains(id) || metric?.polarity != .neither
    }
  }

  static func storedPlan(
    in folder: ExperimentFolder, suite: SuiteDescription, _ settings: Settings
  ) throws -> ExperimentPlan {
    guard Platform.kind(of: folder.planPath) != .nothing else {
      throw ExperimentFault.noPlan(path: folder.suite)
    }
    let known = Set(suite.stages.map(\.id))
    guard
      let plan = ExperimentPlan(Platform.content(of: folder.planPath, limit: 1 << 20)),
      !plan.stages.isEmpty, known.isSuperset(of: plan.stages)
    else { throw ExperimentFault.badPlan(path: folder.planPath) }
    try ResumedProgram(command: plan.command, build: plan.build).check(
      asked: ResumedProgram(command: settings.command, build: settings.build),
      stages: plan.stages, of: suite, path: folder.planPath)
    let others = plan.otherOptions(than: settings)
    guard others.isEmpty else {
      throw ExperimentFault.otherPlan(options: others, path: folder.planPath)
    }
    return plan
  }

  /// The metrics with the noise floors of the suite.
  static func metrics(
    _ ids: [Metric.ID], of suite: SuiteDescription, file: String
  ) throws -> [Metric] {
    let named = { (id: Metric.ID) in Metric.named(id, amongThoseOf: suite.measures) }
    let floored: [Metric]
    do throws(LimitProblem) {
      floored = try Metric.withNoiseFloors(
        of: suite, named: named,
        passingOver: Set(suite.thresholds.noiseFloors.keys).subtracting(ids))
    } catch {
      throw LimitChecks.failure(error, titles: [], suiteFile: file)
    }
    var metrics: [Metric] = []
    for id in ids {
      guard let metric = floored.first(where: { $0.id == id }) ?? named(id) else {
        throw Failure.unknownMetric(id, nearest: id.nearest(among: Metric.all.map(\.id)))
      }
      metrics.append(metric)
    }
    return metrics
  }

  static func checkCommand(
    of stage: String, _ command: [String], suite: SuiteDescription, file: String
  ) throws {
    let own = suite.stages.first { $0.id == stage }?.measuring ?? .init()
    guard command.isEmpty, own.fillingIn(suite.measuring).command.isEmpty else { return }
    throw ExperimentFault.noCommand(stage: stage, file: file)
  }

  // MARK: - Forecast

  /// A forecast of how many blocks an experiment needs; in each block, every stage is measured once.
  package struct Forecast: Sendable {
    package let metric: Metric
    /// Each with the number of blocks that prove it in 80% of cases; `nil` for over 200.
    package let effects: [(effect: Double, blocks: Int?)]
    /// The number of earlier runs whose noise the forecast uses.
    package let runs: Int
    /// The number of sessions that measured the earlier runs whose noise the forecast uses.
    package let sessions: Int
    /// The expected duration of a block of runs in seconds; `nil` if no stored run contains its duration.
    package let secondsPerBlock: Double?
  }

  /// The changes that a forecast is made for: of positive metrics fractions, of fractions differences.
  private static let forecastEffects = [0.01, 0.02, 0.05, 0.1]

  /// Forecasts how many blocks of runs an experiment needs, from the noise of stored runs and without measuring
  /// anything.
  package static func forecast(
    in path: String, settings: Settings
  ) throws -> [Forecast] {
    let (suite, file) = try suite(in: path)
    let repository = WorkTree(containing: ".") ?? WorkTree(containing: path)
    let plan = try newPlan(
      "", suite: suite, file: file, settings: settings, folder: ExperimentFolder(suite: path),
      in: repository)
    let rules = plan.rules(of: suite, file: file, in: repository)
    let ids =
      plan.metrics.isEmpty
      ? decidingMetrics(of: rules, plan, named: settings.metrics) : plan.metrics
    let metrics = try metrics(ids, of: rules, file: file)
    let store: RunStore
    do {
      store = try RunStore.open(anywhere: settings.store, access: .read)
    } catch {
      guard case .missing = error else { throw error }
      throw ExperimentFault.noNoise(metric: ids.first ?? "", store: settings.store, suite: suite.id)
    }
    let records = try store.runs(RunFilter(suite: suite.id))
      .filter { plan.stages.contains($0.stage ?? "") }
    var values = RunValues(of: store, settings: ParameterSettings())
    let runs = try values.summaries(of: records, metrics: ids)
    var groups: [[String?]: [RunSummary]] = [:]
    for (record, run) in zip(records, runs) {
      let facts = record.description
      groups[[record.stage, facts.session, facts.commit], default: []].append(run)
    }
    let times = records.compactMap { $0.description.labels["seconds"].flatMap(Double.init) }
    let perRun = times.isEmpty ? nil : times.reduce(0, +) / Double(times.count)
    let (stages, commits) = (plan.stages.count, plan.commits.count)
    let comparisons = commits > 1 ? stages * (commits - 1) : max(stages - 1, 1)
    let questions = comparisons * metrics.count
    var forecasts: [Forecast] = []
    for metric in metrics {
      let repeated = groups.sorted { left, right in
        left.key.lexicographicallyPrecedes(right.key) { ($0 ?? "") < ($1 ?? "") }
      }
      .map { (session: $0.key[1], values: $0.value.compactMap { $0[metric.id]?.value.value }) }
      .filter { $0.values.count > 1 }
      let noise = repeated.map(\.values)
      guard
        let blocks = BlockComparison.plan(
          toSee: forecastEffects, of: metric, noise: noise, questions: questions)
      else {
        throw ExperimentFault.noNoise(metric: metric.id, store: settings.store, suite: suite.id)
      }
      forecasts.append(
        Forecast(
          metric: metric, effects: Array(zip(forecastEffects, blocks)),
          runs: noise.reduce(0) { $0 + $1.count },
          sessions: Set(repeated.map(\.session)).count,
          secondsPerBlock: perRun.map { $0 * Double(stages * max(commits, 1)) }))
    }
    return forecasts
  }
}

extension ExperimentPlan {
  /// The options of a command line whose values differ from this plan; those that were left out do not.
  fileprivate func otherOptions(than settings: Experiment.Settings) -> [String] {
    let standard = Experiment.Settings()
    let repository = WorkTree(containing: ".")
    let ids = settings.commits.map { repository?.id(of: $0) ?? $0 }
    let range = settings.pullRequest.map { text in
      repository.flatMap { try? PullRequestRange(text, in: $0) }.map { [$0.base, $0.head] } ?? []
    }
    let options: [(name: String, isOther: Bool)] = [
      ("--stages", !settings.stages.isEmpty && Set(settings.stages) != Set(stages)),
      ("--commits", !ids.isEmpty && (ids != commits || isPullRequest)),
      ("--pull-request", range.map { $0 != commits || !isPullRequest } ?? false),
      ("--metric", !settings.metrics.isEmpty && settings.metrics != metrics),
      ("--until", settings.stopsEarly != nil && settings.stopsEarly != stopsEarly),
      ("--blocks", settings.blocks != nil && settings.blocks != blocks),
      ("--order", settings.order != nil && settings.order != order),
      ("--seed", settings.seed != standard.seed && settings.seed != seed),
      ("--from-stdout", settings.readsOutput && !readsOutput),
    ]
    return options.filter(\.isOther).map(\.name)
  }
}
