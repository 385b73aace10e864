internal import Recordings
internal import Statistics

/// The value of a series at one commit: the median over the commit's measurement sessions, each with the median of its
/// runs.
public struct TrendPoint: Sendable, Equatable {
  public let value: Double
  // Narrow, because there may be millions of points.
  private let narrowCommit: Int32
  private let narrowRuns: Int32

  init(commit: Int, value: Double, runs: Int) {
    self.value = value
    narrowCommit = Int32(commit)
    narrowRuns = Int32(runs)
  }

  public var commit: Int { Int(narrowCommit) }
  public var runs: Int { Int(narrowRuns) }
}

/// The median of the runs of one session of a commit.
struct SessionMedian: Sendable, Equatable {
  /// The number of the session, equal for its runs at any commit; −1 for runs without a session.
  let session: Int32
  let value: Double
  /// Whether the session tells only how its commits differ, and does not count for the value of the point.
  let isComparing: Bool
}

/// The points of a series, and the sessions of points with several sessions.
struct TrendPoints: Sendable {
  var points: [TrendPoint] = []
  /// The medians of the sessions, by the index of their point.
  ///
  /// Points with one session are left out, because the point is that median.
  var sessions: [Int: [SessionMedian]] = [:]
}

/// Builds the points of one metric in one place.
struct TrendPointMaking {
  struct Taken: Sendable {
    /// The index of the run.
    let run: Int
    let value: Double
    /// The origin of the value, as an index of the column's origins.
    let origin: Int
  }

  private let column: MetricColumn
  private let placed: PlacedRuns
  /// The origin of the value of each placed run.
  private let sources: [Int]
  /// The number of placed runs of each origin.
  private let sourceCounts: [Int]
  /// Whether the values of each origin count.
  private var counts: [Bool]
  private var allCount = false
  /// For each origin, why its values do not count.
  private let reasons: [String?]
  /// The number of values with an earlier revision of the formula.
  private(set) var stale = 0
  /// The number of values with other parameters than those of the newest commit.
  private(set) var otherParameters = 0
  /// Why runs had no value, the first reason in order; `nil` if all had one.
  private(set) var reason: String?

  init(of trend: TrendColumn, runs placed: PlacedRuns) {
    let column = trend.column
    self.column = column
    self.placed = placed
    sources = placed.runs.map { Int(column.sources[$0]) }
    var sourceCounts = Array(repeating: 0, count: column.origins.count)
    for source in sources { sourceCounts[source] += 1 }
    self.sourceCounts = sourceCounts
    reasons = column.origins.map { origin in
      guard let origin else { return "the store has no value of the metric" }
      if let reason = origin.reason { return reason }
      let isCurrent = origin.revision == trend.metric.revision
      return isCurrent
        ? nil : "the stored values come from an earlier revision of the metric's formula"
    }
    counts = reasons.map { $0 == nil }
  }

  var isMentioned: Bool {
    zip(sourceCounts, column.origins).contains { count, origin in count > 0 && origin != nil }
  }

  /// One point per commit with a value, oldest first; O(n) in the runs.
  mutating func points() -> TrendPoints {
    count()
    return counts.contains(true) ? pointsOfCounted() : TrendPoints()
  }

  // A separate function, because mutable state is copied at every call.
  private func pointsOfCounted() -> TrendPoints {
    var made = TrendPoints()
    made.points.reserveCapacity(placed.commits.count)
    var values = placed.runs.map { column.values[$0] }
    values.withUnsafeMutableBufferPointer { values in
      for commit in placed.commits {
        var sessions: [SessionMedian] = []
        guard let point = point(of: commit, from: values, sessions: &sessions) else { continue }
        if sessions.count > 1 { made.sessions[made.points.count] = sessions }
        made.points.append(point)
      }
    }
    return made
  }

  /// The point of a commit.
  ///
  /// Reorders its values.
  private func point(
    of commit: PlacedRuns.Commit, from values: UnsafeMutableBufferPointer<Double>,
    sessions: inout [SessionMedian]
  ) -> TrendPoint? {
    var (medians, runs, runsOfAll) = (0, 0, 0)
    let start = commit.range.lowerBound
    for session in commit.sessions {
      let counted = bringForward(placed.sessions[session], of: values)
      guard let median = Moments.median(sorting: .init(rebasing: values[counted])) else { continue }
      let isComparing = placed.comparing.contains(session)
      if commit.sessions.count > 1 {
        sessions.append(
          SessionMedian(
            session: placed.sessionNumbers[session], value: median, isComparing: isComparing))
      }
      runsOfAll += counted.count
      if isComparing { continue }
      // Overwrites values that are no longer needed.
      values[start + medians] = median
      medians += 1
      runs += counted.count
    }
    if medians == 0, let median = Moments.median(of: sessions.map(\.value)) {
      // The commit's own sessions have no value that counts.
      return TrendPoint(commit: commit.position, value: median, runs: runsOfAll)
    }
    return Moments.median(sorting: .init(rebasing: values[start..<start + medians])).map {
      TrendPoint(commit: commit.position, value: $0, runs: runs)
    }
  }

  /// Moves the values of a session that count to the front; returns their range.
  private func bringForward(
    _ session: Range<Int>, of values: UnsafeMutableBufferPointer<Double>
  ) -> Range<Int> {
    guard !allCount else { return session }
    var end = session.lowerBound
    for index in session where counts[sources[index]] {
      values[end] = values[index]
      end += 1
    }
    return session.lowerBound..<end
  }

  /// The values behind the points, by commit and by session within it; O(n) in the runs.
  mutating func observations() -> [[[Double]]] {
    count()
    guard counts.contains(true) else { return [] }
    return placed.commits.compactMap { commit in
      let sessions = placed.sessions[commit.sessions].map { session in
        session.filter { counts[sources[$0]] }.map { column.values[placed.runs[$0]] }
      }
      let known = sessions.filter { !$0.isEmpty }
      return known.isEmpty ? nil : known
    }
  }

  /// The values of the newest commit that has any, after `points`; the last run first.
  var newest: [Taken] {
    guard counts.contains(true) else { return [] }
    for commit in placed.commits.reversed() {
      let counted = commit.range.filter { counts[sources[$0]] }
      guard !counted.isEmpty else { continue }
      return counted.reversed().map { index in
        let run = placed.runs[index]
        return Taken(run: run, value: column.values[run], origin: sources[index])
      }
    }
    return []
  }

  /// Counts the values that are left out, after choosing the parameters of the newest commit.
  private mutating func count() {
    let newest = newestOrigin()
    for (origin, number) in sourceCounts.enumerated() where number > 0 {
      if let words = reasons[origin] {
        reason = min(reason ?? words, words)
        if let known = column.origins[origin], known.reason == nil { stale += number }
      } else if origin != newest {
        counts[origin] = false
        otherParameters += number
      }
    }
    allCount = zip(sourceCounts, counts).allSatisfy { number, counts in number == 0 || counts }
  }

  /// The origin of the newest commit's values; if there are several, that of most runs.
  private func newestOrigin() -> Int? {
    let counts = Dictionary(grouping: newest, by: \.origin).mapValues(\.count)
    return counts.min {
      ($1.value, column.origins[$0.key]?.parameters ?? "")
        < ($0.value, column.origins[$1.key]?.parameters ?? "")
    }?.key
  }
}

/// The runs of one measurement session that measured the newest commit of a series.
public struct TrendSession: Sendable, Equatable {
  /// The name of the measurement session that measured the series' newest commit; `nil` for runs without a session.
  public let name: String?
  /// The metric's values in the session's runs at the newest commit, ascending, in the metric's unit; at least one.
  public let values: [Double]
  /// The median of the metric over the session's runs at the newest commit, in the metric's unit.
  public let median: Double

  /// Groups values by session, the runs without a name first; O(n log n).
  ///
  /// `name` returns the session of a run.
  static func sessions(
    of values: [TrendPointMaking.Taken], named name: (_ run: Int) -> String?
  ) -> [TrendSession] {
    let groups = Dictionary(grouping: values) { name($0.run) }
    return groups.sorted { ($0.key ?? "") < ($1.key ?? "") }.map { name, taken in
      let values = taken.map(\.value).sorted()
      return TrendSession(
        name: name, values: values, median: Moments.median(of: values) ?? values[0])
    }
  }
}
