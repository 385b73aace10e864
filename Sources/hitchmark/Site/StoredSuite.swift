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
    return suite
  }
}
