internal import Statistics

/// How far the runs of one session lie apart, beside how many there are: what more of them would even out.
struct RunSpread {
  /// The variance between the runs of a session, on the scale; `nil` where no session has two.
  let variance: Double?
  /// Runs of a session, in the middle of all.
  let runs: Int
  /// Sessions of a commit, in the middle of all.
  let sessions: Int

  /// Pools the sessions of a series; O(n log n).
  ///
  /// - Parameters:
  ///   - observations: values of runs, by commit and by session within it.
  ///   - scale: on which their noise is even.
  init(of observations: [[[Double]]], on scale: Scale) {
    // The order of the runs must not reach the last digit of a sum.
    let sessions = observations.joined().map { $0.sorted() }.sorted { left, right in
      left.lexicographicallyPrecedes(right)
    }
    variance =
      (try? PooledVariance(of: sessions.compactMap { try? scale.sample($0) }))?.variance
    runs = Int(Moments.median(of: sessions.map { Double($0.count) }) ?? 1)
    self.sessions = Int(Moments.median(of: observations.map { Double($0.count) }) ?? 1)
  }

  /// What the deviation of points would be, as a share of what it is, if sessions had another number of
  /// runs.
  ///
  /// A point's variance is what its runs leave, v(sessions) · v(runs) · within, and a rest that more runs
  /// do not touch; v is the variance of a median. A rest of less than two standard errors counts as none.
  ///
  /// - Parameters:
  ///   - runs: of each session; `nil` for so many that they leave nothing.
  ///   - points: the variance of points, above 0.
  ///   - count: how many points that is of, at least 2.
  /// - Returns: 0 or above; `nil` where nothing is known of runs of one session.
  func deviationShare(withRuns runs: Int?, ofVariance points: Double, of count: Int) -> Double? {
    guard let variance else { return nil }
    let now = Moments.medianVariance(count: max(self.runs, 1))
    let leave = Moments.medianVariance(count: max(sessions, 1)) * now * variance
    // The relative standard error of a variance of normal noise is √(2 / (n − 1)).
    let doubt = 2 * (2 / Double(count - 1)).squareRoot()
    let rest = points - leave > doubt * leave ? (points - leave) / points : 0
    let then = runs.map { Moments.medianVariance(count: $0) / now } ?? 0
    return (rest + (1 - rest) * then).squareRoot()
  }
}
