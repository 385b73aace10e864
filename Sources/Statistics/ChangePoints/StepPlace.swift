/// Where one step between two levels begins, if either side may be as short as one point.
///
/// Finding a step needs several points on both sides; placing it does not. A step that was found in the newest five
/// points, two of which are still at the old level, begins at the third.
///
/// A cut costs the squared distance of each point from the median of its side, but per point at most that of an
/// outlier, so that no spike at an end is taken for the step.
///
/// Source of the bounded cost: Fearnhead, Rigaill, "Changepoint detection in the presence of outliers", Journal of the
/// American Statistical Association 114 (2019).
public struct StepPlace: Sendable, Equatable {
  /// The number of points before the step.
  public let cut: Int
  /// The cuts that fit nearly as well, the best among them.
  public let range: ClosedRange<Int>

  /// Places a step near the cut where it was found; O(n).
  ///
  /// - Parameters:
  ///   - found: a cut with at least one point of `window` on either side.
  ///   - window: the points that have one of the two levels.
  ///   - points: all points.
  ///   - noise: the standard deviation of the points, raised for autocorrelation.
  ///   - parameters: the detector's, which say what an outlier is and which cuts fit nearly as well.
  public init(
    near found: Int, within window: Range<Int>, of points: [Double], noise: Double,
    parameters: ChangePointDetector.Parameters = .init()
  ) {
    let reach = parameters.winsorising * noise
    let loss = parameters.rangeReach * noise * noise
    let step = StepCost(points: points, window: window, most: reach * reach)
    let near =
      max(
        window.lowerBound + 1, found - Self.farthest)...min(
        window.upperBound - 1, found + Self.farthest)
    let costs = near.map { (cut: $0, cost: step.cost(of: $0, around: near)) }
    // The nearest of equal ones, so that a step stays where it was found unless it fits better elsewhere.
    let best = costs.min { ($0.cost, abs($0.cut - found)) < ($1.cost, abs($1.cut - found)) }
    let cut = best?.cut ?? found
    self.cut = cut
    range = step.range(around: cut, loss: loss)
  }

  /// The largest distance between where a step is found and where it begins.
  private static let farthest = 8
}

/// The cost of cuts between two levels.
private struct StepCost {
  let points: [Double]
  let window: Range<Int>
  let most: Double

  /// Each level is the median of so many points next to the cut, so that long series cost no more than short ones.
  private static let levelPoints = 30

  /// The cost of the points near some cuts, which are the same points for each of them.
  func cost(of cut: Int, around cuts: ClosedRange<Int>) -> Double {
    let (before, after) = levels(at: cut)
    let first = max(window.lowerBound, cuts.lowerBound - Self.levelPoints)
    let last = min(window.upperBound, cuts.upperBound + Self.levelPoints)
    return points[first..<cut].reduce(0) { $0 + cost(of: $1, at: before) }
      + points[cut..<last].reduce(0) { $0 + cost(of: $1, at: after) }
  }

  /// The cuts between the levels of a cut that cost at most `loss` more than it.
  func range(around cut: Int, loss: Double) -> ClosedRange<Int> {
    let (before, after) = levels(at: cut)
    var range = cut...cut
    var excess = 0.0
    for point in cut..<window.upperBound - 1 {
      excess += cost(of: points[point], at: before) - cost(of: points[point], at: after)
      if excess <= loss { range = range.lowerBound...point + 1 }
    }
    excess = 0
    for point in (window.lowerBound + 1..<cut).reversed() {
      excess += cost(of: points[point], at: after) - cost(of: points[point], at: before)
      if excess <= loss { range = point...range.upperBound }
    }
    return range
  }

  private func levels(at cut: Int) -> (before: Double, after: Double) {
    (
      Median.of(points[window.lowerBound..<cut].suffix(Self.levelPoints)),
      Median.of(points[cut..<window.upperBound].prefix(Self.levelPoints))
    )
  }

  private func cost(of point: Double, at level: Double) -> Double {
    min((point - level) * (point - level), most)
  }
}

/// The changes of a counter without noise: each step beyond its quantum.
struct ExactSteps {
  private let values: ArraySlice<Double>
  private let scale: Scale
  private let quantum: Double
  private let parameters: ChangePointDetector.Parameters
  private let warnings: [ChangePointAnalysis.Warning]
  /// The positions where regimes begin, and the end of the last one.
  private let bounds: [Int]

  init(
    of series: ChangePointSeries, parameters: ChangePointDetector.Parameters
  ) throws(SampleError) {
    let judged = series.newest(parameters.newest)
    values = series.values[judged]
    if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
    if values.contains(where: { abs($0) > 1e100 }) { throw .tooLarge }
    guard values.count > 1 else { throw .tooFew(count: values.count, needed: 2) }
    self.parameters = parameters
    scale = series.kind.scale(for: values)
    quantum = series.quantum
    let older = judged.lowerBound
    warnings = [
      older > 0 ? .olderPointsLeftOut(count: older) : nil,
      series.differenceWarning(within: judged),
    ].compactMap { $0 }
    bounds = Self.bounds(of: values, quantum: series.quantum)
  }

  func analysis() -> ChangePointAnalysis {
    ChangePointAnalysis(
      judged: values.indices, scale: scale, method: .exact, spikes: [],
      changes: bounds.indices.dropFirst().dropLast().map(change), regimes: regimes, drift: nil,
      warnings: warnings, parameters: parameters)
  }

  private static func bounds(of values: ArraySlice<Double>, quantum: Double) -> [Int] {
    var bounds = [values.startIndex]
    for index in values.indices {
      let level = values[bounds[bounds.count - 1]]
      if abs(values[index] - level) > PracticalFloor.beyond(quantum) { bounds.append(index) }
    }
    return bounds + [values.endIndex]
  }

  private var regimes: [ChangePointAnalysis.Regime] {
    zip(bounds, bounds.dropFirst()).map {
      ChangePointAnalysis.Regime(points: $0..<$1, level: values[$0])
    }
  }

  private func change(_ number: Int) -> ChangePoint {
    let index = bounds[number]
    let (before, after) = (values[bounds[number - 1]], values[index])
    return ChangePoint(
      index: index, range: index...index, evidence: .exact,
      effect: ChangePoint.Effect(
        before: before, after: after, change: scale.exactChange(from: before, to: after),
        interval: nil),
      countBefore: index - bounds[number - 1], countAfter: bounds[number + 1] - index,
      recovery: bounds[(number + 1)...].dropLast().first { isBack(values[$0], at: before) })
  }

  private func isBack(_ value: Double, at level: Double) -> Bool {
    abs(value - level) <= PracticalFloor.beyond(quantum)
  }
}
