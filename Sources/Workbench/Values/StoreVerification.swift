internal import Recordings
package import RunStore
internal import System

/// What `hitchmark verify` finds in a store.
///
///     let found = try StoreVerification(of: store, observer: observer)
///     found.findings.isEmpty && found.differing.isEmpty  // the store is sound
///
/// Each run is decoded once, for its digest and its metric values; O(frames), on all cores.
package struct StoreVerification {
  /// The problems of the file, then those of the runs, in the order of their numbers.
  package private(set) var findings: [VerifyFinding]
  /// The stored metric values that differ from the values that are now computed from the same frames; empty if there
  /// are findings.
  ///
  /// Values of another revision of the formula or with other parameters are left out, because they are known to be
  /// outdated.
  package private(set) var differing: [(run: RunID, metric: String)] = []
  package let runCount: Int

  /// Verifies a store.
  ///
  /// - Throws: if the file is too damaged to be checked, or if it is sound and a suite has invalid parameters.
  package init(
    of store: RunStore, jobs: Int = Platform.processorCount, observer: TaskObserver
  ) throws {
    findings = try store.verifiedFile()
    // In the order of the keys of the stored values, which are then read in one scan.
    let records = try store.runs()
      .sorted { $0.id < $1.id }
    runCount = records.count
    // The values in a damaged file may be unreadable.
    guard findings.isEmpty else {
      try verifyRuns(records, in: store, observer)
      return
    }
    var done = 0
    try Recomputation(of: store).run(records, jobs: jobs, verifies: true) { outcome in
      done += 1
      observer.progress(.verifyingRun(done, of: records.count))
      if let finding = outcome.finding { findings.append(finding) }
      differing += outcome.wrong.map { (outcome.run, $0.metric) }
    }
    observer.progress(.finished)
    if !findings.isEmpty { differing = [] }
  }

  private mutating func verifyRuns(
    _ records: [RunRecord], in store: RunStore, _ observer: TaskObserver
  ) throws {
    for (index, record) in records.enumerated() {
      observer.progress(.verifyingRun(index + 1, of: records.count))
      let result = try store.verified(record)
      if case .failure(let finding) = result { findings.append(finding) }
    }
    observer.progress(.finished)
  }
}
