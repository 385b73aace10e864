internal import Analysis
package import Recordings
package import RunStore

/// Converts a run's metric values to the form in which a store saves them, so that later queries need not decode the
/// run's frames.
enum StoredValues {
  /// The values of a run, each with those of the run's parameters on which it depends.
  static func of(_ values: MetricValues, _ parameters: Parameters) -> [StoredMetric] {
    var texts = ParameterTexts(parameters)
    return values.map { metric, value in
      StoredMetric(
        metric: metric.id, revision: metric.revision, parameters: texts.text(of: metric),
        value: value.value)
    }
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
  /// The metric values of one run that differ from the stored values after they were recomputed.
  package struct Outcome: Sendable {
    package let run: RunID
    /// The values that differ in any way, including those that are stored with another formula or other parameters.
    package fileprivate(set) var changed: [StoredMetric] = []
    /// Those of the changed values whose stored values are wrong: they have the same formula and parameters.
    fileprivate(set) var wrong: [StoredMetric] = []
    /// Why the run cannot be read as it was added, if this was verified; no values are computed then.
    fileprivate(set) var finding: VerifyFinding?
  }

  private let store: RunStore
  private let settings: [String: ParameterSettings]

  /// The number of runs per task: few enough that all threads end at about the same time.
  private static func chunk(of runs: Int, jobs: Int) -> Int { min(max(runs / (jobs * 8), 16), 256) }

  /// Prepares the recomputation of the metric values in a store.
  ///
  /// - Parameter store: its suites determine the parameters.
  /// - Throws: if the store cannot be read, or a suite's parameters are invalid.
  package init(of store: RunStore) throws {
    self.store = store
    let suites = try store.suites()
    settings = try ParameterSettings.declared(byEach: suites)
  }

  /// Recomputes the metric values of stored runs, and delivers the results in the order of the runs.
  ///
  /// - Parameters:
  ///   - jobs: the number of threads, at least 1.
  ///   - verifies: whether to verify that each run can be read as it was added.
  ///   - take: receives the outcomes on the calling thread.
  /// - Throws: the first failure, of a thread or of `take`.
  package func run(
    _ records: [RunRecord], jobs: Int, verifies: Bool = false,
    take: (Outcome) throws -> Void
  ) throws {
    let chunk = Self.chunk(of: records.count, jobs: jobs)
    let settings = settings
    try StoredRuns(store: store, records: records).forEach(chunk: chunk, jobs: jobs) {
      (store, range) throws(StoreError) in
      let stored = StoredColumns(try store.metricTable(of: records[range].map(\.id)))
      var texts: ParameterTexts?
      var outcomes: [Outcome] = []
      for (index, record) in records[range].enumerated() {
        var outcome = Outcome(run: record.id)
        switch verifies ? try store.verified(record) : .success(try store.recording(of: record)) {
        case .success(let recording):
          let own = record.suite.flatMap { settings[$0] } ?? ParameterSettings()
          stored.compare(RunFigures(recording, settings: own), ofRunAt: index, &texts, &outcome)
        case .failure(let finding): outcome.finding = finding
        }
        outcomes.append(outcome)
      }
      return outcomes
    } take: { _, outcome in
      try take(outcome)
    }
  }
}

/// The stored values of some runs by the positions of metrics in the catalog, so that no metric is searched for.
private struct StoredColumns {
  private let table: MetricTable
  private let catalog: [MetricColumn]

  init(_ table: MetricTable) {
    self.table = table
    catalog = Metric.all.map { table.column(of: $0.id) }
  }

  /// Adds the values of a run that differ from the stored ones.
  ///
  /// - Parameter latest: the texts of the run before, which usually has the same parameters.
  func compare(
    _ figures: RunFigures, ofRunAt index: Int, _ latest: inout ParameterTexts?,
    _ outcome: inout Recomputation.Outcome
  ) {
    var texts =
      latest.flatMap { $0.parameters == figures.parameters ? $0 : nil }
      ?? ParameterTexts(figures.parameters)
    defer { latest = texts }
    let values = figures.values()
    for position in values.indices {
      let (metric, value) = values[position]
      // The catalog precedes the metrics that the run brings.
      let column = position < catalog.count ? catalog[position] : table.column(of: metric.id)
      let origin = column.origins[Int(column.sources[index])]
      let parameters = texts.text(of: metric)
      let isSameFormula =
        origin?.revision == metric.revision && origin?.parameters == parameters
      if isSameFormula, column.value(ofRunAt: index) == value.value { continue }
      let computed = StoredMetric(
        metric: metric.id, revision: metric.revision, parameters: parameters, value: value.value)
      outcome.changed.append(computed)
      if isSameFormula { outcome.wrong.append(computed) }
    }
  }
}
