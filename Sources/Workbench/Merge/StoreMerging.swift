internal import ClusterStore
internal import Recordings
package import RunStore
internal import System

/// Copies several stores into one store: from each store, first the descriptions of its suites and then its runs.
///
/// If stores describe a suite differently, `SuiteRule` decides.
///
///     let accounts = try StoreMerging(into: "all.db", suites: .refuse)
///       .merge(["host1.db", "host2.db"], observer: observer)
package struct StoreMerging {
  package enum SuiteRule: String, CaseIterable, Sendable {
    /// Copy nothing and report the suite.
    case refuse
    /// Keep the description that came first: that of the target, if it has one.
    case keep
    /// Take the description of the store that is named last.
    case replace
  }

  /// How many runs and descriptions of suites a merge of stores copied from one of the merged stores.
  package struct Account: Sendable {
    package let path: String
    package let runs: MergeOutcome
    package let suites: Int
    /// The number of metric values that the merged store had wrong, and that were computed again.
    package let corrected: Int
  }

  private let target: String
  private let rule: SuiteRule

  /// Prepares a merge of stores into the store at the path `target`, which is created if it does not exist.
  package init(into target: String, suites rule: SuiteRule) {
    self.target = target
    self.rule = rule
  }

  /// Copies the given stores into the target store of the merge, one after the other.
  ///
  /// All stores are opened and their suites compared before anything is copied. A missing target is created even if the
  /// suites differ and nothing is copied.
  package func merge(
    _ paths: [String], observer: TaskObserver
  ) throws -> [Account] {
    defer { observer.progress(.finished) }
    var sources: [Source] = []
    for path in paths {
      // Closed again: a process may not have thousands of files open.
      let suites = try RunStore.open(anywhere: path, access: .read).suites()
      sources.append(Source(path: path, suites: suites))
    }
    let store = try RunStore.open(anywhere: target, access: .create)
    let changes = try changes(of: sources, in: store)
    var accounts: [Account] = []
    for change in changes { accounts.append(try copy(change, to: store, observer)) }
    return accounts
  }

  /// A store with descriptions of suites: all of them, or those to write.
  private struct Source {
    let path: String
    var suites: [SuiteDescription]
  }

  private func copy(
    _ source: Source, to store: RunStore, _ observer: TaskObserver
  ) throws -> Account {
    for suite in source.suites { try store.put(suite) }
    let other = try RunStore.open(anywhere: source.path, access: .read)
    let runs = try store.merge(other) { done, all in
      observer.progress(.mergedRuns(done, of: all, from: source.path))
    }
    return Account(
      path: source.path, runs: runs, suites: source.suites.count,
      corrected: try correct(runs.copies, in: store, observer))
  }

  private static let runsAtOnce = 10_000

  /// Computes the metric values of copied runs, and replaces those that are stored wrong.
  ///
  /// A digest protects the frames of a run, and nothing the values that were computed from them.
  ///
  /// - Returns: the number of replaced values.
  private func correct(
    _ runs: [RunID], in store: RunStore, _ observer: TaskObserver
  ) throws -> Int {
    var count = 0
    let recomputation = try Recomputation(of: store)
    for start in stride(from: 0, to: runs.count, by: Self.runsAtOnce) {
      var filter = RunFilter()
      filter.ids = Array(runs[start..<min(start + Self.runsAtOnce, runs.count)])
      let records = try store.runs(filter)
      var changes: [(run: RunID, metrics: [StoredMetric])] = []
      var done = start
      try recomputation.run(records, jobs: Platform.processorCount) { outcome in
        done += 1
        observer.progress(.computingRun(done, of: runs.count))
        let wrong = outcome.wrong
        if !wrong.isEmpty { changes.append((outcome.run, wrong)) }
      }
      try store.setMetrics(changes)
      count += changes.reduce(0) { $0 + $1.metrics.count }
    }
    return count
  }

  // MARK: - Suites

  /// The sources with only the descriptions to write.
  private func changes(of sources: [Source], in store: RunStore) throws -> [Source] {
    let own = try store.suites()
    var known: [String: (suite: SuiteDescription, path: String)] = [:]
    for suite in own { known[suite.id] = (suite, target) }
    var changes = sources
    for index in changes.indices {
      changes[index].suites = []
      for suite in sources[index].suites where suite != known[suite.id]?.suite {
        if let other = known[suite.id] {
          if rule == .keep { continue }
          guard rule == .replace else {
            throw Failure.suiteDiffers(suite.id, path: sources[index].path, other: other.path)
          }
        }
        known[suite.id] = (suite, sources[index].path)
        changes[index].suites.append(suite)
      }
    }
    return changes
  }
}
