internal import ClusterStore
internal import Recordings
package import RunStore
internal import System

/// How an ingest treats a stored run from an earlier version of the ingested file, or from the same file with other
/// metadata.
package enum RivalTreatment {
  case ignored, noted, replaced
}

/// Writes ingested runs into a store and counts them; in a rehearsal (dry run), writes nothing.
package struct RunWriter {
  let isDryRun: Bool
  let rivals: RivalTreatment
  var outcome: IngestOutcome
  private let path: String
  private let addsManyRuns: Bool
  /// The store; a missing one is created at the first write.
  private(set) var store: RunStore?
  /// The newest run before this writer began.
  private var newest: RunID?

  /// - Parameter addsManyRuns: whether the writer adds many small runs, so that the store's indexes are kept in memory.
  package init(
    path: String, isDryRun: Bool, rivals: RivalTreatment = .ignored, addsManyRuns: Bool = false
  ) {
    self.path = path
    self.isDryRun = isDryRun
    self.addsManyRuns = addsManyRuns
    self.rivals = rivals
    outcome = IngestOutcome(store: path, isDryRun: isDryRun)
  }

  /// Throws if the store cannot be opened, before anything is read.
  mutating func check() throws {
    guard !isDryRun else { return }
    if RunStore.isCluster(path) || Platform.kind(of: path) != .nothing { return _ = try open() }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    if Platform.kind(of: folder) != .folder { throw Failure.noFolder(path: folder) }
  }

  private mutating func open() throws -> RunStore {
    if let store { return store }
    let opened = try RunStore.open(anywhere: path, access: .create)
    newest = try opened.newestRun
    if addsManyRuns { try opened.keepIndexesInMemory() }
    store = opened
    return opened
  }

  mutating func put(_ suite: SuiteDescription) throws {
    guard !isDryRun else { return }
    let store = try open()
    try store.put(suite)
  }

  /// The stored description of a suite; `nil` for an unknown suite, and in a rehearsal.
  mutating func description(of suite: String) throws -> SuiteDescription? {
    guard !isDryRun else { return nil }
    let store = try open()
    return try store.suite(suite)
  }

  /// Adds runs in one transaction, all of them or none, and notes why some have no commit.
  mutating func write(
    _ runs: [(draft: RunDraft, gap: CommitGap?)], _ observer: TaskObserver
  ) throws {
    try write(runs)
    if !isDryRun { observer.progress(.addedRuns(outcome.added)) }
  }

  private mutating func write(_ runs: [(draft: RunDraft, gap: CommitGap?)]) throws {
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
      ? try Set(found.flatMap(\.runs) + store.damagedRuns(like: drafts)).sorted() : []
    let results = try store.add(drafts, inPlaceOf: replaced)
    outcome.replaced += replaced.count
    if rivals == .noted { outcome.note(found) }
    for (run, result) in zip(runs, results) {
      switch result {
      case .added: outcome.add(run.draft, without: run.gap)
      case .alreadyThere: outcome.alreadyThere += 1
      }
    }
  }

  private func rivals(
    of drafts: [RunDraft], in store: RunStore
  ) throws -> [RunRivals] {
    guard rivals != .ignored, let newest else { return [] }
    return try store.rivals(of: drafts, upTo: newest)
  }
}

/// The result of an ingest or import: how many runs it added or the store already had, and which files it skipped or
/// could not read.
package struct IngestOutcome {
  package let store: String
  /// Whether the ingest was only a dry run, so that nothing was written.
  package let isDryRun: Bool
  /// The number of added runs for each suite, in the order in which the suites first occurred; `nil` stands for runs
  /// without a suite.
  ///
  /// A dry run counts all runs that it read, even those that the store already has.
  package private(set) var addedBySuite = Tally<String?>()
  /// The reasons why the ingest skipped files that it found in folders.
  package private(set) var skipped: [any Error] = []
  /// The number of files that the ingest could not read or store, and reported as errors.
  package private(set) var refused = 0
  /// Stored runs that were read from the ingested trace files before, with other metadata than now; empty unless the
  /// writer notes them.
  package private(set) var contradicted: [RunRivals] = []
  /// Stored runs that were read from earlier versions of the ingested files; empty unless the writer notes them.
  package private(set) var earlier: [RunID] = []
  package var alreadyThere = 0
  package var replaced = 0
  /// The number of problems in the traces that the ingest read, such as damaged lines.
  package var issues = 0
  package private(set) var added = 0
  /// The added runs in a Git work tree that have no commit, by the reason.
  package private(set) var commitGaps = Tally<CommitGap>()

  init(store: String, isDryRun: Bool) {
    self.store = store
    self.isDryRun = isDryRun
  }

  /// Whether nothing at all was found: no new runs, no known ones, no unreadable files.
  package var isEmpty: Bool { added == 0 && alreadyThere == 0 && refused == 0 }

  mutating func add(_ draft: RunDraft, without gap: CommitGap? = nil) {
    added += 1
    if let gap { commitGaps.add(gap) }
    addedBySuite.add(draft.suite)
  }

  /// Notes a file that contains no run, and that the user did not name.
  mutating func skip(_ error: any Error) { skipped.append(error) }

  /// Notes stored runs that the new runs may be meant to replace.
  mutating func note(_ rivals: [RunRivals]) {
    contradicted += rivals.filter { $0.contradicted != nil }
    earlier += rivals.flatMap(\.earlier)
  }

  /// Notes, and reports at once, what could not be read.
  mutating func refuse(_ error: any Error, observer: TaskObserver) {
    observer.notice(.refused(error))
    refused += 1
  }
}

/// Counts how often each element occurs, and lists the elements in the order of their first occurrence.
package struct Tally<Element: Hashable> {
  package private(set) var counts: [(element: Element, count: Int)] = []
  private var positions: [Element: Int] = [:]

  package init() {}

  /// Counts one more occurrence of an element, and returns whether it is the element's first occurrence; O(1).
  @discardableResult
  package mutating func add(_ element: Element) -> Bool {
    if let position = positions[element] {
      counts[position].count += 1
      return false
    }
    positions[element] = counts.count
    counts.append((element, 1))
    return true
  }
}
