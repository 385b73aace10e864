internal import Analysis
internal import Recordings
internal import RunStore

/// What a store knows of a suite.
enum StoredSuite {
  /// What `suite.json` said; of a suite without one, its stages as they are found.
  ///
  /// - Parameters:
  ///   - id: the suite.
  ///   - store: that holds its runs.
  /// - Returns: the description.
  /// - Throws: when the store cannot be read, or has neither a description nor a run of the suite.
  static func description(of id: String, in store: RunStore) throws(Failure) -> SuiteDescription {
    let described = try Attempt.storing { () throws(StoreError) in try store.suite(id) }
    if let described { return described }
    let records = try Attempt.storing { () throws(StoreError) in
      try store.runs(RunFilter(suite: id))
    }
    guard !records.isEmpty else {
      let known = try Attempt.storing { () throws(StoreError) in
        Set(try store.suites().map(\.id) + store.runs().compactMap(\.suite))
      }
      throw .unknownSuite(id, store: store.path, known: known.sorted())
    }
    var suite = SuiteDescription(id: id)
    var known: Set<String> = []
    for case let stage? in records.map(\.stage) where known.insert(stage).inserted {
      suite.stages.append(SuiteDescription.Stage(id: stage, title: stage))
    }
    suite.metrics = try rows(of: records, in: store)
    return suite
  }

  /// The rows of a suite that nothing describes: those of its runs, if they have none of the usual ones.
  ///
  /// Results of benchmarks have no frame rate, for example.
  private static func rows(
    of records: [RunRecord], in store: RunStore
  ) throws(Failure) -> [String] {
    let kept = try Attempt.storing { () throws(StoreError) in
      try store.keptMetrics(of: records.map(\.id))
    }
    func isKnown(_ id: String) -> Bool { kept.values(of: id).contains { $0?.value.value != nil } }
    guard !ThesisConventions.rows.contains(where: isKnown) else { return [] }
    let brought = records.flatMap { $0.description.knownMeasures.map(\.name) }
    var seen: Set<String> = []
    return (Metric.all.map(\.id) + brought).filter { seen.insert($0).inserted && isKnown($0) }
  }
}
