internal import Statistics

/// A difference of at most one refresh between tails of frame times that wait for the display.
struct RefreshStep {
  /// How far from a whole number of refreshes a value may lie, in refreshes.
  private static let tolerance = 0.1
  /// The share of the values of a side that have to lie on whole refreshes.
  private static let leastShare = 0.5
  /// By how much the refresh rates of runs may differ and count as one, as a fraction.
  private static let rateTolerance = 0.01

  /// `nil` where the metric is no such tail, the display does not round it, or it moved further.
  ///
  /// - Parameters:
  ///   - metric: which.
  ///   - candidate: the side that is judged.
  ///   - reference: the side that it is held against.
  init?(of metric: Metric, _ candidate: ComparedSide, against reference: ComparedSide) {
    guard let steps = metric.refreshSteps,
      let hertz = Self.commonRate(of: candidate.runs + reference.runs)
    else { return nil }
    let levels = [candidate, reference].map { side in
      Self.level(of: side.values(of: metric).map { steps.refreshes(of: $0, at: hertz) })
    }
    guard let after = levels[0], let before = levels[1], abs(after - before) <= 1 else {
      return nil
    }
  }

  private static func commonRate(of runs: [RunSummary]) -> Double? {
    let rates = runs.map(\.parameters.refreshRate.hertz)
    guard let least = rates.compactMap(\.self).min(), !rates.contains(nil),
      rates.allSatisfy({ ($0 ?? 0) <= least * (1 + rateTolerance) })
    else { return nil }
    return least
  }

  /// The typical number of refreshes, where most values are whole ones.
  private static func level(of refreshes: [Double]) -> Double? {
    let whole = refreshes.count { abs($0 - $0.rounded()) <= tolerance && $0.rounded() >= 1 }
    guard Double(whole) >= leastShare * Double(refreshes.count) else { return nil }
    return Moments.median(of: refreshes)?.rounded()
  }
}
