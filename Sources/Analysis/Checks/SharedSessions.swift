internal import Statistics

/// Judges a suspect regression by sessions that measured a commit before it and one after it.
///
/// `--confirm` asks for such sessions. Both commits share the noise of the session, such as a slower machine, so their
/// difference contains only the change.
struct SharedSessions {
  /// Whether the sessions confirm the regression.
  let isConfirmed: Bool

  /// `nil` if no session measured both sides, apart from those that made the change suspect.
  ///
  /// The sessions were asked for at the two sides of the change, which may have been placed a little differently then.
  init?(of change: TrendChange, in series: TrendSeries, _ points: WorsePoints, noise: Double) {
    let reach = ChangePointDetector.Parameters().minimumSegment
    let (first, last) = (change.range.lowerBound - 1, change.range.upperBound)
    let near = (max(0, first - reach)...min(series.points.count - 1, last + reach))
      .filter { series.repeated[$0] != nil }
    for good in near {
      for bad in near.reversed() where good < bad {
        let pair = SharedSessions(from: good, to: bad, in: series, points, noise: noise)
        guard let pair else { continue }
        self = pair
        return
      }
    }
    return nil
  }

  /// Judges a point by its sessions that also measured an earlier point of the level before it; `nil` if there is none.
  ///
  /// Of several earlier points, the nearest counts.
  init?(of point: Int, in series: TrendSeries) {
    let own = Set((series.repeated[point] ?? []).map(\.session).filter { $0 >= 0 })
    let earlier = (series.historyStart(at: point)..<point).last { earlier in
      series.repeated[earlier]?.contains { own.contains($0.session) } ?? false
    }
    guard let earlier, let points = WorsePoints(of: series) else { return nil }
    self.init(
      from: earlier, to: point, in: series, points, noise: series.sessionNoise(points))
  }

  private init?(
    from good: Int, to bad: Int, in series: TrendSeries, _ points: WorsePoints, noise: Double
  ) {
    guard let before = series.repeated[good], let after = series.repeated[bad],
      let turnedBefore = points.sessions[good], let turnedAfter = points.sessions[bad]
    else { return nil }
    var steps = after.indices.compactMap { index -> Double? in
      guard after[index].session >= 0 else { return nil }
      return before.firstIndex { $0.session == after[index].session }.map {
        turnedAfter[index] - turnedBefore[$0]
      }
    }
    // If all sessions are shared, one of them caused the suspicion: the one with the largest
    // change.
    if steps.count == after.count, let largest = steps.max(),
      let index = steps.firstIndex(of: largest)
    {
      steps.remove(at: index)
    }
    guard let step = Moments.mean(of: steps) else { return nil }
    let error = noise * (2 / Double(steps.count)).squareRoot()
    let half = CheckConstants.confirmationShare * points.floor(at: turnedBefore[0])
    let isSure = error == 0 || step / error > CheckConstants.confirmationDeviations
    isConfirmed = step > half && isSure
  }
}
