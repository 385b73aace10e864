internal import Decoding
internal import Histories
internal import Recordings
internal import RunStore

/// The dates of commits, by which they are ordered without Git.
struct CommitDates {
  private struct Entry {
    var date: Instant?
    var isAuthorDate: Bool
    /// The index of the commit, from 0.
    ///
    /// Commits with the same date keep the order of their history.
    let position: Int
  }

  private var entries: [String: Entry] = [:]

  var count: Int { entries.count }

  var ids: some Collection<String> { entries.keys }

  /// Adds a commit of a history.
  ///
  /// An author date is preferred to the date of a measurement, and the first measurement to later ones.
  mutating func add(_ commit: HistoryCommit, measured: String?) {
    let date = commit.date ?? measured.flatMap { Instant($0) }
    add(commit.id, date, isAuthorDate: commit.isAuthorDate)
  }

  /// Adds the other commits of some suites in a store, so that later imports continue earlier ones.
  mutating func add(from store: RunStore, suites: [String]) throws {
    try store.forEachCommitDate(ofSuites: suites) { commit, date, isAuthorDate in
      add(commit, date.flatMap { Instant($0) }, isAuthorDate: isAuthorDate)
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

  /// The commits with dates, oldest first, and the number of commits without.
  ///
  /// If no commit has a date, all commits in the order of their history.
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

/// The commit that the user names for imported measurements whose history contains no commits.
package struct NamedCommit {
  /// The id of the commit that the user named, or the user's word if Git does not know it; `nil` if the user named
  /// none.
  package let id: String?
  /// Git's metadata of the commit that the user named; `nil` if the user named none or Git does not know the commit.
  package let known: Commit?

  /// Finds the commit that the user named in the Git work tree of the current folder.
  ///
  /// - Parameter name: any git revision; an id may also belong to another repository.
  /// - Throws: if the work tree does not know the name, and it is not an id.
  package init(_ name: String?) throws {
    let tree = WorkTree(containing: ".")
    known = name.flatMap { tree?.commit($0) }
    id = known?.id ?? name
    guard let name, known == nil, let tree, tree.commit("HEAD") != nil else { return }
    let isID = name.count >= 7 && name.allSatisfy(\.isHexDigit)
    if !isID { throw Failure.unknownCommit(name, workTree: tree.root) }
  }
}
