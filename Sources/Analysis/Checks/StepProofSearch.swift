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
      guard start >= CheckConstants.proofHistory else { return nil }
      guard proves(start...end) else { continue }
      let (point, range) = place(of: start...end)
      return PointProof(
        point: point, range: range, proved: end, basis: count == 1 ? .tripWire : .successive,
        isRefuted: false, start: max(0, start - CheckConstants.proofLevel))
    }
    return nil
  }

  /// Where the step begins that some points prove; a session before them may have been too near to count.
  private func place(of run: ClosedRange<Int>) -> (point: Int, range: ClosedRange<Int>) {
    // No further back than the level, so that an earlier change is not taken for this one.
    let start = max(0, run.lowerBound - CheckConstants.proofLevel)
    return place(near: run.lowerBound, within: start..<run.upperBound + 1)
  }

  /// Where the worse level begins that the newest point shows, which may be an earlier point of its regime.
  func placeOfTip() -> (point: Int, range: ClosedRange<Int>) {
    let (newest, count) = (series.points.count - 1, series.points.count)
    let start = max(series.historyStart(at: newest), newest - StatisticalConstants.mostHistory)
    return newest > start
      ? place(near: newest, within: start..<count) : (newest, newest...newest)
  }

  private func place(
    near point: Int, within window: Range<Int>
  ) -> (point: Int, range: ClosedRange<Int>) {
    let noise = deviation(noise(before: point))
    guard noise > 0 else { return (point, point...point) }
    let place = StepPlace(near: point, within: window, of: points.values, noise: noise)
    return (place.cut, place.range)
  }

  /// The smallest step for the worse that one session would have proved at a point, in the metric's unit.
  func smallestVisible(at point: Int) -> Double? {
    guard point >= CheckConstants.proofHistory else { return nil }
    let level = level(before: point)
    guard let step = leastStep(of: 1, from: level, noise(before: point)) else { return nil }
    let (old, new) = (points.value(level), points.value(level + max(step, points.floor(at: level))))
    return (new - old).magnitude
  }

  private func proves(_ run: ClosedRange<Int>) -> Bool {
    let level = level(before: run.lowerBound)
    let steps = points.values[run].map { $0 - level }
    guard let least = steps.min(), let most = steps.max(), isAmiss(least, from: level, before: run)
    else { return false }
    // A commit that was measured again is judged by its sessions.
    if run.count == 1, series.repeated[run.lowerBound] != nil { return false }
    let noise = noise(before: run.lowerBound)
    guard let needed = leastStep(of: run.count, from: level, noise) else { return false }
    let spread = CheckConstants.proofAgreement * deviation(noise)
    return least >= needed && (run.count == 1 || most - least <= spread || noise.deviation == 0)
  }

  /// Whether a step matters and none of the nearest earlier points is as bad; the noise takes longer to compute.
  private func isAmiss(_ step: Double, from level: Double, before run: ClosedRange<Int>) -> Bool {
    guard step > 0, let worst = recent(before: run.lowerBound).max(), level + step > worst else {
      return false
    }
    return series.metric.floors(from: points.value(level), to: points.value(level + step)) >= 1
  }

  /// The smallest step that a number of successive sessions prove; `nil` if they prove none.
  private func leastStep(of count: Int, from level: Double, _ noise: PointNoise) -> Double? {
    let farthest = CheckConstants.proofLargest[count - 1] * noise.largest
    guard noise.deviation > 0 else {
      // Equal values hide how much sessions vary, so it takes the most sessions.
      return count == CheckConstants.proofDeviations.count ? farthest : nil
    }
    let far = max(CheckConstants.proofDeviations[count - 1] * deviation(noise), farthest)
    guard count == 1 else { return far }
    return wire.share.map { max(far, points.distance(from: level, byShare: $0)) }
  }

  /// The deviation of a session, raised for the error of an estimate from few sessions.
  private func deviation(_ noise: PointNoise) -> Double {
    noise.deviation * (1 + CheckConstants.proofCaution / Double(noise.count))
  }

  private func level(before point: Int) -> Double {
    Moments.median(of: recent(before: point)) ?? 0
  }

  private func recent(before point: Int) -> [Double] {
    Array(points.values[..<point].suffix(CheckConstants.proofLevel))
  }

  private func noise(before point: Int) -> PointNoise {
    PointNoise(of: Array(points.values[..<point].suffix(CheckConstants.proofSessions)))
  }
}
