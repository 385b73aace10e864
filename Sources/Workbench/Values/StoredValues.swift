package import Analysis
package import Recordings
package import RunStore

/// Converts a run's metric values to the form in which a store saves them, so that later queries need not decode the
/// run's frames.
package enum StoredValues {
  /// The values of a run, each with those of the run's parameters on which it depends.
  static func of(_ values: MetricValues, _ parameters: Parameters) -> [StoredMetric] {
    var texts = ParameterTexts(parameters)
    return values.map { metric, value in
      StoredMetric(
        metric: metric.id, revision: metric.revision, parameters: texts.text(of: metric),
        value: value.value)
    }
  }

  /// The stored metric values that differ from the values that are now computed from the same frames.
  ///
  /// Values of another revision of the formula or with other parameters are left out, because they are known to be
  /// outdated.
  package static func differing(
    in store: RunStore, jobs: Int, observer: TaskObserver
  ) throws(Failure) -> [(run: RunID, metric: Metric.ID)] {
    // In the order of the keys of the stored values, which are then read in one scan.
    let records = try Attempt.storing { () throws(StoreError) in try store.runs() }
      .sorted { $0.id < $1.id }
    var found: [(run: RunID, metric: Metric.ID)] = []
    var done = 0
    try Recomputation(of: store).run(records, jobs: jobs) { outcome in
      done += 1
      observer.progress(.computingRun(done, of: records.count))
      found += outcome.wrong.map { (outcome.run, $0.metric) }
    }
    observer.progress(.finished)
    return found
  }
}

/// The parameters of a run as the text that is stored with each value.
struct ParameterTexts {
  let parameters: Parameters
  /// The texts so far: most metrics depend on the same few parameters.
  private var texts: [(keys: [ParameterKey], text: String)] = []

  init(_ parameters: Parameters) { self.parameters = parameters }

  /// The parameters of a metric, such as `refresh_rate_hz=60 frames=displayed`.
  mutating func text(of metric: Metric) -> String {
    if let known = texts.first(where: { $0.keys == metric.parameters }) { return known.text }
    let text = metric.parameters.map { key in
      switch parameters[key] {
      case .number(let number): "\(key.rawValue)=\(number)"
      case .text(let text): "\(key.rawValue)=\(text)"
      case .unknown: "\(key.rawValue)="
      }
    }.joined(separator: " ")
    texts.append((metric.parameters, text))
    return text
  }

  /// The refresh rate in a text of `text(of:)`, if it was inferred from the frames; `nil` if not.
  static func inferredRate(in text: String) -> RefreshRate? {
    let words = text.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
    func value(of key: ParameterKey) -> Substring? {
      words.first { $0.count == 2 && $0[0] == key.rawValue }?[1]
    }
    guard let source = value(of: .refreshRateSource), source == RefreshRate.inferred(1).source,
      let hertz = value(of: .refreshRate).flatMap({ Double($0) })
    else { return nil }
    return .inferred(hertz)
  }
}

/// Recomputes the metric values of stored runs on several threads, each with its own connection.
package struct Recomputation {
  /// The metric values of one run after they were recomputed, next to the stored values.
  package struct Outcome: Sendable {
    package let run: RunID
    let kept: [StoredMetric]
    /// The values computed from the frames with the current formulas and parameters.
    let computed: [StoredMetric]

    /// The recomputed metric values of the run that differ from the stored values.
    package var changed: [StoredMetric] {
      let positions = Dictionary(kept.indices.map { (kept[$0].metric, $0) }) { first, _ in first }
      return computed.filter { value in positions[value.metric].map { kept[$0] } != value }
    }

    /// The recomputed values whose stored values are wrong: they have the same formula and parameters.
    ///
    /// Values of another formula or of other parameters are only outdated.
    var wrong: [StoredMetric] {
      let stored = Dictionary(kept.map { ($0.metric, $0) }) { first, _ in first }
      return computed.filter { value in
        guard let kept = stored[value.metric], kept.revision == value.revision else { return false }
        return kept.parameters == value.parameters && kept.value != value.value
      }
    }
  }

  private let store: RunStore
  private let settings: [String: ParameterSettings]

  /// The number of runs per task: few enough that all threads end at about the same time.
  private static func chunk(of runs: Int, jobs: Int) -> Int { min(max(runs / (jobs * 8), 16), 256) }

  /// Prepares the recomputation of the metric values in a store.
  ///
  /// - Parameter store: its suites determine the parameters.
  /// - Throws: if the store cannot be read, or a suite's parameters are invalid.
  package init(of store: RunStore) throws(Failure) {
    self.store = store
    let suites = try Attempt.storing { () throws(StoreError) in try store.suites() }
    settings = try ParameterSettings.declared(byEach: suites)
  }

  /// Recomputes the metric values of stored runs, and delivers the results in the order of the runs.
  ///
  /// - Parameters:
  ///   - jobs: the number of threads, at least 1.
  ///   - take: receives the outcomes on the calling thread.
  /// - Throws: the first failure, of a thread or of `take`.
  package func run(
    _ records: [RunRecord], jobs: Int, take: (Outcome) throws(Failure) -> Void
  ) throws(Failure) {
    let chunk = Self.chunk(of: records.count, jobs: jobs)
    let settings = settings
    try StoredRuns(store: store, records: records).forEach(chunk: chunk, jobs: jobs) {
      (store, range) throws(StoreError) in
      let kept = try store.metricTable(of: records[range].map(\.id))
      var outcomes: [Outcome] = []
      for (index, record) in records[range].enumerated() {
        let own = record.suite.flatMap { settings[$0] } ?? ParameterSettings()
        let figures = RunFigures(try store.recording(of: record), settings: own)
        outcomes.append(
          Outcome(
            run: record.id, kept: kept.metrics(ofRunAt: index),
            computed: StoredValues.of(figures.values(), figures.parameters)))
      }
      return outcomes
    } take: { (_, outcome) throws(Failure) in
      try take(outcome)
    }
  }
}
