internal import Statistics

/// One commit in one environment: the median over its sessions of the median over their runs.
public struct TrendPoint: Sendable, Equatable {
  /// The commit, by its position in the history.
  public let commit: Int
  /// The median, in the metric's unit.
  public let value: Double
  /// How many runs it is of.
  public let runs: Int
}

/// Makes the points of one metric in one place.
struct TrendPointMaking {
  /// The value of a run that counts.
  struct Taken: Sendable {
    /// The run, as an index.
    let run: Int
    let value: Double
  }

  private let column: TrendColumn
  private let runs: [TrendGathering.PlacedRun]
  /// For each origin the first that is like it.
  private let alike: [Int]
  /// Whether the values of each origin count.
  private var counts: [Bool]
  /// Why there are none that could count, for each origin.
  private let reasons: [String?]
  /// How many values came from an earlier revision of the formula.
  private(set) var stale = 0
  /// How many values came from other parameters than those of the newest commit.
  private(set) var otherParameters = 0
  /// Why runs could not say the metric, the least of several reasons; `nil` when all could.
  private(set) var reason: String?

  init(of column: TrendColumn, runs: [TrendGathering.PlacedRun]) {
    self.column = column
    self.runs = runs
    alike = column.origins.map { column.origins.firstIndex(of: $0) ?? 0 }
    reasons = column.origins.map { origin in
      switch origin {
      case .computed(column.metric.revision, _): nil
      case .computed: "kept values come from an earlier formula"
      case .withheld(let reason): reason
      case .absent: "no value was kept of it"
      }
    }
    counts = reasons.map { $0 == nil }
  }

  /// Whether any run mentions the metric; O(n).
  var isMentioned: Bool {
    let isKept = column.origins.map { $0 != .absent }
    return runs.contains { isKept[column.sources[$0.run]] }
  }

  /// One for each commit that has a value, oldest first; O(n) in the runs.
  ///
  /// Runs that name no session are taken for one session: nothing tells them apart.
  mutating func points() -> [TrendPoint] {
    count()
    guard counts.contains(true), var open = runs.first else { return [] }
    var points: [TrendPoint] = []
    var (sessions, values): ([Double], [Double]) = ([], [])
    var taken = 0
    // In locals, which are known not to change between two runs: there may be millions of them.
    let (counts, sources, all) = (counts, column.sources, column.values)
    func closeSession() {
      if let median = Moments.median(sorting: &values) { sessions.append(median) }
      taken += values.count
      values.removeAll(keepingCapacity: true)
    }
    func closeCommit() {
      closeSession()
      if let median = Moments.median(sorting: &sessions) {
        points.append(TrendPoint(commit: open.position, value: median, runs: taken))
      }
      sessions.removeAll(keepingCapacity: true)
      taken = 0
    }
    for run in runs {
      if run.position != open.position {
        closeCommit()
      } else if run.session != open.session {
        closeSession()
      }
      open = run
      if counts[sources[run.run]] { values.append(all[run.run]) }
    }
    closeCommit()
    return points
  }

  /// The values that points are made of, by commit and by session within it; O(n) in the runs.
  mutating func observations() -> [[[Double]]] {
    count()
    var commits: [[[Double]]] = []
    var last: TrendGathering.PlacedRun?
    for run in runs {
      guard let value = value(of: run) else { continue }
      if last?.position != run.position {
        commits.append([[value]])
      } else if last?.session != run.session {
        commits[commits.count - 1].append([value])
      } else {
        let sessions = commits[commits.count - 1].count
        commits[commits.count - 1][sessions - 1].append(value)
      }
      last = run
    }
    return commits
  }

  /// The values of the newest commit that has any, after `points`.
  var newest: [Taken] {
    guard counts.contains(true) else { return [] }
    var newest: Int?
    var taken: [Taken] = []
    for run in runs.reversed() {
      if let newest, run.position != newest { break }
      guard let value = value(of: run) else { continue }
      newest = run.position
      taken.append(Taken(run: run.run, value: value))
    }
    return taken
  }

  private func value(of run: TrendGathering.PlacedRun) -> Double? {
    counts[column.sources[run.run]] ? column.values[run.run] : nil
  }

  /// Counts what is left out, having settled on the parameters of the newest commit.
  private mutating func count() {
    var numbers = Array(repeating: 0, count: counts.count)
    for run in runs { numbers[column.sources[run.run]] += 1 }
    let newest = newestOrigin()
    for (origin, number) in numbers.enumerated() where number > 0 {
      if let words = reasons[origin] {
        reason = min(reason ?? words, words)
        if case .computed = column.origins[origin] { stale += number }
      } else if alike[origin] != newest {
        counts[origin] = false
        otherParameters += number
      }
    }
  }

  /// The origin of the newest commit's values; of several there, that of most runs.
  private func newestOrigin() -> Int? {
    let counts = Dictionary(grouping: newest) { alike[column.sources[$0.run]] }.mapValues(\.count)
    return counts.min {
      ($1.value, column.origins[$0.key].parameters) < ($0.value, column.origins[$1.key].parameters)
    }?.key
  }
}

extension TrendColumn.Origin {
  fileprivate var parameters: String {
    if case .computed(_, let parameters) = self { parameters } else { "" }
  }
}
