internal import Parallel
public import Recordings
internal import Statistics

/// The values of metrics along a history of commits, and the changes of their levels.
///
///     let trend = Trend(of: runs, metrics: metrics, along: history)
///     trend.findings.first?.direction  // .worse
///
/// Nothing in it depends on the order of the runs within a stage.
public struct Trend: Sendable {
  public let history: CommitHistory
  /// One for every metric of every stage, or segment of its runs, in every environment.
  public let series: [TrendSeries]
  /// The changes of level in the trend's series, grouped so that one commit may have caused all changes of a group, the
  /// worst group first.
  ///
  /// Regressions come before neutral changes and improvements; among them confirmed ones before
  /// confounded, suspect and recovered ones; then larger ones, in noise floors.
  public let findings: [TrendFinding]
  /// The commits at which the measuring environment of a stage, such as the device, was replaced by another one.
  public let breaks: [TrendBreak]
  /// Why runs or values were left out, with their numbers, in a fixed order.
  public let omissions: [(omission: TrendOmission, count: Int)]
  /// The positions of commits at which a series has a value, ascending.
  public let measured: [Int]
  /// The number of newest measured commits that count as new; reports mark changes that begin at one of these commits.
  public let window: Int

  /// Builds a trend, on all processor cores, from series in which changes of level were already searched for.
  ///
  /// - Parameters:
  ///   - series: the judged series of `gathering`.
  ///   - gathering: the runs behind them.
  ///   - facts: further facts about each of `gathering.runs(beside:)`.
  ///   - window: the number of newest measured commits that are the tip; 20 if `nil`.
  public init(
    of series: [TrendSeries], from gathering: TrendGathering, facts: [Int: TrendFacts],
    window: Int? = nil
  ) {
    self.window = window ?? StatisticalConstants.tipCommits
    history = gathering.history
    breaks = gathering.breaks
    let explaining = TrendExplaining(gathering, facts: facts)
    self.series = series.mapConcurrently(explaining.explained)
    measured = Self.positions(of: series, along: history)
    omissions = gathering.omissions.sorted { left, right in
      (left.key.reason.rawValue, left.key.subject)
        < (right.key.reason.rawValue, right.key.subject)
    }.map { ($0.key, $0.value) }
    let members = self.series.flatMap { series in
      (series.judgment.value?.changes ?? []).map {
        TrendFinding.Member(series: series, change: $0)
      }
    }
    findings = TrendFinding.all(
      of: members, along: history, measured: measured, window: self.window)
  }

  private static func positions(of series: [TrendSeries], along history: CommitHistory) -> [Int] {
    var isMeasured = Array(repeating: false, count: history.commits.count)
    var left = isMeasured.count
    for one in series where left > 0 {
      for point in one.points where !isMeasured[point.commit] {
        isMeasured[point.commit] = true
        left -= 1
      }
    }
    return isMeasured.indices.filter { isMeasured[$0] }
  }

  /// The position of the newest commit at which a series has a value; `nil` if there is none.
  public var newest: Int? { measured.last }

  /// For each series with a value at the trend's newest measured commit, the comparison of this value with the value
  /// that earlier points predict.
  ///
  /// Series without a prediction, such as those with too few points, are left out.
  public var tips: [(series: TrendSeries, tip: TrendTip)] {
    series.compactMap { series in
      guard let tip = series.tip.value, tip.commit == newest else { return nil }
      return (series, tip)
    }
  }

  /// All changes of level; those that one commit may have caused are next to each other.
  public var changes: [TrendFinding.Member] { findings.flatMap(\.members) }

  /// The series of the trend that could not be searched for changes, with the reasons.
  public var unjudged: [(series: TrendSeries, reason: String)] {
    series.compactMap { series in series.judgment.reason.map { (series, $0) } }
  }

  /// The names and values of the change-point detector's constants.
  public static var constants: [(name: String, value: String)] {
    ChangePointDetector.Parameters().all
  }
}

/// Properties of a run, such as labels, that may explain its values; they are loaded only for runs around changes and
/// at the newest points.
public struct TrendFacts: Sendable {
  /// The name of the measurement session that contains the run; `nil` if there is none.
  public let session: String?
  /// Properties that may explain values and do not prevent comparisons, such as labels, by name.
  public let circumstances: [String: String]

  public init(session: String?, circumstances: [String: String]) {
    self.session = session
    self.circumstances = circumstances
  }
}

/// Adds to changes the other differences that coincide with them.
struct TrendExplaining {
  private let breaks: [String: [TrendBreak]]
  private let facts: [Int: TrendFacts]
  private var circumstances: [Int: Circumstances] = [:]

  init(_ gathering: TrendGathering, facts: [Int: TrendFacts]) {
    self.facts = facts
    breaks = Dictionary(grouping: gathering.breaks, by: \.title)
    // If there are very many runs, facts are loaded only for some; loading all would take longer
    // than the rest.
    var isKnown = Array(repeating: false, count: gathering.runs.runs.count)
    for run in facts.keys { isKnown[run] = true }
    for (place, runs) in gathering.placed.enumerated() {
      runs.forEach { run, position in
        guard isKnown[run], let facts = facts[run] else { return }
        circumstances[place, default: Circumstances()].note(facts.circumstances, at: position)
      }
    }
  }

  /// The series with the differences that coincide with its changes and its newest point.
  func explained(_ series: TrendSeries) -> TrendSeries {
    var explained = series
    explained.judgment = series.judgment.map { judgment in
      var judgment = judgment
      for (index, change) in judgment.changes.enumerated() {
        judgment.changes[index].differences = differences(around: change.range, of: series)
      }
      return judgment
    }
    for index in explained.proofs.indices {
      explained.proofs[index].differences = differences(
        around: explained.proofs[index].range, of: series)
    }
    if let tip = series.tipRange { explained.tipDifferences = differences(around: tip, of: series) }
    explained.sessions = TrendSession.sessions(of: series.newest) { facts[$0]?.session }
    return explained
  }

  private func differences(
    around range: ClosedRange<Int>, of series: TrendSeries
  ) -> [TrendDifference] {
    let window = CircumstanceWindow(around: range, of: series.points)
    let soft = circumstances[series.placeIndex]?.differences(in: window) ?? []
    let hard = (breaks[series.stageTitle] ?? []).filter { window.reaches($0.commit) }
    return soft + hard.flatMap(\.differences)
  }
}

extension TrendSeries {
  /// The newest point as a range of points; `nil` for fewer than three points.
  var tipRange: ClosedRange<Int>? {
    points.count > 2 ? points.count - 1...points.count - 1 : nil
  }
}

extension Metric {
  /// The metric with a given id: from the catalog, declared by the user (a measure), or a thread's share of the CPU
  /// time; `nil` if there is no such metric.
  public static func named(_ id: ID, amongThoseOf measures: [OwnMeasure]) -> Metric? {
    if let metric = all.first(where: { $0.id == id }) { return metric }
    if let measure = measures.first(where: { $0.name == id }) { return .own(measure) }
    return threadName(in: id).map(thread)
  }
}
