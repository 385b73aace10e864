internal import Recordings
internal import Statistics

/// Evidence about a regression from the sessions of one commit, from one to three successive sessions, or from the check
/// of an earlier commit.
struct PointProof: Sendable, Equatable {
  enum Basis: Sendable, Equatable {
    /// Several sessions of one commit show the regression.
    case sessions
    /// One session is far beyond all earlier ones.
    case tripWire
    /// Two or three successive commits are, or the change-point detector confirmed the step at an earlier check.
    case successive
  }

  /// The first point of the worse level.
  let point: Int
  /// The points at which the worse level may begin.
  let range: ClosedRange<Int>
  /// The point that completed the proof.
  let proved: Int
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
    let search = StepProofSearch(in: series, wire)
    let spans = series.spansOfSessions
    let own = series.points.indices.compactMap { point in
      search?.proof(at: point) ?? ofSessions(at: point, in: series, spans)
    }
    return (own + RecentChecks.proofs(in: series)).enumerated().sorted { left, right in
      (left.element.proved, left.offset) < (right.element.proved, right.offset)
    }.map(\.element)
  }

  private static func ofSessions(
    at point: Int, in series: TrendSeries, _ spans: [Int32: ClosedRange<Int>]
  ) -> PointProof? {
    // What a session says of a commit and a later one is what is different between them: it proves the later one.
    let sessions = (series.repeated[point] ?? []).filter { session in
      spans[session.session].map { $0.lowerBound < point || $0.upperBound == point } ?? true
    }
    guard sessions.count > 1,
      let change = TipChange(
        of: series, at: point, sessions: sessions.map { (name: nil, median: $0.value) }),
      change.answer != .none
    else { return nil }
    return PointProof(
      point: point, range: point...point, proved: point, basis: .sessions,
      isRefuted: change.answer == .refuted, start: series.historyStart(at: point))
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
