internal import Statistics

/// How much the runs of one session vary, and how many there are: the noise that more runs would
/// reduce.
struct RunSpread {
  /// The variance between runs of a session, on the scale; `nil` if no session has two runs.
  let variance: Double?
  /// The median number of runs per session.
  let runs: Int
  /// The median number of sessions per commit.
  let sessions: Int

  /// Pools the sessions of a series; O(n log n).
  ///
  /// `observations` are the values of runs, by commit and session.
  init(of observations: [[[Double]]], on scale: Scale) {
    // Sort, so that the order of the runs does not affect the last digit of a sum.
    let sessions = observations.joined().map { $0.sorted() }.sorted { left, right in
      left.lexicographicallyPrecedes(right)
    }
    variance =
      (try? PooledVariance(of: sessions.compactMap { try? scale.sample($0) }))?.variance
    runs = Int(Moments.median(of: sessions.map { Double($0.count) }) ?? 1)
    self.sessions = Int(Moments.median(of: observations.map { Double($0.count) }) ?? 1)
  }

  /// The deviation of points with another number of runs per session, relative to the present one;
  /// `nil` if no session has two runs.
  ///
  /// The variance of a point is v(sessions) · v(runs) · within, and a rest that more runs do not
  /// reduce; v is the variance of a median. A rest below two standard errors counts as 0.
  ///
  /// `runs` is `nil` for infinitely many runs; `points` is the variance of `count` points, at least
  /// 2.
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
