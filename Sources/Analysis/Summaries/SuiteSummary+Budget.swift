public import Recordings
internal import Units

extension SuiteSummary {
  /// What a value of a metric may be: at most, or at least where more is better.
  ///
  /// - Parameter metric: of the suite.
  /// - Returns: in the metric's unit, or why it cannot be told; `nil` where the suite declares none.
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

  /// The refresh rate that all runs agree on, in hertz.
  private func refreshRate() throws(Withheld) -> Double {
    let rates = Set(stages.flatMap(\.runs).compactMap(\.parameters.refreshRate.hertz))
    guard let rate = rates.first else { throw .noRefreshRate }
    guard rates.count == 1 else { throw .severalRefreshRates }
    return rate
  }
}

extension Metric {
  /// Whether a value is not what its budget allows.
  ///
  /// - Parameters:
  ///   - budget: in the metric's unit.
  ///   - value: in the metric's unit.
  /// - Returns: `true` for more than the budget; where more is better, for less.
  public func isBeyond(_ budget: Double, _ value: Double) -> Bool {
    polarity == .higherIsBetter ? value < budget : value > budget
  }
}
