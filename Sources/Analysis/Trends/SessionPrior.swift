internal import Recordings
internal import Statistics
internal import Units

/// How much sessions of a young series are assumed to vary, before enough of them show it.
struct SessionPrior: Sendable, Equatable {
  /// The scale on which values are compared.
  let scale: Scale
  /// The variance of the value of one session on the scale.
  let variance: Double

  /// The number of points up to which a series is young: a step among the first of them is proved or not by then
  /// (`StepProofSearch`).
  static let mostPoints = 2 * CheckConstants.proofHistory - 1

  /// Assumes the noise between sessions from that of the runs within them, and otherwise a share of the values.
  ///
  /// - Parameter sessions: the values of the runs, by session; `nil` if there are none.
  init?(of sessions: [[Double]], metric: Metric) {
    let values = sessions.joined()
    guard let middle = Moments.median(of: Array(values)) else { return nil }
    scale = metric.unit == .fraction || values.contains { $0 <= 0 } ? .linear : .logarithmic
    let scaled = sessions.compactMap { [scale] in try? scale.sample($0) }
    let own = try? PooledVariance(of: scaled.filter { $0.count > 1 })
    if let own, own.variance > 0 {
      let runs = Double(values.count) / Double(sessions.count)
      let between =
        StatisticalConstants.assumedSessionNoise * StatisticalConstants.assumedSessionNoise
      variance = own.variance * (between + Double.pi / 2 / runs)
    } else {
      let share = StatisticalConstants.assumedSessionShare * (scale == .linear ? middle : 1)
      variance = share * share
    }
  }
}
