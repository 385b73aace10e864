internal import Parallel
internal import Recordings
internal import Statistics

/// The metrics of stages along a history of commits, and where their levels changed.
///
/// Nothing in it depends on the order of the runs within a stage.
public struct Trend: Sendable {
  /// The commits.
  public let history: CommitHistory
  /// Every metric of every stage and environment that has a run in the history: stages in the order of
  /// the runs, environments by their first commit, metrics as they were given.
  public let series: [TrendSeries]
  /// What changed: changes that move together are one; the worst first.
  ///
  /// What is for the worse comes before what is neither good nor bad and what is for the better; among
  /// them confirmed before confounded ones, before suspects and what recovered; then the larger first, in
  /// noise floors.
  public let findings: [TrendFinding]
  /// Where a stage's environment changed for good.
  public let breaks: [TrendBreak]
  /// How many runs, or values of runs, were left out and why, in a fixed order.
  public let omissions: [(omission: TrendOmission, count: Int)]
  /// The positions of the commits that any series has a point at, in ascending order.
  public let measured: [Int]
  /// How many of the newest of them are the tip.
  public let window: Int

  /// Puts together what was found, on all processors.
  ///
  /// - Parameters:
  ///   - series: those of `gathering`, judged.
  ///   - gathering: what they were made of.
  ///   - facts: what else is known of each of `gathering.runs(beside:)` of which anything is.
  ///   - window: how many of the newest measured commits are the tip; 20 if `nil`.
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
      (series.judgement.value?.changes ?? []).map {
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

  /// The position of the newest commit that any series has a point at; `nil` when none has.
  public var newest: Int? { measured.last }

  /// The newest points that have to do with what is checked out: those at the newest measured commit.
  public var tips: [(series: TrendSeries, tip: TrendTip)] {
    series.compactMap { series in
      guard let tip = series.tip.value, tip.commit == newest else { return nil }
      return (series, tip)
    }
  }

  /// The changes of all findings, in their order.
  public var changes: [TrendFinding.Member] { findings.flatMap(\.members) }

  /// The series in which changes were not looked for, and why.
  public var unjudged: [(series: TrendSeries, reason: String)] {
    series.compactMap { series in series.judgement.reason.map { (series, $0) } }
  }

  /// The detector's constants by name.
  public static var constants: [(name: String, value: String)] {
    ChangePointDetector.Parameters().all
  }
}

extension Metric.Polarity {
  /// Whether a change is for the worse or the better.
  func direction(of change: Double) -> TrendDirection {
    self == .neither || change == 0 ? .neither : improves(change) ? .better : .worse
  }
}
