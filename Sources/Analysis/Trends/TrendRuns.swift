public import Recordings

/// The runs of a trend in compact form: each run refers to its environment, commit and session by a number.
public struct TrendRuns: Sendable {
  /// The runs of one stage, or of one segment of these runs, in one environment, so that all of them are comparable.
  ///
  /// A trend has one series for each metric of such a place.
  public struct MeasuredPlace: Sendable, Hashable {
    /// The stage to which the runs belong, and the segment if only a part of each run counts.
    public let place: Place
    public let environment: TrendEnvironment

    public init(_ place: Place, environment: TrendEnvironment) {
      self.place = place
      self.environment = environment
    }

    var suite: String? { place.suite }

    /// The stage, by suite and id, and the segment.
    var title: String { place.trendTitle }
  }

  /// One run of a trend in compact form: the indices of its stage and environment, of its commit and of its session.
  public struct Run: Sendable {
    /// A number that all runs of one measurement session share; `nil` for a run without a session.
    public let session: Int?
    // Narrow, because there may be millions of runs.
    private let narrowPlace: Int32
    /// -1 for none.
    private let narrowCommit: Int32

    /// Creates a run of a trend from the index of its stage and environment, the index of its commit, and its
    /// session.
    ///
    /// `place` and `commit` are indices of `places` and `commits`.
    public init(place: Int, commit: Int?, session: Int?) {
      self.session = session
      narrowPlace = Int32(place)
      narrowCommit = commit.map { Int32($0) } ?? -1
    }

    /// The index, in the trend's list, of the combination of stage and environment to which the run belongs.
    public var place: Int { Int(narrowPlace) }
    /// The index, in the trend's list of commits, of the commit that the run measured; `nil` if the commit is unknown.
    public var commit: Int? { narrowCommit < 0 ? nil : Int(narrowCommit) }
  }

  /// The combinations of stage and environment in which the trend's runs were measured, each once.
  public let places: [MeasuredPlace]
  /// The commits that the trend's runs name: full ids or abbreviations.
  public let commits: [String]
  public let runs: [Run]

  /// Stores the runs of a trend together with the lists of stages and commits to which the runs refer by index.
  ///
  /// Places and commits are unique; columns of values have the order of `runs`.
  public init(places: [MeasuredPlace], commits: [String], runs: [Run]) {
    self.places = places
    self.commits = commits
    self.runs = runs
  }
}

/// The values of one metric, one per run of a trend, and the suites that show the metric.
public struct TrendColumn: Sendable {
  public let metric: Metric
  /// The suites whose tables show the metric; `nil` if it is shown for all runs.
  public let suites: Set<String?>?
  public let column: MetricColumn

  public init(metric: Metric, suites: Set<String?>? = nil, column: MetricColumn) {
    self.metric = metric
    self.suites = suites
    self.column = column
  }
}

/// A reason for which a trend left out runs or values, with the commit or the metric concerned.
public struct TrendOmission: Sendable, Hashable {
  public enum Reason: Int, Sendable, CaseIterable {
    /// The runs have no commit: it was unknown, or files were changed.
    case noCommit
    /// Their commit is not in the history: on another branch, or rebased away, or its abbreviation is ambiguous.
    case otherHistory
    /// Their commit is older than the requested start.
    case beforeStart
    /// The value has another revision of the formula, usually an earlier one.
    case earlierRevision
    /// The value has other parameters than those of the newest commit.
    case otherParameters
  }

  public let reason: Reason
  /// The commit whose runs, or the metric whose values, were left out; empty for other reasons.
  public let subject: String
}

extension Place {
  var trendTitle: String { Self.title(of: segment, in: stageTitle) ?? stageTitle }

  /// The title in trends without the segment.
  var stageTitle: String { Place(suite: suite, stage: stage).title ?? "no suite" }
}

/// The runs of one place whose commit is in the history, by commit, session and number.
struct PlacedRuns: Sendable {
  /// A run before sorting.
  struct Entry: Sendable {
    // Narrow, because there may be millions of them.

    let run: Int32
    let position: Int32
    let session: Int?
  }

  /// The runs of one commit.
  struct Commit: Sendable {
    let position: Int
    /// The range of the commit's runs in `runs`.
    let range: Range<Int>
    /// The range of the commit's sessions in `sessions`.
    let sessions: Range<Int>
  }

  let runs: [Int]
  /// Ranges of `runs`, one per commit and session.
  ///
  /// Runs without a session name are one session.
  let sessions: [Range<Int>]
  /// Equal for one session at any commit; −1 without a name.
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
