internal import Decoding
internal import Histories
internal import Recordings
internal import RunStore

/// Commits with what is known of when they were written, to put them in order where no git can.
struct CommitDates {
  private struct Entry {
    var date: Instant?
    var isAuthorDate: Bool
    /// Which one it was, from 0; commits of the same moment stay in the order of their history.
    let position: Int
  }

  private var entries: [String: Entry] = [:]

  /// Number of commits.
  var count: Int { entries.count }

  /// The ids, in no order.
  var ids: some Collection<String> { entries.keys }

  /// Takes a commit as a history tells of it; the date on which it was written counts more than that of
  /// a measurement, and of several measurements the first.
  mutating func add(_ commit: HistoryCommit, measured: String?) {
    let date = commit.date ?? measured.flatMap { Instant($0) }
    add(commit.id, date, isAuthorDate: commit.isAuthorDate)
  }

  /// Takes the other commits of some suites in a store, so that later imports go on where earlier ended.
  mutating func add(from store: RunStore, suites: [String]) throws(Failure) {
    let suites = Set(suites)
    try Attempt.storing { () throws(StoreError) in
      for record in try store.runs() where record.suite.map(suites.contains) ?? false {
        guard let commit = record.description.commit else { continue }
        let written = try store.revision(commit)?.authorDate
        let date = (written ?? record.description.date).flatMap { Instant($0) }
        add(commit, date, isAuthorDate: written != nil)
      }
    }
  }

  private mutating func add(_ commit: String, _ date: Instant?, isAuthorDate: Bool) {
    guard var entry = entries[commit] else {
      entries[commit] = Entry(date: date, isAuthorDate: isAuthorDate, position: entries.count)
      return
    }
    guard let date, isAuthorDate || !entry.isAuthorDate else { return }
    let isFirmer = isAuthorDate && !entry.isAuthorDate
    if isFirmer || date < entry.date ?? date || entry.date == nil {
      entry.date = date
      entry.isAuthorDate = isAuthorDate
      entries[commit] = entry
    }
  }

  /// The commits, oldest first.
  ///
  /// - Returns: those with a date; when none has one, all of them in the order of their history. What is
  ///   left out is counted.
  var inOrder: (commits: [String], undated: Int) {
    let dated = entries.filter { $0.value.date != nil }
    guard !dated.isEmpty else {
      return (entries.sorted { $0.value.position < $1.value.position }.map(\.key), 0)
    }
    let sorted = dated.sorted { left, right in
      (left.value.date?.milliseconds ?? 0, left.value.position)
        < (right.value.date?.milliseconds ?? 0, right.value.position)
    }
    return (sorted.map(\.key), entries.count - dated.count)
  }
}
