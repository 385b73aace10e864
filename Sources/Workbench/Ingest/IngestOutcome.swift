package import RunStore

/// The result of an ingest or import: how many runs it added or the store already had, and which files it skipped or
/// could not read.
package struct IngestOutcome {
  /// The path of the store to which the ingest adds runs.
  package let store: String
  /// Whether the ingest was only a dry run, so that nothing was written.
  package let isDryRun: Bool
  /// The number of added runs for each suite, in the order in which the suites first occurred; `nil` stands for runs
  /// without a suite.
  ///
  /// A dry run counts all runs that it read, even those that the store already has.
  package private(set) var addedBySuite = Tally<String?>()
  /// The reasons why the ingest skipped files that it found in folders.
  package private(set) var skipped: [Failure] = []
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

  /// Whether the ingest found nothing at all: neither new runs, nor runs that the store already has, nor unreadable
  /// files.
  package var isEmpty: Bool { added == 0 && alreadyThere == 0 && refused == 0 }

  mutating func add(_ draft: RunDraft, without gap: CommitGap? = nil) {
    added += 1
    if let gap { commitGaps.add(gap) }
    addedBySuite.add(draft.suite)
  }

  /// Notes a file that contains no run, and that the user did not name.
  mutating func skip(_ failure: Failure) { skipped.append(failure) }

  /// Notes stored runs that the new runs may be meant to replace.
  mutating func note(_ rivals: [RunRivals]) {
    contradicted += rivals.filter { $0.contradicted != nil }
    earlier += rivals.flatMap(\.earlier)
  }

  /// Notes, and reports at once, what could not be read.
  mutating func refuse(_ failure: Failure, observer: TaskObserver) {
    observer.notice(.refused(failure))
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
