package import Analysis
internal import Decoding
internal import Parallel
package import Recordings
internal import Reports
internal import RunFolders
package import RunStore
internal import System
package import TraceReaders

/// Collects the runs of both sides of a comparison, such as two commits, and other runs that show how much values vary
/// by chance.
///
/// Only the necessary runs of the store are read, and stored values are preferred to frames.
package struct ComparedRuns {
  private let settings: ParameterSettings
  private let store: RunStore?
  private let limits: RunFilter
  private let format: TraceFormat?
  let catalog: [Metric]
  private let pooling: IterationPooling?
  private let suites: [SuiteDescription]
  private let stream: String?
  private let floors: NoiseFloorOptions
  private var values: RunValues?
  /// The values of the two sides, with what charts are drawn from if charts are needed.
  private var sideValues: RunValues?
  /// Whether the runs of the two sides are drawn.
  private let drawsCharts: Bool
  private let mixesGeneratedFrames: Bool
  /// Whether the user says that one session measured both sides.
  private let sharesSession: Bool
  /// Whether to find the causes of late frames.
  private let explains: Bool
  private let comparesSegments: Bool
  private var history: LevelHistory?
  /// The part of each trace that counts; `nil` for whole runs.
  ///
  /// Stored runs cannot be cut.
  package var cut: TimeCut?
  /// Pairs of suites whose tables or noise floors differ, so that the comparison used those of neither suite.
  package private(set) var differentSuites: [(reference: String, candidate: String)] = []
  /// The reasons why the comparison left out some of the given files and folders.
  package private(set) var skipped: [Failure] = []
  /// The explanations of the difference in hitch time between the two sides, such as two commits: one per pair of
  /// compared stages, none for segments; empty if none were requested.
  package private(set) var explanations: [Explanation] = []

  /// Prepares a comparison of stages, commits or trace files.
  ///
  /// - Parameters:
  ///   - settings: the parameters of the command line.
  ///   - store: provides all sides that are not traces; `nil` without a store.
  ///   - limits: suite and stage to which sides with several stages are limited.
  ///   - format: the format of trace files; recognized if `nil`.
  ///   - order: the commits, oldest first; `nil` to run Git.
  ///   - suites: suites whose descriptions, such as tables and noise floors, replace those in the store.
  ///   - needsQuality: whether findings about the data of all runs are needed.
  ///   - catalog: the metrics to compute from frames, in addition to the runs' own measures.
  ///   - pooling: how the iterations of a benchmark become one run, for tools that define it so.
  ///   - stream: the processes and swap chains of a trace to use; `all` for all of them.
  ///   - floors: noise floors of the command line.
  ///   - drawsCharts: whether the runs of the two sides are drawn.
  ///   - mixesGeneratedFrames: whether frame rates of runs with and without generated frames are compared.
  ///   - sharesSession: whether the user says that one session measured both sides.
  ///   - explains: whether to find the causes of late frames.
  ///   - comparesSegments: whether to compare the segments of the runs, too.
  package init(
    settings: ParameterSettings, store: RunStore?, limits: RunFilter = RunFilter(),
    format: TraceFormat? = nil, order: [String]? = nil, suites: [SuiteDescription] = [],
    needsQuality: Bool = false,
    catalog: [Metric] = Metric.all, pooling: IterationPooling? = nil, stream: String? = nil,
    floors: NoiseFloorOptions = NoiseFloorOptions(), drawsCharts: Bool = false,
    mixesGeneratedFrames: Bool = false, sharesSession: Bool = false, explains: Bool = false,
    comparesSegments: Bool = false
  ) {
    self.sharesSession = sharesSession
    self.comparesSegments = comparesSegments
    self.explains = explains
    self.mixesGeneratedFrames = mixesGeneratedFrames
    self.drawsCharts = drawsCharts
    self.settings = settings
    self.stream = stream
    self.floors = floors
    self.pooling = pooling
    self.store = store
    self.limits = limits
    self.format = format
    self.suites = suites
    self.catalog = catalog
    let examined = needsQuality || explains ? .max : Self.mostExamined
    values = store.map {
      RunValues(
        of: $0, settings: settings,
        needs: RunValues.Needs(
          examined: examined, segments: comparesSegments, causes: explains),
        catalog: catalog, pooling: pooling)
    }
    sideValues = store.map {
      RunValues(
        of: $0, settings: settings,
        needs: RunValues.Needs(
          examined: examined, profile: true, segments: comparesSegments, causes: explains),
        catalog: catalog, pooling: pooling)
    }
    history = store.map { LevelHistory(store: $0, order: order) }
  }

  // MARK: - Comparing

  /// Compares two sides, such as two commits, as a whole or separately for each stage, worst stage first.
  ///
  /// Each comparison is followed by those of its segments.
  ///
  /// - Parameters:
  ///   - candidateName: the name of the candidate in tables.
  ///   - referenceName: the name of the reference in tables.
  ///   - metrics: the metrics to compare; if empty, the rows of the suite's tables, or else those that both sides have.
  /// - Returns: at least one comparison; p-values are adjusted over all of them.
  /// - Throws: if a side has no runs, the sides share runs or have no stage in common, or a metric does not exist.
  package mutating func compare(
    _ candidate: SideReference, named candidateName: String, against reference: SideReference,
    named referenceName: String, metrics: [Metric.ID]
  ) throws(Failure) -> [Comparison] {
    try compare(
      [(candidate, candidateName)], against: (reference, referenceName), metrics: metrics)
  }

  /// Compares several sides with one reference: one after the other, or for one candidate the worst stage first.
  ///
  /// - Throws: as for one candidate, and if a candidate is given twice.
  package mutating func compare(
    _ candidates: [(side: SideReference, name: String)],
    against reference: (side: SideReference, name: String), metrics: [Metric.ID]
  ) throws(Failure) -> [Comparison] {
    var requests = try requests(reference, candidates, metrics: metrics)
    if explains { explanations = requests.explanations }
    if comparesSegments { requests = requests.flatMap(\.withSegments) }
    let levels = try history?.levels(of: requests) ?? requests.map { _ in [:] }
    var tasks: [ComparisonTask] = []
    for (request, levels) in zip(requests, levels) {
      tasks.append(
        ComparisonTask(
          request: request, sessions: try otherSessions(than: request), levels: levels,
          mixesGeneratedFrames: mixesGeneratedFrames))
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
    return candidates.count == 1 ? comparisons.worstFirst : comparisons
  }

  mutating func requests(
    _ reference: (side: SideReference, name: String),
    _ candidates: [(side: SideReference, name: String)], metrics: [Metric.ID]
  ) throws(Failure) -> [ComparisonRequest] {
    let before = try runs(of: reference.side, named: reference.name)
    var requests: [ComparisonRequest] = []
    for (index, candidate) in candidates.enumerated() {
      if candidates[..<index].contains(where: { $0.side == candidate.side }) {
        throw .side(.givenTwice(candidate.name))
      }
      let after = try runs(of: candidate.side, named: candidate.name)
      let pairs = try Self.pairs(after, against: before)
      try values?.prepareFrames(of: pairs.flatMap { [$0.reference.records, $0.candidate.records] })
      for var pair in pairs {
        try pair.useOneKindOfStream(isAsked: stream != nil)
        requests += try request(pair, reference.name, candidate.name, metrics).byDevice
      }
    }
    return requests
  }

  private static func pairs(
    _ candidate: SideRuns, against reference: SideRuns
  ) throws(Failure) -> [ComparedPair] {
    do throws(SideError) {
      try ComparedPair.checkOverlap(of: candidate, reference)
      return try ComparedPair.pairs(candidate, against: reference)
    } catch {
      throw .side(error)
    }
  }

  private mutating func request(
    _ pair: ComparedPair, _ referenceName: String, _ candidateName: String, _ asked: [Metric.ID]
  ) throws(Failure) -> ComparisonRequest {
    let measures =
      pair.records.flatMap(\.description.knownMeasures)
      + (pair.reference.traces + pair.candidate.traces).flatMap(\.description.knownMeasures)
    let metrics = ComparedMetrics(
      asked: asked, suite: try suite(of: pair), measures: measures, floors: floors,
      mixesGeneratedFrames: mixesGeneratedFrames)
    let reference = try summaries(of: pair.reference, metrics.ids)
    let candidate = try summaries(of: pair.candidate, metrics.ids)
    let sides = [(referenceName, reference), (candidateName, candidate)].map {
      ComparedSide(name: $0, runs: $1)
    }
    return ComparisonRequest(
      pair: pair, reference: sides[0], candidate: sides[1],
      metrics: try metrics.chosen(from: reference, candidate),
      design: SessionDesign(
        sides[1], against: sides[0], isStated: sharesSession, time: \.timeOfMeasurement))
  }

  /// The suite whose rules apply to both sides; `nil` for default rules.
  private mutating func suite(of pair: ComparedPair) throws(Failure) -> FoundSuite? {
    let suites = ComparedSuites(try suite(of: pair.reference), try suite(of: pair.candidate))
    if case .different(let reference, let candidate) = suites,
      !differentSuites.contains(where: { $0 == (reference, candidate) })
    {
      differentSuites.append((reference, candidate))
    }
    return suites.common
  }

  private mutating func suite(of side: StageRuns) throws(Failure) -> FoundSuite? {
    guard let kept = try values?.suite(side.records.first?.suite) else { return side.suite }
    return FoundSuite(description: suites.first { $0.id == kept.id } ?? kept, file: nil)
  }

  // MARK: - Sides

  mutating func runs(
    of side: SideReference, named name: String
  ) throws(Failure) -> SideRuns {
    if case .traces(let path) = side { return try traces(at: path, name) }
    let filter = side.filter(within: limits)
    let records = try Attempt.storing { () throws(StoreError) in try store?.runs(filter) } ?? []
    guard !records.isEmpty else {
      let within = [limits.suite, limits.stage].compactMap(\.self)
      throw .side(.noRuns(name, store: store?.path ?? "", limits: within))
    }
    var stages: [StageRuns] = []
    for record in records {
      if stages.last?.place != record.place { stages.append(StageRuns(place: record.place)) }
      stages[stages.count - 1].records.append(record)
    }
    if case .stage = side { return SideRuns(name: name, isOneStage: true, stages: stages) }
    return SideRuns(name: name, isOneStage: false, stages: stages)
  }

  private mutating func traces(at path: String, _ name: String) throws(Failure) -> SideRuns {
    let (plan, analysis) = try analysis(at: path, drawsCharts: drawsCharts)
    skipped += plan.skipped.map { .trace($0) }
    var stages: [StageRuns] = []
    var others: [String] = []
    var refused: [Failure] = []
    try analysis.forEachRun { (planned, result) throws(Failure) in
      let file: AnalyzedFile
      do throws(Failure) {
        file = try result.get()
      } catch {
        guard case .trace(let reason) = error, reason.isOfOneFile else { throw error }
        refused.append(error)
        return
      }
      skipped += file.skipped
      for run in file.runs {
        let trace = run.summary
        let place = Place(of: trace, planned, isEveryStream: stream == "all")
        if planned.stage == nil, let benchmark = place.stage, let stage = limits.stage,
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
    if stages.isEmpty, let stage = limits.stage, !others.isEmpty {
      throw .unknownStream(stage, path: path, known: Set(others).sorted())
    }
    guard !stages.isEmpty else { throw refused.first ?? .nothingToRead(paths: [path]) }
    skipped += refused
    let paths = Set(plan.runs.map { Platform.realPath($0.path) ?? $0.path })
    return SideRuns(name: name, isOneStage: stages.count == 1, stages: stages, paths: paths)
  }

  private func analysis(
    at path: String, drawsCharts: Bool = false
  ) throws(Failure) -> (plan: TracePlan, TraceAnalysis) {
    let plan = try Attempt.reading { () throws(TraceError) in
      try TraceDiscovery.plan([path]).cut(to: cut)
    }
    let analysis = TraceAnalysis(
      plan: plan, format: format, stream: stream, settings: settings, catalog: catalog,
      pooling: pooling, takesIterations: true, keepsProfiles: drawsCharts,
      keepsSegments: comparesSegments, keepsCauses: explains)
    return (plan, analysis)
  }

  /// Only the data of this number of runs of a side is examined: enough to show what all of them have.
  private static let mostExamined = 50

  /// With more runs than this on a side, their curves would hide each other.
  private static let mostCharted = 20

  mutating func summaries(
    of runs: StageRuns, _ metrics: [Metric.ID]
  ) throws(Failure) -> [RunSummary] {
    guard !runs.records.isEmpty else { return runs.traces }
    guard cut == nil else { throw .cutOfStoredRuns }
    if drawsCharts, runs.records.count <= Self.mostCharted {
      return try sideValues?.summaries(of: runs.records, metrics: metrics) ?? []
    }
    return try values?.summaries(of: runs.records, metrics: metrics) ?? []
  }

  // MARK: - Noise

  /// The runs from which noise is estimated if the sides have too few; `nil` if none may be used.
  private mutating func noise(for request: ComparisonRequest) throws(Failure) -> [[RunSummary]]? {
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
    by key: (_ stage: String?, RunSummary) -> [String?]? = { [$0, $1.description.commit] }
  ) throws(Failure) -> [[RunSummary]] {
    let (_, analysis) = try analysis(at: folder)
    var groups: [[String]: [RunSummary]] = [:]
    try analysis.forEachRun { (planned, result) throws(Failure) in
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
  ) throws(Failure) -> [[RunSummary]] {
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
    let records = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    let others = records.filter { record in
      !compared.contains(record.id) && record.description.session != nil
        && TrendEnvironment(record.description.device) == environment
    }
    return try groups(of: others, like: request) { [$0.stage] }
  }

  /// The runs of the compared stages in other sessions, if both sides share their sessions.
  private mutating func otherSessions(
    than request: ComparisonRequest
  ) throws(Failure) -> [[RunSummary]] {
    guard let suite = request.pair.suite, let store, request.sharesSessions else { return [] }
    let compared = Set(request.pair.records.map(\.id))
    var filter = RunFilter(suite: suite)
    filter.commits = try history?.recentCommits(upTo: request)
    var others: [RunRecord] = []
    for stage in Set(request.pair.records.compactMap(\.stage)).sorted() {
      filter.stage = stage
      others += try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    }
    others.removeAll { compared.contains($0.id) || $0.description.session == nil }
    return try groups(of: others, like: request) { record in
      [record.stage, record.description.session, record.description.commit]
    }
  }

  /// The runs of all stages of a suite; only those of the two commits if commits are compared.
  private mutating func runs(
    ofSuite suite: String, for request: ComparisonRequest
  ) throws(Failure) -> [[RunSummary]] {
    var filter = RunFilter(suite: suite)
    if request.pair.areCommitsOfOneStage {
      filter.commits = Set(request.pair.records.compactMap(\.description.commit)).sorted()
    }
    let records = try Attempt.storing { () throws(StoreError) in try store?.runs(filter) } ?? []
    return try groups(of: records, like: request) { [$0.stage, $0.description.commit] }
  }

  private mutating func groups(
    of records: [RunRecord], like request: ComparisonRequest, by key: (RunRecord) -> [String?]
  ) throws(Failure) -> [[RunSummary]] {
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
    _ candidate: SideReference, named candidateName: String, against reference: SideReference,
    named referenceName: String
  ) throws(Failure) -> [Explanation] {
    try requests(
      (reference, referenceName), [(candidate, candidateName)],
      metrics: Explanation.metrics.map(\.id)
    ).explanations
  }

  /// Reads the runs of one side of a comparison, such as a commit, grouped by stage.
  ///
  /// - Throws: if the side has no runs.
  package mutating func stages(
    of side: SideReference, named name: String
  ) throws(Failure) -> [(title: String, runs: ComparedSide)] {
    let found = try runs(of: side, named: name)
    var stages: [(title: String, runs: ComparedSide)] = []
    for stage in found.stages {
      let runs = try summaries(of: stage, catalog.map(\.id))
      stages.append(
        (found.isOneStage ? "" : stage.place.title ?? "", ComparedSide(name: name, runs: runs)))
    }
    return stages
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
