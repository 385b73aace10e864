internal import Recordings
internal import RunStore
internal import System

/// How an ingest treats a stored run from an earlier version of the ingested file, or from the same file with other
/// metadata.
package enum RivalTreatment {
  case ignored, noted, replaced
}

/// Writes ingested runs into a store and counts them; in a rehearsal (dry run), writes nothing.
package struct RunWriter {
  /// Whether nothing is written.
  let isDryRun: Bool
  /// The treatment of stored runs that the new ones may replace.
  let rivals: RivalTreatment
  /// The counts so far.
  var outcome: IngestOutcome
  private let path: String
  /// The store; a missing one is created at the first write.
  private(set) var store: RunStore?
  /// The newest run before this writer began.
  private var newest: RunID?

  package init(path: String, isDryRun: Bool, rivals: RivalTreatment = .ignored) {
    self.path = path
    self.isDryRun = isDryRun
    self.rivals = rivals
    outcome = IngestOutcome(store: path, isDryRun: isDryRun)
  }

  /// Throws if the store cannot be opened, before anything is read.
  mutating func check() throws(Failure) {
    guard !isDryRun else { return }
    if RunStore.isCluster(path) || Platform.kind(of: path) != .nothing { return _ = try open() }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    if Platform.kind(of: folder) != .folder { throw .noFolder(path: folder) }
  }

  private mutating func open() throws(Failure) -> RunStore {
    if let store { return store }
    let path = path
    let (opened, newest) = try Attempt.storing { () throws(StoreError) in
      let store = try RunStore.open(path, access: .create)
      return (store, try store.newestRun)
    }
    self.newest = newest
    store = opened
    return opened
  }

  /// Stores the description of a suite.
  mutating func put(_ suite: SuiteDescription) throws(Failure) {
    guard !isDryRun else { return }
    let store = try open()
    try Attempt.storing { () throws(StoreError) in try store.put(suite) }
  }

  /// The stored description of a suite; `nil` for an unknown suite, and in a rehearsal.
  mutating func description(of suite: String) throws(Failure) -> SuiteDescription? {
    guard !isDryRun else { return nil }
    let store = try open()
    return try Attempt.storing { () throws(StoreError) in try store.suite(suite) }
  }

  /// Adds runs in one transaction: all of them or none.
  mutating func write(_ drafts: [RunDraft]) throws(Failure) {
    try write(drafts.map { ($0, nil) })
  }

  /// Adds runs in one transaction, and notes why some have no commit.
  mutating func write(_ runs: [(draft: RunDraft, gap: CommitGap?)]) throws(Failure) {
    guard !runs.isEmpty else { return }
    guard !isDryRun else {
      for run in runs { outcome.add(run.draft, without: run.gap) }
      return
    }
    let drafts = runs.map(\.draft)
    let store = try open()
    let found = try rivals(of: drafts, in: store)
    let replaced =
      rivals == .replaced
      ? try Set(found.flatMap(\.runs) + damagedRuns(like: drafts, in: store)).sorted() : []
    let results = try Attempt.storing { () throws(StoreError) in
      try store.add(drafts, inPlaceOf: replaced)
    }
    outcome.replaced += replaced.count
    if rivals == .noted { outcome.note(found) }
    for (run, result) in zip(runs, results) {
      switch result {
      case .added: outcome.add(run.draft, without: run.gap)
      case .alreadyThere: outcome.alreadyThere += 1
      }
    }
  }

  private func damagedRuns(
    like drafts: [RunDraft], in store: RunStore
  ) throws(Failure) -> [RunID] {
    try Attempt.storing { () throws(StoreError) in try store.damagedRuns(like: drafts) }
  }

  private func rivals(
    of drafts: [RunDraft], in store: RunStore
  ) throws(Failure) -> [RunRivals] {
    guard rivals != .ignored, let newest else { return [] }
    return try Attempt.storing { () throws(StoreError) in
      try store.rivals(of: drafts, upTo: newest)
    }
  }
}
