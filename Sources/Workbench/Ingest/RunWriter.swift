internal import Recordings
internal import RunStore

/// What becomes of runs that a store has of files or bytes that are ingested again, and that differ.
package enum RivalTreatment {
  case ignored, noted, replaced
}

/// Writes runs into a store, unless it is a rehearsal, and counts what became of them.
package struct RunWriter {
  /// Whether nothing is written.
  let isDryRun: Bool
  /// What becomes of runs that others may have been meant to stand for.
  let rivals: RivalTreatment
  /// What became of the runs.
  var outcome: IngestOutcome
  private let path: String
  /// One that was not there is made when there is something to put into it.
  private(set) var store: RunStore?
  /// The newest run that was there before.
  private var newest: RunID?

  package init(path: String, isDryRun: Bool, rivals: RivalTreatment = .ignored) {
    self.path = path
    self.isDryRun = isDryRun
    self.rivals = rivals
    outcome = IngestOutcome(store: path, isDryRun: isDryRun)
  }

  /// Lets a bad store fail before anything is read.
  mutating func check() throws(Failure) {
    guard !isDryRun else { return }
    guard Platform.kind(of: path) == .nothing else { return _ = try open() }
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

  /// Keeps what is known of a suite.
  mutating func put(_ suite: SuiteDescription) throws(Failure) {
    guard !isDryRun else { return }
    let store = try open()
    try Attempt.storing { () throws(StoreError) in try store.put(suite) }
  }

  /// What the store knows of a suite; `nil` of an unknown suite, and in a rehearsal.
  mutating func description(of suite: String) throws(Failure) -> SuiteDescription? {
    guard !isDryRun else { return nil }
    let store = try open()
    return try Attempt.storing { () throws(StoreError) in try store.suite(suite) }
  }

  /// Adds runs together: all of them, or none.
  mutating func write(_ drafts: [RunDraft]) throws(Failure) {
    guard !drafts.isEmpty else { return }
    guard !isDryRun else {
      for draft in drafts { outcome.add(draft) }
      return
    }
    let store = try open()
    let found = try rivals(of: drafts, in: store)
    let replaced = rivals == .replaced ? Set(found.flatMap(\.runs)).sorted() : []
    let results = try Attempt.storing { () throws(StoreError) in
      try store.add(drafts, inPlaceOf: replaced)
    }
    outcome.replaced += replaced.count
    if rivals == .noted { outcome.note(found) }
    for (draft, result) in zip(drafts, results) {
      switch result {
      case .added: outcome.add(draft)
      case .alreadyThere: outcome.alreadyThere += 1
      }
    }
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
