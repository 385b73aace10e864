internal import Analysis
internal import Recordings
internal import RunStore

/// The metric values of stored runs: those that the store keeps where they are what the frames would
/// give, else computed from the frames.
struct StoredSummaries {
  private let store: RunStore
  /// What the command line asks of the parameters.
  private let settings: ParameterSettings
  /// Whether kept values will not do, because the data are to be examined.
  private let readsFrames: Bool
  /// The metrics to compute of frames, besides those of the runs themselves.
  private let catalogue: [Metric]
  /// How the iterations of a benchmark become one run; `nil` where they are runs.
  private let pooling: IterationPooling?
  /// Whether to keep what charts of pooled runs are drawn from.
  var keepsProfiles = false
  /// Whether to compute the metrics of pooled runs' segments as well.
  var keepsSegments = false
  private var suites: [String: SuiteDescription?] = [:]
  private var known: [RunID: RunSummary] = [:]

  init(
    store: RunStore, settings: ParameterSettings, readsFrames: Bool = false,
    catalogue: [Metric] = Metric.all, pooling: IterationPooling? = nil
  ) {
    self.store = store
    self.pooling = pooling
    self.catalogue = catalogue
    self.readsFrames = readsFrames
    self.settings = settings
  }

  /// What a suite's file said; `nil` without one.
  mutating func suite(_ id: String?) throws(Failure) -> SuiteDescription? {
    guard let id else { return nil }
    if let known = suites[id] { return known }
    let suite = try Attempt.storing { () throws(StoreError) in try store.suite(id) }
    suites[id] = .some(suite)
    return suite
  }

  /// The runs with some of their metrics.
  ///
  /// - Parameters:
  ///   - records: of one suite.
  ///   - metrics: which values are wanted; always the same ones for a suite.
  ///   - examines: whether to say what is wrong with their data; of a few runs only, as that takes reading their frames.
  /// - Returns: a summary for each run, in their order, with at least these metrics; where iterations are pooled, one for
  ///   each benchmark in the place of its iterations.
  /// - Throws: when the store cannot be read.
  mutating func summaries(
    of records: [RunRecord], metrics: [Metric.ID], examines: Bool = false
  ) throws(Failure) -> [RunSummary] {
    if let pooling { return try pooledSummaries(of: records, by: pooling) }
    let examines = examines && records.count <= Self.mostExamined
    let new = records.filter { known[$0.id] == nil }
    let kept = try keptValues(of: new.map(\.id), metrics)
    for record in new {
      let settings = try settings(of: record)
      let run = KeptRun(record, metrics: metrics, kept: kept[record.id] ?? [:])
      if !readsFrames, let summary = run.summary(settings) {
        known[record.id] = examines ? try examined(summary, record, settings) : summary
      } else {
        known[record.id] = try fromFrames(record, settings)
      }
    }
    return records.compactMap { known[$0.id] }
  }

  /// Runs of a stage and side that are examined, at most.
  private static let mostExamined = 50

  /// Holds no more than the iterations of one benchmark in memory.
  private mutating func pooledSummaries(
    of records: [RunRecord], by pooling: IterationPooling
  ) throws(Failure) -> [RunSummary] {
    guard let first = records.first else { return [] }
    let settings = try settings(of: first)
    var summaries: [RunSummary] = []
    var (runs, name): ([Recording], String?) = ([], first.name)
    func finish() {
      let run = pooling.run(of: runs)
      summaries.append(
        RunSummary(
          of: run, name: run.origin.stream ?? name, settings: settings, catalogue: catalogue,
          keepsProfile: keepsProfiles, keepsSegments: keepsSegments))
    }
    for record in records {
      let run = try Attempt.storing { () throws(StoreError) in try store.recording(of: record) }
      if !runs.isEmpty, !pooling.goesOn(runs, with: run) {
        finish()
        (runs, name) = ([], record.name)
      }
      runs.append(run)
    }
    finish()
    return summaries
  }

  /// Kept values, with what is wrong with the data that they rest on.
  private func examined(
    _ summary: RunSummary, _ record: RunRecord, _ settings: ParameterSettings
  ) throws(Failure) -> RunSummary {
    let recording = try Attempt.storing { () throws(StoreError) in
      try store.recording(of: record)
    }
    let quality = RunSummary(of: recording, settings: settings, catalogue: []).quality
    return RunSummary(
      of: recording, name: summary.name, parameters: summary.parameters, values: summary.values,
      quality: quality)
  }

  private mutating func settings(of record: RunRecord) throws(Failure) -> ParameterSettings {
    try ParameterSettings.declared(by: try suite(record.suite)).overridden(by: settings)
  }

  private func keptValues(
    of runs: [RunID], _ metrics: [Metric.ID]
  ) throws(Failure) -> [RunID: [Metric.ID: StoredMetric]] {
    var kept: [RunID: [Metric.ID: StoredMetric]] = [:]
    guard !runs.isEmpty else { return kept }
    let stored = try Attempt.storing { () throws(StoreError) in
      try store.keptMetrics(of: runs, only: Set(metrics))
    }
    for metric in metrics {
      for (run, value) in zip(runs, stored.values(of: metric)) {
        kept[run, default: [:]][metric] = value
      }
    }
    return kept
  }

  private func fromFrames(
    _ record: RunRecord, _ settings: ParameterSettings
  ) throws(Failure) -> RunSummary {
    let recording = try Attempt.storing { () throws(StoreError) in
      try store.recording(of: record)
    }
    return RunSummary(
      of: recording, name: record.name, settings: settings, catalogue: catalogue)
  }
}

/// A run as its kept values tell it, without its frames.
private struct KeptRun {
  private let record: RunRecord
  private let recording: Recording
  private let metrics: [Metric]
  private let kept: [Metric.ID: StoredMetric]

  init(_ record: RunRecord, metrics: [Metric.ID], kept: [Metric.ID: StoredMetric]) {
    self.record = record
    self.kept = kept
    recording = Recording(
      origin: record.origin,
      timeline: .withheld(because: record.frames.reason ?? "the frames were not read"),
      description: record.description)
    self.metrics = metrics.compactMap { id in
      Metric.named(id, amongThoseOf: record.description.knownMeasures)
    }
  }

  /// The run; `nil` when a value is not what the frames would give by these settings.
  func summary(_ settings: ParameterSettings) -> RunSummary? {
    var parameters = Parameters(for: recording, settings: settings)
    if parameters.refreshRate == .unknown, let rate = inferredRate {
      parameters = parameters.with(rate)
    }
    let figures = RunFigures(recording, parameters)
    var values: [(metric: Metric, value: MetricValue)] = []
    for metric in metrics {
      guard let value = value(of: metric, parameters, figures) else { return nil }
      values.append((metric, value))
    }
    return RunSummary(
      of: recording, name: record.name, parameters: parameters, values: values)
  }

  private func value(
    of metric: Metric, _ parameters: Parameters, _ figures: RunFigures
  ) -> MetricValue? {
    guard let kept = kept[metric.id] else {
      // What a run does not bring is not kept either; what every run can be asked would be.
      return Metric.all.contains { $0.id == metric.id } ? nil : figures.value(of: metric)
    }
    guard kept.revision == metric.revision,
      kept.parameters == StoredValues.parameters(of: metric, by: parameters)
    else { return nil }
    return MetricValue(kept.value, basis: basis(of: metric, kept.value, figures))
  }

  /// What can be said without the frames was not measured.
  private func basis(
    of metric: Metric, _ value: Known<Double>, _ figures: RunFigures
  ) -> MetricValue.Basis {
    let description = record.description
    guard !description.reported.isEmpty || description.testDuration != nil else {
      return .measured
    }
    let told = figures.value(of: metric)
    return told.value == value ? told.basis : .measured
  }

  /// The refresh rate that was inferred from the frames, as the values that depend on it tell.
  private var inferredRate: RefreshRate? {
    let name = "\(ParameterKey.refreshRate.rawValue)="
    let inferred = "\(ParameterKey.refreshRateSource.rawValue)=\(RefreshRate.inferred(1).source)"
    for value in kept.values {
      let words = value.parameters.split(separator: " ")
      guard words.contains(inferred[...]), let rate = words.first(where: { $0.hasPrefix(name) }),
        let hertz = Double(rate.dropFirst(name.count))
      else { continue }
      return .inferred(hertz)
    }
    return nil
  }
}
