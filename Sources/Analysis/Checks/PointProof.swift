internal import Recordings
internal import Statistics

/// Evidence from the sessions of one point, or from the trip-wire, about a regression that begins
/// there.
struct PointProof: Sendable, Equatable {
  /// The kind of evidence for a regression that begins at a point.
  enum Basis: Sendable, Equatable {
    /// Several sessions of the commit show the regression.
    case sessions
    /// One session exceeds the trip-wire.
    case tripWire
  }

  /// The index of the point.
  let point: Int
  /// The kind of evidence for a regression that begins at a point.
  let basis: Basis
  /// Whether further sessions did not confirm the change of the first.
  let isRefuted: Bool
  /// The first point of the level that it was compared with.
  let start: Int
  /// The differences in the environment at the point.
  var differences: [TrendDifference] = []

  /// Judges every point as the check did when that point was the newest; O(n) for a series without
  /// evidence.
  ///
  /// Findings are not stored. Each check derives them again from the stored sessions.
  static func all(in series: TrendSeries, _ wire: TripWire) -> [PointProof] {
    let search = TripWireSearch(in: series, wire)
    let spans = series.spansOfSessions
    return series.points.indices.compactMap { point in
      if search?.isTripped(at: point) ?? false {
        return PointProof(
          point: point, basis: .tripWire, isRefuted: false, start: series.historyStart(at: point))
      }
      // What a session says of a commit and a later one is what is different between them: it proves the later one.
      let sessions = (series.repeated[point] ?? []).filter { session in
        spans[session.session].map { $0.lowerBound < point || $0.upperBound == point } ?? true
      }
      guard sessions.count > 1,
        let change = TipChange(
          of: series, at: point, sessions: sessions.map { (name: nil, median: $0.value) })
      else { return nil }
      return PointProof(
        point: point, basis: .sessions, isRefuted: change.answer == .refuted,
        start: series.historyStart(at: point))
    }
  }
}

extension TrendSeries {
  /// The first and the last point that each session measured, among the points with several sessions.
  fileprivate var spansOfSessions: [Int32: ClosedRange<Int>] {
    var spans: [Int32: ClosedRange<Int>] = [:]
    for (point, sessions) in repeated {
      for session in sessions where session.session >= 0 {
        let known = spans[session.session] ?? point...point
        spans[session.session] = min(known.lowerBound, point)...max(known.upperBound, point)
      }
    }
    return spans
  }
}
