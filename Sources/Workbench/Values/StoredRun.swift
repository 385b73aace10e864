internal import Analysis
internal import Parallel
internal import Recordings
internal import RunStore
internal import System

/// A run with its stored values and without its frames.
struct StoredRun {
  private let record: RunRecord
  private let recording: Recording
  private let metrics: [Metric]
  private let kept: (Metric.ID) -> StoredMetric?

  /// Uses some metrics of a run.
  ///
  /// - Parameter kept: the stored value of a metric, `nil` if there is neither a value nor a reason.
  init(_ record: RunRecord, metrics: [Metric], kept: @escaping (Metric.ID) -> StoredMetric?) {
    self.record = record
    self.metrics = metrics
    self.kept = kept
    recording = Self.recording(of: record)
  }

  /// The run without frames and counters.
  private static func recording(of record: RunRecord) -> Recording {
    Recording(
      origin: record.origin,
      timeline: .withheld(
        because: record.frames.reason ?? "the frames of the stored run were not read"),
      description: record.description)
  }

  /// The metrics of a run with these ids; all of the catalog and of the run if `ids` is `nil`.
  static func metrics(
    of record: RunRecord, ids: [Metric.ID]?, catalog: [Metric]
  ) -> [Metric] {
    let measures = record.description.knownMeasures
    return ids.map { $0.compactMap { Metric.named($0, amongThoseOf: measures) } }
      ?? Metric.catalog(for: [recording(of: record)], startingFrom: catalog)
  }

  /// Whether the CPU time of its threads is known, which only the run's recording contains.
  var showsThreads: Bool { Metric.showThreads { kept($0)?.value } }

  /// The summary of the run; `nil` if a stored value differs from what the frames would give with these settings.
  ///
  /// - Parameter latest: the texts of the run before, which usually has the same parameters.
  func summary(
    _ settings: ParameterSettings, _ latest: inout ParameterTexts?
  ) -> RunSummary? {
    var parameters = Parameters(for: recording, settings: settings)
    if parameters.refreshRate == .unknown, let rate = inferredRate {
      parameters = parameters.with(rate)
    }
    let figures = RunFigures(recording, parameters)
    var texts =
      latest.flatMap { $0.parameters == parameters ? $0 : nil } ?? ParameterTexts(parameters)
    defer { latest = texts }
    var values: [MetricValue] = []
    values.reserveCapacity(metrics.count)
    for metric in metrics {
      guard let value = value(of: metric, &texts, figures) else { return nil }
      values.append(value)
    }
    return RunSummary(
      of: recording, name: record.name, parameters: parameters,
      values: MetricValues(of: metrics, values))
  }

  private func value(
    of metric: Metric, _ texts: inout ParameterTexts, _ figures: RunFigures
  ) -> MetricValue? {
    guard let kept = kept(metric.id) else {
      // A missing measure of a run is not stored. A missing metric of the catalog requires the frames.
      return Metric.all.contains { $0.id == metric.id } ? nil : figures.value(of: metric)
    }
    guard kept.revision == metric.revision,
      kept.parameters == texts.text(of: metric)
    else { return nil }
    return MetricValue(kept.value, basis: basis(of: metric, kept.value, figures))
  }

  /// The basis of a value: one that is known without frames was not measured.
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

  /// The refresh rate that was inferred from the frames, according to the stored values that depend on it.
  private var inferredRate: RefreshRate? {
    for metric in metrics where metric.parameters.contains(.refreshRate) {
      let rate = kept(metric.id).flatMap { ParameterTexts.inferredRate(in: $0.parameters) }
      if let rate { return rate }
    }
    return nil
  }
}

/// Reads stored runs on all cores; each core has its own connection.
struct StoredRuns: Sendable {
  private let connections: StorePool
  private let records: [RunRecord]

  /// Prepares to read runs.
  ///
  /// - Throws: if the frames of the runs must be fetched from a cluster, and cannot.
  init(store: RunStore, records: [RunRecord]) throws {
    try store.prepareFrames(of: records.map(\.id))
    connections = StorePool(of: store)
    self.records = records
  }

  /// Decodes each run once and transforms it; few runs are in memory at a time.
  ///
  /// - Parameters:
  ///   - make: transforms the run at an index; called concurrently.
  ///   - take: receives the outputs in the order of the runs, on the calling thread.
  /// - Throws: if the store cannot be read, and errors of `take`.
  func forEach<Output: Sendable>(
    make: @escaping @Sendable (Int, Recording) -> Output,
    take: (Int, Output) throws -> Void
  ) throws {
    try forEach(
      chunk: 8, jobs: Platform.processorCount,
      read: { (store, range) throws(StoreError) in
        var outputs: [Output] = []
        for index in range { outputs.append(make(index, try store.recording(of: records[index]))) }
        return outputs
      }, take: take)
  }

  /// Reads the runs in chunks.
  ///
  /// - Parameters:
  ///   - chunk: the number of runs per call of `read`.
  ///   - jobs: the number of threads, at least 1.
  ///   - read: reads a range of runs, with one output per run; called concurrently.
  ///   - take: receives the outputs in the order of the runs, on the calling thread.
  /// - Throws: the first failure.
  func forEach<Output: Sendable>(
    chunk: Int, jobs: Int,
    read: @escaping @Sendable (RunStore, Range<Int>) throws(StoreError) -> [Output],
    take: (Int, Output) throws -> Void
  ) throws {
    let chunks = stride(from: 0, to: records.count, by: chunk).map {
      $0..<min($0 + chunk, records.count)
    }
    let connections = connections
    let pipeline = OrderedPipeline(chunks, jobs: jobs) { chunk in
      Result { () throws(StoreError) in
        try connections.withStore { (store) throws(StoreError) in try read(store, chunk) }
      }
    }
    try pipeline.run { chunk, outputs in
      for (index, output) in zip(chunks[chunk], try outputs.get()) { try take(index, output) }
    }
  }
}
