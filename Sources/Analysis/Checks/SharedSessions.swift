internal import Statistics

/// Judges a suspect change by sessions that measured the commits on both sides of it.
///
/// `--confirm` asks for such sessions. Both commits share the noise of the session, so their
/// difference contains only the change.
struct SharedSessions {
  /// Whether the sessions confirm the regression.
  let isConfirmed: Bool

  /// `nil` if no session measured both sides, apart from those that made the change suspect.
  init?(of change: TrendChange, in series: TrendSeries, _ points: WorsePoints, noise: Double) {
    let (good, bad) = (change.range.lowerBound - 1, change.range.upperBound)
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
