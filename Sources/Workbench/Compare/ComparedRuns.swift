package import Analysis
internal import Decoding
internal import Parallel
package import Recordings
internal import Reports
internal import RunFolders
package import RunStore
internal import System
package import TraceReaders

/// What a command wants to know about sides that it compares, such as two commits.
package struct ComparisonQuestion {
  /// Suite and stage to which sides with several stages are limited.
  package var limits = RunFilter()
  /// The parameters of the command line.
  package var settings = ParameterSettings()
  /// The metrics to compare; if empty, the rows of the suite's tables, or else those that both sides have.
  package var metrics: [Metric.ID] = []
  /// The metrics to compute from frames, in addition to the runs' own measures.
  package var catalog = Metric.all
  /// How the iterations of a benchmark become one run, for tools that define it so.
  package var pooling: IterationPooling?
  /// Suites whose descriptions, such as tables and noise floors, replace those in the store.
  package var suites: [SuiteDescription] = []
  /// Noise floors of the command line.
  package var floors = NoiseFloorOptions()
  /// The commits, oldest first; `nil` to run Git.
  package var order: [String]?
  /// The format of trace files; recognized if `nil`.
  package var format: TraceFormat?
  /// The processes and swap chains of a trace to use; `all` for all of them.
  package var stream: String?
  /// The part of each trace that counts; `nil` for whole runs, as stored runs must be.
  package var cut: TimeCut?
  /// Whether frame rates of runs with and without generated frames are compared.
  package var mixesGeneratedFrames = false
  /// Whether the user says that one session measured both sides.
  package var sharesSession = false
  /// What is needed of each run: segments are compared, causes explained, and charts drawn of the two sides only.
  package var needs = RunNeeds()

  package init() {}
}

/// The answer to a `ComparisonQuestion`.
package struct ComparisonAnswer {
  /// At least one comparison, each followed by those of its segments; p-values are adjusted over all of them.
  package var comparisons: [Comparison] = []
  /// The explanations of the difference in hitch time between the two sides: one per pair of compared stages, none for
  /// segments; empty if the causes of late frames are not needed.
  package var explanations: [Explanation] = []
  /// Pairs of suites whose tables or noise floors differ, so that the comparison used those of neither suite.
  package var differentSuites: [(reference: String, candidate: String)] = []
  /// Why some of the given files and folders were left out.
  package var skipped: [any Error] = []
}

/// Collects the runs of both sides of a comparison, such as two commits, and other runs that show how much values vary
/// by chance.
///
///     var question = ComparisonQuestion()
///     question.metrics = ["fps.avg"]
///     var runs = ComparedRuns(in: store, question)
///     let answer = try runs.compare([(candidate, "HEAD")], against: (reference, "v1.0"))
///
/// Only the necessary runs of the store are read, and stored values are preferred to frames.
package struct ComparedRuns {
  private let store: RunStore?
  private let question: ComparisonQuestion
  private var values: RunValues?
  /// The values of the two sides, with what charts are drawn from.
  private var chartedValues: RunValues?
  private var history: LevelHistory?
  /// What was found besides comparisons.
  private var found = ComparisonAnswer()

  /// - Parameter store: provides all sides that are not traces; `nil` without a store.
  package init(in store: RunStore?, _ question: ComparisonQuestion) {
    self.store = store
    self.question = question
    var needs = question.needs
    needs.examined = needs.causes ? .max : max(needs.examined, Self.mostExamined)
    needs.charts = false
    func values(_ needs: RunNeeds) -> RunValues? {
      store.map {
        RunValues(
          of: $0, settings: question.settings, needs: needs, catalog: question.catalog,
          pooling: question.pooling)
      }
    }
    self.values = values(needs)
    needs.charts = true
    chartedValues = values(needs)
    history = store.map { LevelHistory(store: $0, order: question.order) }
  }

  // MARK: - Comparing

  /// Compares several sides with one reference: one after the other, or for one candidate the worst stage first.
  ///
  /// - Throws: if a side has no runs or is given twice, the sides share runs or have no stage in common, or a metric
  ///   does not exist.
  package mutating func compare(
    _ candidates: [(side: SideReference, name: String)],
    against reference: (side: SideReference, name: String)
  ) throws -> ComparisonAnswer {
    var requests = try requests(reference, candidates, metrics: question.metrics)
    if question.needs.causes { found.explanations = requests.explanations }
    if question.needs.segments { requests = requests.flatMap(\.withSegments) }
    let levels = try history?.levels(of: requests) ?? requests.map { _ in [:] }
    var tasks: [ComparisonTask] = []
    for (request, levels) in zip(requests, levels) {
      tasks.append(
        ComparisonTask(
          request: request, sessions: try otherSessions(than: request), levels: levels,
          mixesGeneratedFrames: question.mixesGeneratedFrames))
    }
    // First without the noise of the whole suite, which is expensive to read and rarely needed.
    var comparisons = tasks.mapConcurrently { $0.comparison(among: []) }
    for (index, task) in tasks.enumerated() where comparisons[index].lacksNoise {
      let suite = try noise(for: task.request) ?? []
      if !suite.isEmpty { comparisons[index] = task.comparison(among: suite) }
      guard comparisons[index].lacksSessions else { continue }
      let earlier = try earlierSessions(for: task.request)
      if !earlier.isEmpty {
        comparisons[index] = task.comparison(among: suite, earlier: earlier)
      }
    }
    Comparison.adjust(&comparisons)
    found.comparisons = candidates.count == 1 ? comparisons.worstFirst : comparisons
    return found
  }

  mutating func requests(
    _ reference: (side: SideReference, name: String),
    _ candidates: [(side: SideReference, name: String)], metrics: [Metric.ID]
  ) throws -> [ComparisonRequest] {
    let before = try runs(of: reference.side, named: reference.name)
    var requests: [ComparisonRequest] = []
    for (index, candidate) in candidates.enumerated() {
      if candidates[..<index].contains(where: { $0.side == candidate.side }) {
        throw SideError.givenTwice(candidate.name)
      }
      let after = try runs(of: candidate.side, named: candidate.name)
      let pairs = try Self.pairs(after, against: before)
      try values?.prepareFrames(of: pairs.flatMap { [$0.reference.records, $0.candidate.records] })
      for var pair in pairs {
        try pair.useOneKindOfStream(isAsked: question.stream != nil)
        requests += try request(pair, reference.name, candidate.name, metrics).byDevice
      }
    }
    return requests
  }

  private static func pairs(
    _ candidate: SideRuns, against reference: SideRuns
  ) throws -> [ComparedPair] {
    try ComparedPair.checkOverlap(of: candidate, reference)
    return try ComparedPair.pairs(candidate, against: reference)
  }

  private mutating func request(
    _ pair: ComparedPair, _ referenceName: String, _ candidateName: String, _ asked: [Metric.ID]
  ) throws -> ComparisonRequest {
    let measures =
      pair.records.flatMap(\.description.knownMeasures)
      + (pair.reference.traces + pair.candidate.traces).flatMap(\.description.knownMeasures)
    let metrics = ComparedMetrics(
      asked: asked, suite: try suite(of: pair), measures: measures, floors: question.floors,
      mixesGeneratedFrames: question.mixesGeneratedFrames)
    let reference = try summaries(of: pair.reference, metrics.ids)
    let candidate = try summaries(of: pair.candidate, metrics.ids)
    let sides = [(referenceName, reference), (candidateName, candidate)].map {
      ComparedSide(name: $0, runs: $1)
    }
    return ComparisonRequest(
      pair: pair, reference: sides[0], candidate: sides[1],
      metrics: try metrics.chosen(from: reference, candidate),
      design: SessionDesign(
        sides[1], against: sides[0], isStated: question.sharesSession, time: \.timeOfMeasurement))
  }

  /// The suite whose rules apply to both sides; `nil` for default rules.
  private mutating func suite(of pair: ComparedPair) throws -> FoundSuite? {
    let suites = ComparedSuites(try suite(of: pair.reference), try suite(of: pair.candidate))
    if case .different(let reference, let candidate) = suites,
      !found.differentSuites.contains(where: { $0 == (reference, candidate) })
    {
      found.differentSuites.append((reference, candidate))
    }
    return suites.common
  }

  private mutating func suite(of side: StageRuns) throws -> FoundSuite? {
    guard let kept = try values?.suite(side.records.first?.suite) else { return side.suite }
    return FoundSuite(description: question.suites.first { $0.id == kept.id } ?? kept, file: nil)
  }

  // MARK: - Sides

  mutating func runs(
    of side: SideReference, named name: String
  ) throws -> SideRuns {
    if case .traces(let path) = side { return try traces(at: path, name) }
    let filter = side.filter(within: question.limits)
    let records = try store?.runs(filter) ?? []
    guard !records.isEmpty else {
      let within = [question.limits.suite, question.limits.stage].compactMap(\.self)
      throw SideError.noRuns(name, store: store?.path ?? "", limits: within)
    }
    var stages: [StageRuns] = []
    for record in records {
      if stages.last?.place != record.place { stages.append(StageRuns(place: record.place)) }
      stages[stages.count - 1].records.append(record)
    }
    if case .stage = side { return SideRuns(name: name, isOneStage: true, stages: stages) }
    return SideRuns(name: name, isOneStage: false, stages: stages)
  }

  private mutating func traces(at path: String, _ name: String) throws -> SideRuns {
    let (plan, analysis) = try analysis(at: path, question.needs)
    found.skipped += plan.skipped
    var stages: [StageRuns] = []
    var others: [String] = []
    var refused: [TraceError] = []
    try analysis.forEachRun { planned, result in
      let file: AnalyzedFile
      do {
        file = try result.get()
      } catch let error as TraceError where error.isOfOneFile {
        return refused.append(error)
      }
      found.skipped += file.skipped
      for run in file.runs {
        let trace = run.summary
        let place = Place(of: trace, planned, isEveryStream: question.stream == "all")
        if planned.stage == nil, let benchmark = place.stage, let stage = question.limits.stage,
          benchmark != stage
        {
          others.append(benchmark)
          continue
        }
        let known = stages.firstIndex { $0.place == place }
        if known == nil {
          stages.append(StageRuns(place: place, suite: plan.suite(planned.suite)))
        }
        stages[known ?? stages.count - 1].traces.append(trace)
        stages[known ?? stages.count - 1].captures.append(
          ComparedCapture(run, planned: planned, analysis: analysis))
      }
    }
    if stages.isEmpty, let stage = question.limits.stage, !others.isEmpty {
      throw Failure.unknownStream(stage, path: path, known: Set(others).sorted())
    }
    guard !stages.isEmpty else {
      throw (refused.first as (any Error)?) ?? Failure.nothingToRead(paths: [path])
    }
    found.skipped += refused
    let paths = Set(plan.runs.map { Platform.realPath($0.path) ?? $0.path })
    return SideRuns(name: name, isOneStage: stages.count == 1, stages: stages, paths: paths)
  }

  private func analysis(
    at path: String, _ needs: RunNeeds
  ) throws -> (plan: TracePlan, TraceAnalysis) {
    let plan = try TraceDiscovery.plan([path]).cut(to: question.cut)
    let analysis = TraceAnalysis(
      plan: plan, format: question.format, stream: question.stream, settings: question.settings,
      catalog: question.catalog, pooling: question.pooling, takesIterations: true, needs: needs)
    return (plan, analysis)
  }

  /// Only the data of this number of runs of a side is examined: enough to show what all of them have.
  private static let mostExamined = 50

  /// With more runs than this on a side, their curves would hide each other.
  private static let mostCharted = 20

  mutating func summaries(
    of runs: StageRuns, _ metrics: [Metric.ID]
  ) throws -> [RunSummary] {
    guard !runs.records.isEmpty else { return runs.traces }
    guard question.cut == nil else { throw Failure.cutOfStoredRuns }
    if question.needs.charts, runs.records.count <= Self.mostCharted {
      return try chartedValues?.summaries(of: runs.records, metrics: metrics) ?? []
    }
    return try values?.summaries(of: runs.records, metrics: metrics) ?? []
  }

  // MARK: - Noise

  /// The runs from which noise is estimated if the sides have too few; `nil` if none may be used.
  private mutating func noise(for request: ComparisonRequest) throws -> [[RunSummary]]? {
    guard !request.pair.areCommitsOfOneStage || request.sharesSessions,
      let suite = request.pair.suite
    else { return nil }
    if let folder = request.pair.suiteFolder { return try traces(ofSuiteIn: folder) }
    return try runs(ofSuite: suite, for: request)
  }

  /// The traces of all stages in a suite's folder, in groups.
  ///
  /// Unreadable traces are left out.
  private func traces(
    ofSuiteIn folder: String,
    by key: (_ stage: String?, RunSummary) -> [String?]? = {
      [$0, $1.description.commit, $1.description.device.name]
    }
  ) throws -> [[RunSummary]] {
    var needs = question.needs
    needs.charts = false
    let (_, analysis) = try analysis(at: folder, needs)
    var groups: [[String]: [RunSummary]] = [:]
    try analysis.forEachRun { planned, result in
      guard let traces = try? result.get() else { return }
      for trace in traces.runs.map(\.summary) {
        guard let key = key(planned.stage, trace) else { continue }
        groups[key.map { $0 ?? "" }, default: []].append(trace)
      }
    }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// The runs of the suite in other sessions and the same environment, one group per stage.
  private mutating func earlierSessions(
    for request: ComparisonRequest
  ) throws -> [[RunSummary]] {
    guard let suite = request.pair.suite, let environment = request.environment,
      !request.sharesSessions
    else { return [] }
    if let folder = request.pair.suiteFolder {
      let own = request.reference.sessions.union(request.candidate.sessions)
      return try traces(ofSuiteIn: folder) { stage, run in
        guard let session = run.description.session, !own.contains(session),
          TrendEnvironment(run.description.device) == environment
        else { return nil }
        return [stage]
      }
    }
    guard let store else { return [] }
    var filter = RunFilter(suite: suite)
    filter.commits = try history?.recentCommits(upTo: request)
    let compared = Set(request.pair.records.map(\.id))
    let records = try store.runs(filter)
    let others = records.filter { record in
      !compared.contains(record.id) && record.description.session != nil
        && TrendEnvironment(record.description.device) == environment
    }
    return try groups(of: others, like: request) { [$0.stage] }
  }

  /// The runs of the compared stages in other sessions, if both sides share their sessions.
  private mutating func otherSessions(
    than request: ComparisonRequest
  ) throws -> [[RunSummary]] {
    guard let suite = request.pair.suite, let store, request.sharesSessions else { return [] }
    let compared = Set(request.pair.records.map(\.id))
    var filter = RunFilter(suite: suite)
    filter.commits = try history?.recentCommits(upTo: request)
    var others: [RunRecord] = []
    for stage in Set(request.pair.records.compactMap(\.stage)).sorted() {
      filter.stage = stage
      others += try store.runs(filter)
    }
    others.removeAll { compared.contains($0.id) || $0.description.session == nil }
    return try groups(of: others, like: request) { record in
      let facts = record.description
      return [record.stage, facts.session, facts.commit, facts.device.name]
    }
  }

  /// The runs of all stages of a suite; only those of the two commits if commits are compared.
  private mutating func runs(
    ofSuite suite: String, for request: ComparisonRequest
  ) throws -> [[RunSummary]] {
    var filter = RunFilter(suite: suite)
    if request.pair.areCommitsOfOneStage {
      filter.commits = Set(request.pair.records.compactMap(\.description.commit)).sorted()
    }
    let records = try store?.runs(filter) ?? []
    return try groups(of: records, like: request) {
      [$0.stage, $0.description.commit, $0.description.device.name]
    }
  }

  private mutating func groups(
    of records: [RunRecord], like request: ComparisonRequest, by key: (RunRecord) -> [String?]
  ) throws -> [[RunSummary]] {
    let metrics = request.metrics.map(\.id)
    let grouped = Dictionary(grouping: records) { key($0).map { $0 ?? "" } }
    var groups: [[RunSummary]] = []
    for (_, records) in grouped.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      groups.append(try values?.summaries(of: records, metrics: metrics) ?? [])
    }
    return groups
  }
}

extension ComparedRuns {
  /// Explains why the hitch time differs between two sides, for example two commits, without comparing other metrics.
  ///
  /// - Throws: as `compare` does.
  package mutating func explain(
    _ candidate: (side: SideReference, name: String),
    against reference: (side: SideReference, name: String)
  ) throws -> ComparisonAnswer {
    let requests = try requests(
      reference, [candidate], metrics: Explanation.metrics.map(\.id))
    found.explanations = requests.explanations
    return found
  }

  /// Reads the runs of one side of a comparison, such as a commit, grouped by stage.
  ///
  /// - Returns: also why some of its files were left out.
  /// - Throws: if the side has no runs.
  package mutating func stages(
    of side: (side: SideReference, name: String)
  ) throws -> (stages: [(title: String, runs: ComparedSide)], skipped: [any Error]) {
    let runs = try runs(of: side.side, named: side.name)
    var stages: [(title: String, runs: ComparedSide)] = []
    for stage in runs.stages {
      let summaries = try summaries(of: stage, question.catalog.map(\.id))
      stages.append(
        (
          runs.isOneStage ? "" : stage.place.title ?? "",
          ComparedSide(name: side.name, runs: summaries)
        ))
    }
    return (stages, found.skipped)
  }
}

extension [ComparisonRequest] {
  /// Why the hitch time of the two sides of each request differs, the worst first.
  var explanations: [Explanation] {
    Explanation.explanations(
      of: map { request in
        let title = [request.pair.title, request.pair.device ?? ""].filter { !$0.isEmpty }
        return (title.joined(separator: ", "), request.reference, request.candidate)
      })
  }
}
