/// Computes the size, range and recovery of changes that were found.
struct ChangePointReport {
  let segments: Segments
  let autocorrelation: PooledAutocorrelation
  let noise: Double
  let floor: PracticalFloor
  let parameters: ChangePointDetector.Parameters

  /// The change at the end of a segment, which may be at any cut of `range`.
  func change(
    _ segment: Int, range: ClosedRange<Int>, evidence: ChangePoint.Evidence
  ) -> ChangePoint {
    let before = segments.points(segment)
    let after = segments.points(segment + 1)
    return ChangePoint(
      index: segments.start(segment + 1), range: segments.positions(cuts: range),
      evidence: evidence, effect: effect(before, after),
      countBefore: before.count, countAfter: after.count, recovery: recovery(of: segment))
  }

  /// The slow change within the last segment.
  var drift: Drift? {
    let last = segments.points(segments.count - 1)
    let newest = Array(last.suffix(parameters.driftNewest))
    return Drift(
      within: newest, floor: floor, inflation: autocorrelation.inflation,
      parameters: parameters)
  }

  private func effect(
    _ before: ArraySlice<Double>, _ after: ArraySlice<Double>
  ) -> ChangePoint.Effect {
    let scale = segments.scale
    let shift = HodgesLehmann(from: Array(before), to: Array(after))
    let interval = shift.interval(
      confidence: parameters.confidence, inflation: autocorrelation.meanInflation)
    return ChangePoint.Effect(
      before: scale.value(Median.of(before)), after: scale.value(Median.of(after)),
      change: scale.effect(of: shift.shift),
      interval: interval?.map(scale.effect))
  }

  /// The position at which a later segment is back at the level of `segment`; `nil` if none is.
  private func recovery(of segment: Int) -> Int? {
    let level = Median.of(segments.points(segment))
    let later = (segment + 2..<max(segment + 2, segments.count)).first {
      floor.share(from: level, to: Median.of(segments.points($0))) < 1
    }
    return later.map(segments.start)
  }
}
