internal import Analysis
package import Recordings
package import RunStore

/// Recomputes the metric values of stored runs on several threads, each with its own connection.
package struct Recomputation {
  /// The metric values of one run after they were recomputed, next to the stored values.
  package struct Outcome: Sendable {
    package let run: RunID
    /// The stored values.
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
