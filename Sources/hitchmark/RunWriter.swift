internal import Recordings
internal import RunStore

/// Writes runs into a store, unless it is a rehearsal, and counts what became of them.
struct RunWriter {
  /// Whether nothing is written.
  let isDryRun: Bool
  /// What became of the runs.
  var outcome: IngestOutcome
  private let path: String
  /// One that was not there is made when there is something to put into it.
  private(set) var store: RunStore?

  init(path: String, isDryRun: Bool) {
    self.path = path
    self.isDryRun = isDryRun
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
    let opened = try Attempt.storing { () throws(StoreError) in
      try RunStore.open(path, access: .create)
    }
    store = opened
    return opened
  }

  /// Keeps what is known of a suite.
  mutating func put(_ suite: SuiteDescription) throws(Failure) {
    guard !isDryRun else { return }
    let store = try open()
    try Attempt.storing { () throws(StoreError) in try store.put(suite) }
  }

  /// Adds runs together: all of them, or none.
  mutating func write(_ drafts: [RunDraft]) throws(Failure) {
    guard !drafts.isEmpty else { return }
    guard !isDryRun else {
      for draft in drafts { outcome.add(draft) }
      return
    }
    let store = try open()
    let results = try Attempt.storing { () throws(StoreError) in try store.add(drafts) }
    for (draft, result) in zip(drafts, results) {
      switch result {
      case .added: outcome.add(draft)
      case .alreadyThere: outcome.alreadyThere += 1
      }
    }
  }
}
