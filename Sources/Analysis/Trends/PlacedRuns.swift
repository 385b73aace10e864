/// The runs of one place whose commit is in the history, by commit, session and number.
struct PlacedRuns: Sendable {
  /// A run before sorting.
  struct Entry: Sendable {
    // Narrow, because there may be millions of them.

    /// The index of the run.
    let run: Int32
    /// The position of the run's commit in the history.
    let position: Int32
    let session: Int?
  }

  /// The runs of one commit.
  struct Commit: Sendable {
    /// The position of the commit in the history.
    let position: Int
    /// The range of the commit's runs in `runs`.
    let range: Range<Int>
    /// The range of the commit's sessions in `sessions`.
    let sessions: Range<Int>
  }

  /// The indices of the runs.
  let runs: [Int]
  /// Ranges of `runs`, one per commit and session.
  ///
  /// Runs without a session name are one session.
  let sessions: [Range<Int>]
  /// The number of each of these sessions, equal for one session at any commit; −1 without a
  /// session name.
  let sessionNumbers: [Int32]
  /// Oldest first.
  let commits: [Commit]
  /// The indices of sessions that tell only how commits differ: sessions of several commits, each of which has a session
  /// of its own.
  ///
  /// A slower machine that measured both sides of a step again makes no level.
  let comparing: Set<Int>

  /// Sorts runs; O(n log n), and O(n) if they are sorted already.
  init(_ entries: [Entry]) {
    let areInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.key < $1.key }
    let entries = areInOrder ? entries : entries.sorted { $0.key < $1.key }
    runs = entries.map { Int($0.run) }
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
    comparing = Self.comparing(commits, sessionNumbers)
  }

  private static func comparing(_ commits: [Commit], _ numbers: [Int32]) -> Set<Int> {
    guard commits.contains(where: { $0.sessions.count > 1 }) else { return [] }
    var places: [Int32: [Int]] = [:]
    for (place, commit) in commits.enumerated() {
      for session in commit.sessions { places[numbers[session], default: []].append(place) }
    }
    func isOwn(_ session: Int) -> Bool {
      numbers[session] < 0 || places[numbers[session]]?.count == 1
    }
    let haveOwn = commits.map { $0.sessions.contains(where: isOwn) }
    return Set(
      numbers.indices.filter { session in
        !isOwn(session) && places[numbers[session]]?.allSatisfy { haveOwn[$0] } ?? false
      })
  }

  /// The position of the oldest commit; `nil` without runs.
  var first: Int? { commits.first?.position }
  /// The position of the newest commit; `nil` without runs.
  var last: Int? { commits.last?.position }

  /// Calls a function with each run and the position of its commit, oldest first.
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
  /// Divides the elements where neighbors differ; O(n).
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
