internal import Analysis
internal import Recordings
package import RunStore
internal import Parallel

/// Computes the metric values of stored runs again, on several threads, each with its own connection.
package struct Recomputation: Sendable {
  /// What one run gave.
  package struct Outcome: Sendable {
    package let run: RunID
    /// The values that the store keeps.
    let kept: [StoredMetric]
    /// The values that the run's frames give with the formulas and parameters of today.
    let computed: [StoredMetric]

    /// The computed values that are not the kept ones.
    package var changed: [StoredMetric] {
      let positions = Dictionary(kept.indices.map { (kept[$0].metric, $0) }) { first, _ in first }
      return computed.filter { value in positions[value.metric].map { kept[$0] } != value }
    }
  }

  private let connections: StorePool
  private let settings: [String: ParameterSettings]

  /// How many runs a thread computes at a time: few enough that all threads end together.
  private static func chunk(of runs: Int, jobs: Int) -> Int { min(max(runs / (jobs * 8), 16), 256) }

  /// Prepares the work.
  ///
  /// - Parameter store: whose runs are computed; its suites say with which parameters.
  /// - Throws: when the store cannot be read, or a suite's parameters make no sense.
  package init(of store: RunStore) throws(Failure) {
    connections = StorePool(path: store.path)
    let suites = try Attempt.storing { () throws(StoreError) in try store.suites() }
    settings = try ParameterSettings.declared(byEach: suites)
  }

  /// Computes runs, and hands out what they gave in their order.
  ///
  /// - Parameters:
  ///   - records: the runs.
  ///   - jobs: how many threads work, at least 1.
  ///   - take: gets the outcomes on the calling thread.
  /// - Throws: the first failure, of a thread or of `take`.
  package func run(
    _ records: [RunRecord], jobs: Int, take: (Outcome) throws(Failure) -> Void
  ) throws(Failure) {
    let chunk = Self.chunk(of: records.count, jobs: jobs)
    let chunks = stride(from: 0, to: records.count, by: chunk).map {
      Array(records[$0..<min($0 + chunk, records.count)])
    }
    let pipeline = OrderedPipeline(chunks, jobs: jobs) { self.outcomes(of: $0) }
    try pipeline.run { (_, outcomes) throws(Failure) in
      for outcome in try outcomes.get() { try take(outcome) }
    }
  }

  private func outcomes(of records: [RunRecord]) -> Result<[Outcome], Failure> {
    do throws(StoreError) {
      return .success(
        try connections.withStore { (store) throws(StoreError) in
          let kept = try store.keptMetrics(of: records.map(\.id))
          var outcomes: [Outcome] = []
          for (index, record) in records.enumerated() {
            outcomes.append(
              try outcome(of: record, kept: kept.metrics(ofRunAt: index), in: store))
          }
          return outcomes
        })
    } catch {
      return .failure(.store(error))
    }
  }

  private func outcome(
    of record: RunRecord, kept: [StoredMetric], in store: RunStore
  ) throws(StoreError) -> Outcome {
    let recording = try store.recording(of: record)
    let own = record.suite.flatMap { settings[$0] } ?? ParameterSettings()
    return Outcome(
      run: record.id, kept: kept,
      computed: StoredValues.values(of: RunSummary(of: recording, settings: own)))
  }
}
