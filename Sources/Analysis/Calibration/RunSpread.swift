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
  ///   - observations: of one series, in any order.
  ///   - scale: on which its noise is even.
  init(of observations: [TrendObservation], on scale: Scale) {
    var counts: [Double] = []
    var sessionCounts: [Double] = []
    var samples: [Sample] = []
    let commits = Dictionary(grouping: observations, by: \.commit).sorted { $0.key < $1.key }
    for (_, runs) in commits {
      let sessions = Dictionary(grouping: runs, by: { $0.session ?? "" }).sorted {
        $0.key < $1.key
      }
      sessionCounts.append(Double(sessions.count))
      for (_, runs) in sessions {
        counts.append(Double(runs.count))
        // The order of the runs must not reach the last digit of a sum.
        if let sample = try? scale.sample(runs.map(\.value).sorted()) { samples.append(sample) }
      }
    }
    variance = (try? PooledVariance(of: samples))?.variance
    runs = Int(Moments.median(of: counts) ?? 1)
    sessions = Int(Moments.median(of: sessionCounts) ?? 1)
  }

  /// The deviation of a point's noise if sessions had another number of runs.
  ///
  /// A point's variance is what its runs leave, v(sessions) · v(runs) · within, and a rest that more runs
  /// do not touch; v is the variance of a median.
  ///
  /// - Parameters:
  ///   - runs: of each session; `nil` for so many that they leave nothing.
  ///   - deviation: as it is now.
  /// - Returns: 0 or above; `nil` where nothing is known of runs of one session.
  func deviation(withRuns runs: Int?, now deviation: Double) -> Double? {
    guard let variance else { return nil }
    let share = Moments.medianVariance(count: max(sessions, 1)) * variance
    let now = Moments.medianVariance(count: max(self.runs, 1)) * share
    let then = runs.map { Moments.medianVariance(count: $0) * share } ?? 0
    return (max(deviation * deviation - now, 0) + then).squareRoot()
  }
}
