package import Analysis
internal import Parallel
internal import Recordings
package import Reports
package import RunStore
internal import Units

/// A request for a trend of metrics along the commits: which runs, metrics and commits of a store it covers.
package struct TrendQuestion {
  let filter: RunFilter
  let metrics: TrendMetrics
  /// Noise floors that replace those of the suites.
  let noiseFloors: NoiseFloorOptions
  /// The number of newest measured commits that are the tip of the history.
  let window: Int?
  /// How the trend finds out the order of its commits, such as from Git.
  package let order: CommitOrder
  /// Whether each segment of the runs has series of its own.
  let hasSegments: Bool

  package init(
    filter: RunFilter, metrics: TrendMetrics = .ofTables,
    noiseFloors: NoiseFloorOptions = NoiseFloorOptions(), window: Int? = nil, order: CommitOrder,
    hasSegments: Bool = false
  ) {
    self.hasSegments = hasSegments
    self.filter = filter
    self.metrics = metrics
    self.noiseFloors = noiseFloors
    self.window = window
    self.order = order
  }

  /// Reads the metric values of a trend from the store, and finds the commits that changed them.
  ///
  /// - Returns: the trend, with at least one series.
  /// - Throws: if a metric or commit does not exist, or the history has no runs.
  package func trend(in store: RunStore) throws -> Trend {
    let (found, history) = try found(in: store)
    let trend = try Self.trend(
      of: found, in: store, along: history, metrics: metrics,
      floors: try floors(of: found, in: store), window: window, hasSegments: hasSegments)
    guard !trend.series.isEmpty else { throw nothing(of: found, along: history, in: store) }
    return trend
  }

  /// Reads the metric values of a trend from the store, without a search for change points.
  ///
  /// - Returns: at least one series.
  package func gathered(in store: RunStore) throws -> GatheredSeries {
    let (found, history) = try found(in: store)
    let gathered = try GatheredSeries(
      of: found, in: store, along: history, metrics: metrics,
      floors: try Self.noiseFloors(of: found, in: store))
    guard !gathered.gathering.series.isEmpty else {
      throw nothing(of: found, along: history, in: store)
    }
    return gathered
  }

  private func floors(
    of found: RunHistory, in store: RunStore
  ) throws -> [String?: [Metric]] {
    let own = try store.measures()
    let suites = try Self.noiseFloors(of: found, in: store)
    do throws(LimitProblem) {
      return try noiseFloors.over(
        suites, of: Set(found.places.map(\.suite)), named: { Metric.named($0, amongThoseOf: own) })
    } catch {
      throw LimitChecks.failure(error, titles: [], suiteFile: nil)
    }
  }

  private func found(
    in store: RunStore
  ) throws -> (runs: RunHistory, history: CommitHistory) {
    let found = try store.history(filter)
    guard !found.runs.isEmpty else { throw Failure.noRuns(filter, in: store) }
    return (found, try order.history(of: Set(found.commits), in: store))
  }

  /// The failure for a history without series.
  private func nothing(
    of found: RunHistory, along history: CommitHistory, in store: RunStore
  ) -> any Error {
    if found.commits.isEmpty { return Failure.noOrder(store: store.path, .noCommits) }
    guard let newest = found.commits.compactMap({ history.position(of: $0) }).max() else {
      return Failure.nothingAlong(history.name, store: store.path, runs: found.runs.count)
    }
    if let error = order.backwards(history) { return error }
    return newest >= history.start
      ? Failure.nothingKept(store: store.path)
      : Failure.nothingSince(newest: history.commits[newest], of: history.name, store: store.path)
  }

  /// Finds changes on all processors; the result does not depend on their number.
  ///
  /// - Parameters:
  ///   - found: the runs.
  ///   - floors: metrics with the noise floors of suites.
  ///   - tripWires: the trip-wires of a check; `nil` to search no proof at single commits.
  ///   - window: the number of newest measured commits that are the tip; `nil` for the default.
  ///   - hasSegments: whether each segment of the runs has series of its own.
  /// - Returns: the trend; without series if no run is in the history.
  /// - Throws: if a metric does not exist, or the store cannot be read.
  static func trend(
    of found: RunHistory, in store: RunStore, along history: CommitHistory,
    metrics: TrendMetrics, floors: [String?: [Metric]], tripWires: TripWires? = nil,
    window: Int? = nil, hasSegments: Bool = false
  ) throws -> Trend {
    let gathered = try GatheredSeries(
      of: found, in: store, along: history, metrics: metrics, floors: floors,
      hasSegments: hasSegments)
    let (gathering, values) = (gathered.gathering, gathered.values)
    let drafts = gathering.series
    let families = TrendFamilies(of: drafts)
    let series = drafts.mapConcurrently { $0.judged(among: families, tripWires: tripWires) }
    return Trend(
      of: series, from: gathering, facts: try values.facts(of: gathering.runs(beside: series)),
      window: window)
  }

  private static func noiseFloors(
    of found: RunHistory, in store: RunStore
  ) throws -> [String?: [Metric]] {
    let suites = try store.suites()
    let used = Set(found.places.compactMap(\.suite))
    var floors: [String?: [Metric]] = [:]
    for suite in suites
    where used.contains(suite.id) && !suite.thresholds.noiseFloors.isEmpty {
      let own = try store.measures()
      do throws(LimitProblem) {
        floors[suite.id] = try Metric.withNoiseFloors(
          of: suite, named: { Metric.named($0, amongThoseOf: own) })
      } catch {
        throw LimitChecks.failure(error, titles: [], suiteFile: nil)
      }
    }
    return floors
  }
}

/// The metric values of a trend along the commits, before Hitchmark searches them for change points.
package struct GatheredSeries {
  let gathering: TrendGathering
  package let history: CommitHistory
  let values: TrendValues
  let columns: [TrendColumn]

  /// Reads the values; the arguments are those of `TrendQuestion.trend`.
  init(
    of found: RunHistory, in store: RunStore, along history: CommitHistory,
    metrics: TrendMetrics, floors: [String?: [Metric]], hasSegments: Bool = false
  ) throws {
    self.history = history
    let asked = try metrics.metrics(of: found.places.map(\.suite), in: store)
    var values = try TrendValues(of: found, in: store, only: asked.map(\.metric))
    if hasSegments { try values.addSegments(asked.map(\.metric), along: history) }
    self.values = values
    columns = asked.map { values.column(of: $0.metric, suites: $0.suites) }
    var gathering = TrendGathering(values.runs, along: history, replaced: floors)
    gathering.add(columns)
    self.gathering = gathering
  }
  /// Estimates the rate of false alarms and the smallest detectable change, by running the change-point detector on
  /// randomly reordered noise of the trend.
  ///
  /// The noise of a series is what remains of its values without its changes. False alarms are counted in `shuffles`
  /// shuffles of each series. The number of threads, `jobs`, does not change the result.
  package func calibration(shuffles: Int, jobs: Int, observer: TaskObserver) -> Calibration {
    Calibration(of: gathering, columns: columns, shuffles: shuffles) { count, part in
      OrderedPipeline(Array(0..<count), jobs: jobs) { part($0) }.run { index, _ in
        observer.progress(.calibrating(percent: index * 100 / count))
      }
      observer.progress(.finished)
    }
  }
}

/// Which metrics a trend shows: those in the tables of the suites, those in a given list, or all that have stored
/// values.
package enum TrendMetrics {
  /// The rows of each suite's tables.
  case ofTables
  /// These metrics, by suite.
  case ofSuites([String?: [Metric.ID]])
  case named([Metric.ID])
  /// All metrics with values in the store.
  case all

  /// The metrics in the order of outputs, each with the suites it is requested for; `nil` for all suites.
  ///
  /// - Parameter suites: the suites of the runs, in the order of outputs.
  /// - Throws: if a metric does not exist, or the store cannot be read.
  func metrics(
    of suites: [String?], in store: RunStore
  ) throws -> [(metric: Metric, suites: Set<String?>?)] {
    switch self {
    case .named(let ids):
      return try Self.metrics(ids.distinct, in: store).map { ($0, nil) }
    case .all:
      let kept = try store.metrics()
      let catalog = Metric.all.map(\.id).filter(kept.contains)
      let others = kept.filter { !catalog.contains($0) }
      return try Self.metrics(catalog + others, in: store).map { ($0, nil) }
    case .ofSuites(let rows):
      var asking: [Metric.ID: Set<String?>] = [:]
      var ids: [Metric.ID] = []
      for suite in suites {
        for id in rows[suite] ?? [] {
          if asking[id] == nil { ids.append(id) }
          asking[id, default: []].insert(suite)
        }
      }
      return try Self.metrics(ids, in: store).map { ($0, asking[$0.id]) }
    case .ofTables:
      var rows: [String?: [Metric.ID]] = [:]
      for suite in suites where rows[suite] == nil {
        rows[suite] = try Self.rows(of: suite, in: store)
      }
      return try TrendMetrics.ofSuites(rows).metrics(of: suites, in: store)
    }
  }

  private static func rows(of suite: String?, in store: RunStore) throws -> [Metric.ID] {
    let described = try suite.flatMap { (id) throws(StoreError) in try store.suite(id) }
    return described?.tableRows ?? ThesisConventions.rows
  }

  private static func metrics(
    _ ids: [Metric.ID], in store: RunStore
  ) throws -> [Metric] {
    var known = Dictionary(Metric.all.map { ($0.id, $0) }) { first, _ in first }
    if ids.contains(where: { known[$0] == nil }) {
      let own = try store.measures()
      for id in ids where known[id] == nil {
        known[id] = Metric.named(id, amongThoseOf: own)
      }
    }
    var metrics: [Metric] = []
    for id in ids {
      guard let metric = known[id] else {
        throw Failure.unknownMetric(id, nearest: id.nearest(among: known.keys.sorted()))
      }
      metrics.append(metric)
    }
    return metrics
  }
}

/// Reads the frames of runs at the newest commits of a trend, from which reports draw heat maps of frame times.
package enum TrendFrames {
  /// More rows would not fit on a screen.
  private static let mostCommits = 30
  private static let mostStages = 4

  /// Reads one run of each of the newest commits, for up to four stages of a trend.
  ///
  /// Only commits with a run that has frames count, and of each stage only the newest 30 of them.
  ///
  /// - Parameter filter: the filter of the trend's runs.
  package static func stages(
    of trend: Trend, in store: RunStore, filter: RunFilter
  ) throws -> [TrendReport.Frames] {
    var titles: Set<String> = []
    let stages = trend.series.filter { $0.segment == nil && titles.insert($0.title).inserted }
      .prefix(mostStages)
    var values = RunValues(
      of: store, settings: ParameterSettings(), needs: RunNeeds(charts: true))
    return try stages.map { stage in
      let newest = try newest(of: stage, along: trend.history, in: store, filter)
      let runs = try values.summaries(of: newest.map(\.record))
      return TrendReport.Frames(
        stage: stage.title, runs: Array(zip(newest.map(\.commit), runs)))
    }
  }

  /// One run of each of the newest commits, in the order of the history.
  ///
  /// Of several runs of a commit, the first by name is taken: the order of ingestion does not matter.
  private static func newest(
    of stage: TrendSeries, along history: CommitHistory, in store: RunStore, _ filter: RunFilter
  ) throws -> [(commit: String, record: RunRecord)] {
    var filter = filter
    (filter.suite, filter.stage) = (stage.suite, stage.stage)
    let records = try store.runs(filter)
    var runs: [Int: RunRecord] = [:]
    for record in records
    where record.frames.value != nil && record.suite == stage.suite && record.stage == stage.stage {
      guard let position = record.description.commit.flatMap(history.position(of:)),
        position >= history.start
      else { continue }
      let isFirst = runs[position].map { ($0.name, $0.digest) > (record.name, record.digest) }
      if isFirst ?? true { runs[position] = record }
    }
    return runs.sorted { $0.key < $1.key }.suffix(mostCommits).map {
      (history.commits[$0.key], $0.value)
    }
  }
}
