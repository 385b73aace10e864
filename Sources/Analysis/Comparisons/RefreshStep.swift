internal import Statistics

/// A difference of at most one refresh between tails of frame times, when frames wait for the
/// display.
struct RefreshStep {
  /// `nil` if the metric is not such a tail, if the display does not round it, or if it changed by
  /// more.
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
      rates.allSatisfy({ ($0 ?? 0) <= least * (1 + ComparisonConstants.rateTolerance) })
    else { return nil }
    return least
  }

  /// The median number of refreshes; `nil` if most values are not whole numbers.
  private static func level(of refreshes: [Double]) -> Double? {
    let whole = refreshes.count { refreshes in
      let distance = abs(refreshes - refreshes.rounded())
      return distance <= ComparisonConstants.refreshTolerance && refreshes.rounded() >= 1
    }
    let share = Double(whole) / Double(refreshes.count)
    guard share >= ComparisonConstants.leastRefreshShare else { return nil }
    return Moments.median(of: refreshes)?.rounded()
  }
}
