public import Recordings
internal import Units

extension SuiteSummary {
  /// The budget of a metric, in its unit: the largest value that the suite allows, or the smallest if higher values are
  /// better.
  ///
  /// `nil` if the suite declares none; withheld if it is unknown.
  public func budget(of metric: Metric) -> Known<Double>? {
    guard let budget = description.measures.first(where: { $0.name == metric.id })?.budget else {
      return nil
    }
    switch budget {
    case .value(let value): return .known(value)
    case .refresh:
      return Known { () throws(Withheld) in
        let period = Quantity(1000 / (try refreshRate()), .milliseconds)
        guard let budget = period.converted(to: metric.unit) else { throw .notFinite }
        return budget.value
      }
    }
  }

  /// The refresh rate of all runs, in hertz.
  private func refreshRate() throws(Withheld) -> Double {
    let rates = Set(stages.flatMap(\.runs).compactMap(\.parameters.refreshRate.hertz))
    guard let rate = rates.first else { throw .noRefreshRate }
    guard rates.count == 1 else { throw .severalRefreshRates }
    return rate
  }
}

extension Metric {
  /// Whether a value of the metric is worse than the budget: above it, or below it if higher values are better.
  public func isBeyond(_ budget: Double, _ value: Double) -> Bool {
    polarity == .higherIsBetter ? value < budget : value > budget
  }
}
