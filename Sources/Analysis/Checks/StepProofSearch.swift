internal import Recordings
internal import Statistics

/// Finds steps for the worse that the newest one, two or three sessions prove, because all of them are far beyond what
/// earlier sessions ever did and agree with each other.
///
/// A proof uses only points up to its last one, and no change that was found later. So no later point revokes it, and
/// the check of each commit derives the same proofs again.
struct StepProofSearch {
  private let series: TrendSeries
  private let wire: TripWire
  private let points: WorsePoints

  init?(in series: TrendSeries, _ wire: TripWire) {
    guard let points = WorsePoints(of: series) else { return nil }
    self.series = series
    self.wire = wire
    self.points = points
  }

  /// The proof with the fewest points that ends at a point; `nil` if there is none.
  func proof(at end: Int) -> PointProof? {
    for count in 1...CheckConstants.proofDeviations.count {
      let start = end - count + 1
      guard start >= CheckConstants.proofHistory else { break }
      guard isBeyondNearest(start...end) else { continue }
      let others = Others(points.values[..<start].suffix(CheckConstants.proofSessions))
      guard proves(start...end, beyond: others) else { continue }
      // A session before them may have been too near to count. No further back than the level, so that an earlier
      // change is not taken for this one.
      let level = max(0, start - CheckConstants.proofLevel)
      return proof(
        count == 1 ? .tripWire : .successive, from: level, at: end,
        place(near: start, within: level..<end + 1, noise: deviation(others.noise)))
    }
    return proofOfFirst(at: end)
  }

  /// The proof that the first two to six sessions were better than the next seven, by the same rule turned around: a
  /// step so early has too few sessions before it, but soon enough of them after it.
  private func proofOfFirst(at end: Int) -> PointProof? {
    let count = end + 1 - CheckConstants.proofHistory
    guard (2..<CheckConstants.proofHistory).contains(count) else { return nil }
    let others = Others(points.values[count...end].reversed())
    guard proves(0...count - 1, beyond: others) else { return nil }
    return proof(
      .successive, from: 0, at: end,
      place(near: count, within: 0..<end + 1, noise: deviation(others.noise)))
  }

  private func proof(
    _ basis: PointProof.Basis, from start: Int, at end: Int,
    _ place: (point: Int, range: ClosedRange<Int>)
  ) -> PointProof {
    PointProof(
      point: place.point, range: place.range, proved: end, basis: basis, isRefuted: false,
      start: start)
  }

  /// Where the worse level begins that the newest point shows, which may be an earlier point of its regime.
  ///
  /// - Parameter found: the point from which on the series is suspect.
  func placeOfTip(near found: Int) -> (point: Int, range: ClosedRange<Int>) {
    let (newest, count) = (series.points.count - 1, series.points.count)
    let start = max(series.historyStart(at: newest), newest - StatisticalConstants.mostHistory)
    guard found > start else { return (newest, newest...newest) }
    // A few points do not show how much they vary.
    let noise =
      series.prior?.variance.squareRoot()
      ?? deviation(PointNoise(of: points.values[..<newest].suffix(CheckConstants.proofSessions)))
    return place(near: found, within: start..<count, noise: noise)
  }

  private func place(
    near point: Int, within window: Range<Int>, noise: Double
  ) -> (point: Int, range: ClosedRange<Int>) {
    guard noise > 0 else { return (point, point...point) }
    let place = StepPlace(near: point, within: window, of: points.values, noise: noise)
    return (place.cut, place.range)
  }

  /// The smallest step for the worse that one session would have proved at a point, in the metric's unit.
  func smallestVisible(at point: Int) -> Double? {
    guard point >= CheckConstants.proofHistory else { return nil }
    let others = Others(points.values[..<point].suffix(CheckConstants.proofSessions))
    let level = others.level
    guard let step = leastStep(of: 1, from: level, others.noise) else { return nil }
    let (old, new) = (points.value(level), points.value(level + max(step, points.floor(at: level))))
    return (new - old).magnitude
  }

  // MARK: - The rule

  /// Whether all of these sessions are worse than the ones just before them, as a proof requires; most are not.
  private func isBeyondNearest(_ run: ClosedRange<Int>) -> Bool {
    let nearest = points.values[..<run.lowerBound].suffix(CheckConstants.proofLevel)
    guard let least = points.values[run].min(), let farthest = nearest.max() else { return false }
    return least > farthest
  }

  /// The sessions beyond which others must be, the nearest to them last.
  private struct Others {
    let values: [Double]
    /// The nearest, whose median is the level.
    let nearest: [Double]
    let level: Double

    init(_ values: some Sequence<Double>) {
      self.values = Array(values)
      nearest = Array(self.values.suffix(CheckConstants.proofLevel))
      level = Moments.median(of: nearest) ?? 0
    }

    /// O(n log n).
    var noise: PointNoise { PointNoise(of: values) }
  }

  /// Whether sessions are worse than those before them, or better than those after them.
  private func proves(_ run: ClosedRange<Int>, beyond others: Others) -> Bool {
    let isFirst = run.lowerBound == 0
    let steps = points.values[run].map { isFirst ? others.level - $0 : $0 - others.level }
    guard let least = steps.min(), let most = steps.max(),
      isAmiss(least, beyond: others, isFirst: isFirst)
    else { return false }
    // A commit that was measured again is judged by its sessions.
    if run.count == 1, series.repeated[run.lowerBound] != nil { return false }
    guard least >= leastDeviation(of: run.count, beyond: others) else { return false }
    let noise = others.noise
    guard let needed = leastStep(of: run.count, from: others.level, noise) else { return false }
    let spread = CheckConstants.proofAgreement * deviation(noise)
    return least >= needed && (run.count == 1 || most - least <= spread || noise.deviation == 0)
  }

  /// Whether a step matters and none of the nearest other points is beyond it; the noise takes longer to compute.
  private func isAmiss(_ step: Double, beyond others: Others, isFirst: Bool) -> Bool {
    let farthest = others.nearest.map { isFirst ? others.level - $0 : $0 - others.level }.max() ?? 0
    guard step > 0, step > farthest else { return false }
    let (old, new) =
      isFirst ? (others.level - step, others.level) : (others.level, others.level + step)
    return series.metric.floors(from: points.value(old), to: points.value(new)) >= 1
  }

  /// What a step must be at least even if the other sessions are not autocorrelated, which takes longer to find out.
  private func leastDeviation(of count: Int, beyond others: Others) -> Double {
    let index = min(count, CheckConstants.proofDeviations.count) - 1
    return CheckConstants.proofDeviations[index]
      * raised(PointNoise.deviation(of: others.values), of: others.values.count)
  }

  /// The smallest step that a number of successive sessions prove; `nil` if they prove none.
  private func leastStep(of count: Int, from level: Double, _ noise: PointNoise) -> Double? {
    let most = CheckConstants.proofDeviations.count
    let index = min(count, most) - 1
    let farthest = CheckConstants.proofLargest[index] * noise.largest
    guard noise.deviation > 0 else {
      // Equal values hide how much sessions vary, so it takes the most sessions.
      return count >= most ? farthest : nil
    }
    let far = max(CheckConstants.proofDeviations[index] * deviation(noise), farthest)
    guard count == 1 else { return far }
    return wire.share.map { max(far, points.distance(from: level, byShare: $0)) }
  }

  /// The deviation of a session, raised for the error of an estimate from few sessions.
  private func deviation(_ noise: PointNoise) -> Double { raised(noise.deviation, of: noise.count) }

  private func raised(_ deviation: Double, of count: Int) -> Double {
    deviation * (1 + CheckConstants.proofCaution / Double(count))
  }
}

/// Evidence about a regression from the sessions of one commit, from one to three successive sessions, or from the check
/// of an earlier commit.
struct PointProof: Sendable, Equatable {
  enum Basis: Sendable, Equatable {
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

/// The points of a series on the scale of its comparison, with the sign changed if needed so that
/// larger is worse.
struct WorsePoints {
  /// The values of the series' points, larger for worse ones.
  let values: [Double]
  /// The values of the sessions, for points with several.
  let sessions: [Int: [Double]]
  /// The number of sessions that the value of a point counts, for points with several.
  private let weights: [Int: Int]
  private let scale: Scale
  private let sign: Double
  private let metric: Metric

  /// `nil` if neither direction of the metric is better, or if a value has no place on the scale.
  init?(of series: TrendSeries) {
    guard series.metric.polarity != .neither else { return nil }
    let (scale, sign) = (series.scale, series.metric.polarity == .lowerIsBetter ? 1.0 : -1)
    func turned(_ values: [Double]) -> [Double]? {
      (try? scale.sample(values))?.values.map { sign * $0 }
    }
    guard let values = turned(series.points.map(\.value)) else { return nil }
    self.values = values
    sessions = series.repeated.compactMapValues { turned($0.map(\.value)) }
    weights = series.repeated.mapValues { max($0.count { !$0.isComparing }, 1) }
    self.scale = scale
    self.sign = sign
    metric = series.metric
  }

  /// Converts a point of the scale to the metric's unit.
  func value(_ point: Double) -> Double {
    scale == .logarithmic ? 1 + scale.effect(of: sign * point) : sign * point
  }

  func weight(of range: Range<Int>) -> Double {
    Double(range.reduce(0) { $0 + (weights[$1] ?? 1) })
  }

  func level(of range: Range<Int>) -> Double { Moments.median(of: Array(values[range])) ?? 0 }

  /// The distance on the scale from a level to the one that is worse by the noise floor.
  func floor(at level: Double) -> Double {
    switch metric.noiseFloor {
    case .relative(let share): distance(from: level, byShare: share)
    case .absolute(let size): distance(from: level, by: size)
    }
  }

  /// The distance on the scale from a level to the one that is worse by a share of it.
  func distance(from level: Double, byShare share: Double) -> Double {
    distance(from: level, by: share * value(level).magnitude)
  }

  private func distance(from level: Double, by size: Double) -> Double {
    guard let worse = try? scale.sample([value(level) + sign * size]).mean else { return size }
    return max(sign * worse - level, 0)
  }
}

extension TrendSeries {
  /// The points between confirmed changes, oldest first.
  var regimes: [Range<Int>] {
    let starts = (judgment.value?.changes ?? []).filter(\.isConfirmed).map(\.point)
    return zip([0] + starts, starts + [points.count]).map { $0..<$1 }
  }

  /// The start of the regime with which a point is compared, given the changes that were known at
  /// that point.
  ///
  /// A change needs five later points to be found. So an old point is judged as it was when it was
  /// the newest.
  func historyStart(at point: Int) -> Int {
    let reach = ChangePointDetector.Parameters().minimumSegment - 1
    let known = (judgment.value?.changes ?? []).filter { $0.point + reach <= point }
    return TrendTip.regimeStart(ofCount: point + 1, after: known)
  }
}
