/// Computes the size, range and recovery of changes that were found.
struct ChangePointReport {
  let segments: Segments
  let autocorrelation: PooledAutocorrelation
  let noise: Double
  let floor: PracticalFloor
  let parameters: ChangePointDetector.Parameters

  /// The change at the end of a segment.
  func change(_ segment: Int, evidence: ChangePoint.Evidence) -> ChangePoint {
    let before = segments.points(segment)
    let after = segments.points(segment + 1)
    return ChangePoint(
      index: segments.start(segment + 1),
      range: segments.positions(segment, cuts: location(before, after)),
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

  /// The range for the number of points before the change: the splits whose sums of squares are
  /// close to the best, and the chosen split.
  private func location(
    _ before: ArraySlice<Double>, _ after: ArraySlice<Double>
  ) -> ClosedRange<Int> {
    // A spike near an end would otherwise create a split there.
    let reach = parameters.winsorising * noise * autocorrelation.inflation.squareRoot()
    let gains = SplitGains(
      of: Winsorising(before, reach: reach).values + Winsorising(after, reach: reach).values)
    let loss = parameters.rangeReach * noise * noise * autocorrelation.inflation
    let near = gains.cuts(within: loss)
    return min(near.lowerBound, before.count)...max(near.upperBound, before.count)
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

/// The part of the sum of squares that each possible split explains.
private struct SplitGains {
  /// Element i is for i + 1 points before the split.
  private let gains: [Double]

  init(of points: [Double]) {
    let mean = points.reduce(0, +) / Double(points.count)
    var sum = 0.0
    var gains: [Double] = []
    for (index, point) in points.dropLast().enumerated() {
      sum += point - mean
      let before = Double(index + 1)
      gains.append(sum * sum * Double(points.count) / (before * (Double(points.count) - before)))
    }
    self.gains = gains
  }

  /// The range of splits that explain as much as the best split, minus `loss`.
  func cuts(within loss: Double) -> ClosedRange<Int> {
    let least = (gains.max() ?? 0) - loss
    let first = gains.firstIndex { $0 >= least } ?? 0
    let last = gains.lastIndex { $0 >= least } ?? 0
    return first + 1...last + 1
  }
}
