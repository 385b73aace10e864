/// The runs of one place that have a commit in the history, by commit, session and number.
struct PlacedRuns: Sendable {
  /// A run before it is put in order.
  struct Entry: Sendable {
    // Narrow, because there may be millions of them.

    /// Its index among the runs.
    let run: Int32
    /// Its commit's position in the history.
    let position: Int32
    let session: Int?
    /// Where its values come from.
    let source: Int32
  }

  /// The runs of one commit.
  struct Commit: Sendable {
    /// Its position in the history.
    let position: Int
    /// Which runs.
    let range: Range<Int>
    /// Which sessions measured them.
    let sessions: Range<Int>
  }

  /// Their indices among all runs.
  let runs: [Int]
  /// Where the values of each come from.
  let sources: [Int]
  /// How many runs each source has, for those that have any.
  let sourceCounts: [Int: Int]
  /// Which runs each session measured of a commit; those that name none are taken for one session, as nothing tells them
  /// apart.
  let sessions: [Range<Int>]
  /// The number of each of these sessions, shared by its runs at any commit; -1 for runs that name none.
  let sessionNumbers: [Int32]
  /// Oldest first.
  let commits: [Commit]

  /// Puts runs in order; O(n log n), and O(n) where they are.
  init(_ entries: [Entry]) {
    let areInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.key < $1.key }
    let entries = areInOrder ? entries : entries.sorted { $0.key < $1.key }
    runs = entries.map { Int($0.run) }
    sources = entries.map { Int($0.source) }
    sourceCounts = sources.stretches(where: !=).reduce(into: [:]) { [sources] counts, stretch in
      counts[sources[stretch.lowerBound], default: 0] += stretch.count
    }
    sessions = entries.stretches { $0.position != $1.position || $0.session != $1.session }
    sessionNumbers = sessions.map { [entries] in
      entries[$0.lowerBound].session.map { Int32(truncatingIfNeeded: $0) } ?? -1
    }
    let stretches = sessions.stretches { [entries] in
      entries[$0.lowerBound].position != entries[$1.lowerBound].position
    }
    commits = stretches.map { [sessions] stretch in
      let first = sessions[stretch.lowerBound].lowerBound
      return Commit(
        position: Int(entries[first].position),
        range: first..<sessions[stretch.upperBound - 1].upperBound,
        sessions: stretch)
    }
  }

  /// The position of the oldest commit; `nil` without runs.
  var first: Int? { commits.first?.position }
  /// The position of the newest commit; `nil` without runs.
  var last: Int? { commits.last?.position }

  /// Calls a function with each run and its commit's position, oldest first.
  func forEach(_ body: (_ run: Int, _ position: Int) -> Void) {
    for commit in commits {
      for run in runs[commit.range] { body(run, commit.position) }
    }
  }
}

extension PlacedRuns.Entry {
  fileprivate var key: (Int32, Int, Int32) { (position, session ?? -1, run) }
}

extension Array {
  /// Parts the elements between neighbours that differ; O(n).
  @inline(__always)
  fileprivate func stretches(where differ: (Element, Element) -> Bool) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = 0
    for index in indices where index + 1 == count || differ(self[index], self[index + 1]) {
      stretches.append(start..<index + 1)
      start = index + 1
    }
    return stretches
  }
}
