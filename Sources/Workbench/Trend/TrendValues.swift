internal import Analysis
internal import Parallel
internal import Recordings
internal import RunStore
internal import Units

/// The stored data of runs for a trend; frames are read only for segments.
struct TrendValues {
  /// The places of the runs, followed by those of their segments.
  private(set) var runs: TrendRuns
  /// The segments of the runs, in the order of `runs`; empty unless they were added.
  private var segments: [TrendSegment] = []
  private let history: RunHistory
  private let store: RunStore
  private let table: MetricTable

  /// Reads the places and values of runs.
  ///
  /// - Parameter metrics: the metrics whose values will be needed.
  init(
    of history: RunHistory, in store: RunStore, only metrics: [Metric]
  ) throws {
    self.history = history
    self.store = store
    table = try store.metricTable(
      of: history.runs.map(\.id), only: Set(metrics.map(\.id) + [GeneratedFrames.factor]))
    let places = TrendPlaces(of: history)
    runs = TrendRuns(
      places: places.places, commits: history.commits,
      runs: history.runs.map { run in
        TrendRuns.Run(
          place: places.index(of: run), commit: run.commit, session: run.session.map { Int($0) })
      })
  }

  /// The stored values of a metric: a value or a reason per run.
  ///
  /// - Parameter suites: the suites it is requested for; `nil` for all.
  func column(of metric: Metric, suites: Set<String?>?) -> TrendColumn {
    let whole = table.column(of: metric.id)
    guard !segments.isEmpty else {
      return TrendColumn(metric: metric, suites: suites, column: whole)
    }
    let stored =
      history.runs.indices.map { whole[$0] } + segments.map { $0.values[metric.id] }
    return TrendColumn(
      metric: metric, suites: suites, column: MetricColumn(metric: metric.id, of: stored))
  }

  /// Adds each segment of each run as a run in a place of its own.
  ///
  /// Only values of whole runs are stored, so this reads the frames of all runs within the history: O(frames).
  mutating func addSegments(_ metrics: [Metric], along history: CommitHistory) throws {
    segments = try TrendSegment.all(of: self.history, in: store, metrics, along: history)
    runs = runs.adding(segments)
  }

  /// The index of the whole run, for a run or a segment.
  private func wholeRun(_ index: Int) -> Int {
    index < history.runs.count ? index : segments[index - history.runs.count].run
  }

  func facts(of indices: [Int]) throws -> [Int: TrendFacts] {
    let found = try store.circumstances(of: indices.map { history.runs[wholeRun($0)].id })
    var circumstances = RepeatedCircumstances(devices: history.devices.mapValues(\.softFacts))
    let factors = table.column(of: GeneratedFrames.factor)
    var facts: [Int: TrendFacts] = [:]
    for index in indices {
      let run = history.runs[wholeRun(index)]
      let told = found[run.id]
      var all = circumstances.all(on: run.device, told)
      // The frame rates of runs with and without them differ for this reason alone.
      let areGenerated = factors[wholeRun(index)].flatMap { GeneratedFrames.arePresent($0.value) }
      all["generated frames"] = areGenerated.map { $0 ? "yes" : "no" }
      facts[index] = TrendFacts(session: told?.session, circumstances: all)
    }
    return facts
  }
}

/// The circumstances of consecutive runs.
///
/// Equal ones share one dictionary.
private struct RepeatedCircumstances {
  let devices: [Int64: [String: String]]
  private var device: Int64?
  private var told: RunCircumstances?
  private var latest: [String: String] = [:]

  init(devices: [Int64: [String: String]]) { self.devices = devices }

  mutating func all(on device: Int64, _ told: RunCircumstances?) -> [String: String] {
    if device != self.device || told?.labels != self.told?.labels
      || told?.format != self.told?.format
    {
      latest = devices[device] ?? [:]
      latest.merge(told?.labels ?? [:]) { device, _ in device }
      latest["trace format"] = told?.format
      (self.device, self.told) = (device, told)
    }
    return latest
  }
}

/// Numbers the measured places: each place of a store in each environment of its devices.
private struct TrendPlaces {
  private(set) var places: [TrendRuns.MeasuredPlace] = []
  /// The index of the measured place, by place and device.
  private var indices: [Int] = []
  private let devices: DeviceNumbers

  init(of history: RunHistory) {
    devices = DeviceNumbers(history.devices.keys.sorted())
    let environments = devices.ids.map { TrendEnvironment(history.devices[$0] ?? Device()) }
    var isUsed = Array(repeating: false, count: history.places.count * devices.ids.count)
    indices = Array(repeating: 0, count: isUsed.count)
    for run in history.runs { isUsed[cell(of: run)] = true }
    for cell in isUsed.indices where isUsed[cell] {
      let filed = history.places[cell / devices.ids.count]
      let place = TrendRuns.MeasuredPlace(
        filed, environment: environments[cell % devices.ids.count])
      indices[cell] = places.firstIndex(of: place) ?? places.count
      if indices[cell] == places.count { places.append(place) }
    }
  }

  func index(of run: RunHistory.Run) -> Int { indices[cell(of: run)] }

  private func cell(of run: RunHistory.Run) -> Int {
    run.place * devices.ids.count + devices.number(of: run.device)
  }
}

/// The devices of a store, numbered without gaps.
private struct DeviceNumbers {
  /// The device ids in ascending order.
  let ids: [Int64]

  init(_ ids: [Int64]) { self.ids = ids }

  /// The number of a device; O(log n).
  func number(of id: Int64) -> Int {
    var (low, high) = (0, ids.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A segment of a run in a trend, with its values.
struct TrendSegment {
  /// The index of the run among the runs of the trend.
  let run: Int
  let name: String
  let values: [Metric.ID: StoredMetric]

  /// The segments of the runs that measured a commit of the history, in the order of the runs.
  ///
  /// The values have the parameters that the suites set now. O(frames) of these runs.
  static func all(
    of runs: RunHistory, in store: RunStore, _ metrics: [Metric], along history: CommitHistory
  ) throws -> [TrendSegment] {
    let positions = runs.commits.map(history.position)
    let indices = runs.runs.indices.filter { index in
      runs.runs[index].commit.flatMap { positions[$0] }.map { $0 >= history.start } ?? false
    }
    var filter = RunFilter()
    filter.ids = indices.map { runs.runs[$0].id }
    let records = try store.runs(filter)
    var values = RunValues(
      of: store, settings: ParameterSettings(), needs: RunNeeds(segments: true),
      catalog: metrics)
    var summaries: [RunID: RunSummary] = [:]
    for (record, summary) in zip(records, try values.summaries(of: records)) {
      summaries[record.id] = summary
    }
    return indices.flatMap { index in
      summaries[runs.runs[index].id].map { segments(of: $0, at: index) } ?? []
    }
  }

  private static func segments(of run: RunSummary, at index: Int) -> [TrendSegment] {
    [run].segmentNames.flatMap { name in
      [run].segments(named: name).map { segment in
        let values = StoredValues.of(segment.values, segment.parameters).map { ($0.metric, $0) }
        return TrendSegment(
          run: index, name: name, values: Dictionary(values) { first, _ in first })
      }
    }
  }
}

extension TrendRuns {
  /// The runs followed by segments of them; each place is followed by the places of its segments.
  func adding(_ segments: [TrendSegment]) -> TrendRuns {
    let names = Dictionary(grouping: segments) { runs[$0.run].place }
      .mapValues { $0.map(\.name).distinct }
    var places: [MeasuredPlace] = []
    var wholes: [Int] = []
    var parts: [Int: [String: Int]] = [:]
    for (index, place) in self.places.enumerated() {
      wholes.append(places.count)
      places.append(place)
      for name in names[index] ?? [] {
        parts[index, default: [:]][name] = places.count
        places.append(place.segment(name))
      }
    }
    let whole = runs.map {
      Run(place: wholes[$0.place], commit: $0.commit, session: $0.session)
    }
    return TrendRuns(
      places: places, commits: commits,
      runs: whole
        + segments.map { segment in
          let run = runs[segment.run]
          return Run(
            place: parts[run.place]?[segment.name] ?? wholes[run.place], commit: run.commit,
            session: run.session)
        })
  }
}

extension TrendRuns.MeasuredPlace {
  fileprivate func segment(_ name: String) -> TrendRuns.MeasuredPlace {
    TrendRuns.MeasuredPlace(
      Place(suite: place.suite, stage: place.stage, segment: name), environment: environment)
  }
}
