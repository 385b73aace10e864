internal import Recordings
internal import Statistics

/// The checks of earlier commits, repeated one after the other, to find the first check that confirmed a change.
///
/// A check of an earlier commit judges the points of the series up to that commit. More points seldom revoke a
/// confirmation; if they do, the earlier confirmation counts.
struct EarlierChecks {
  private let series: TrendSeries
  private let change: TrendChange
  /// The index of the newest point that the next check judges.
  private var newest: Int

  /// Begins with the first commit at which the change-point detector could find the change.
  init(of change: TrendChange, in series: TrendSeries) {
    self.series = series
    self.change = change
    newest = min(change.point + Self.leastSegment - 1, series.points.count - 1)
  }

  /// The index of the first point at which a check confirmed the change; `nil` if none did.
  ///
  /// For a change that is only suspect now, the checks of few commits are repeated.
  var firstConfirmation: Int? {
    let last =
      change.isConfirmed
      ? series.points.count - 1
      : min(series.points.count - 2, newest + CheckConstants.replayedCommits)
    var checks = self
    while checks.newest <= last {
      if checks.isConfirmed { return checks.newest }
      checks.newest += 1
    }
    return nil
  }

  /// The position in the history of the first commit at which one of several regressions got its state; `nil` if there
  /// are no regressions.
  static func firstEntry(of members: [(series: TrendSeries, regression: Regression)]) -> Int? {
    let known = members.compactMap(\.regression.entered).min()
    var checks = members.compactMap { series, regression in
      regression.entered == nil
        ? regression.detected.map { EarlierChecks(of: $0, in: series) } : nil
    }
    while let next = checks.indices.min(by: { checks[$0].commit < checks[$1].commit }) {
      if let known, known <= checks[next].commit { break }
      if checks[next].isConfirmed { return checks[next].commit }
      checks[next].newest += 1
    }
    return known
  }

  private static let leastSegment = ChangePointDetector.Parameters().minimumSegment

  /// The position in the history of the newest commit that the next check judges.
  private var commit: Int { series.points[newest].commit }

  /// Whether the next check confirms the change.
  private var isConfirmed: Bool {
    if newest == series.points.count - 1 { return change.isConfirmed }
    let points = series.points[...newest]
    let earlier = ChangePointSeries(of: points, metric: series.metric, key: series.key)
    let found = try? ChangePointDetector().analyze(earlier, family: series.family).changes
    return (found ?? []).contains { found in
      found.evidence.isConfirmed && found.effect.change.sign == change.change.sign
        && abs(found.index - change.point) < Self.leastSegment
    }
  }
}
