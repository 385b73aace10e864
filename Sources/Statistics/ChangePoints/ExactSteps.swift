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
