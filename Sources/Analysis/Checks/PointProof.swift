internal import Recordings
internal import Statistics

/// What the sessions of one point, or the trip-wire, say about a change for the worse that begins there.
struct PointProof: Sendable, Equatable {
  /// What decided.
  enum Basis: Sendable, Equatable {
    /// Several sessions of the commit.
    case sessions
    /// One session that is worse by far.
    case tripWire
  }

  /// The index of the point.
  let point: Int
  /// What decided.
  let basis: Basis
  /// Whether further sessions did not confirm what one session showed.
  let isRefuted: Bool
  /// The first of the points that it was compared with.
  let start: Int
  /// What changed in the environment at the point.
  var differences: [TrendDifference] = []

  /// Looks at every point as the gate did when that point was the newest; O(n) for a series without proof.
  ///
  /// This is how the gate remembers: nothing about findings is stored, because the sessions are.
  static func all(in series: TrendSeries, _ wire: TripWire) -> [PointProof] {
    let search = TripWireSearch(in: series, wire)
    return series.points.indices.compactMap { point in
      if search?.isTripped(at: point) ?? false {
        return PointProof(
          point: point, basis: .tripWire, isRefuted: false, start: series.historyStart(at: point))
      }
      guard let sessions = series.repeated[point],
        let change = TipChange(
          of: series, at: point, sessions: sessions.map { (name: nil, median: $0.value) })
      else { return nil }
      return PointProof(
        point: point, basis: .sessions, isRefuted: change.answer == .refuted,
        start: series.historyStart(at: point))
    }
  }
}
