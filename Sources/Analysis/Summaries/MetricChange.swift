public import Recordings

/// How a metric changed from a reference stage to a stage, from unrounded means.
public struct MetricChange: Sendable {
  /// The metric.
  public let metric: Metric
  /// Its mean in the stage.
  public let stage: Known<Double>
  /// Its mean in the reference.
  public let reference: Known<Double>
  /// Stage less reference, in the metric's unit; of a fraction, 0.01 is a percentage point.
  public let absolute: Known<Double>
  /// The change as a fraction of the reference.
  public let relative: Known<Double>

  /// Compares two means.
  ///
  /// - Parameters:
  ///   - metric: what they are of.
  ///   - stage: the mean in the stage.
  ///   - reference: the mean in the reference.
  public init(_ metric: Metric, stage: Known<Double>, reference: Known<Double>) {
    let absolute = Known { () throws(Withheld) in
      let change = try stage.get() - reference.get()
      guard change.isPrintable else { throw .notFinite }
      return change
    }
    self.metric = metric
    self.stage = stage
    self.reference = reference
    self.absolute = absolute
    relative = Known { () throws(Withheld) in
      try absolute.get().divided(by: reference.get(), orElse: .referenceIsZero)
    }
  }

  /// Whether the change is for the better; `nil` when there is no saying.
  public var improves: Bool? { absolute.value.map(metric.polarity.improves) }

  /// Whether it is larger than the metric's noise floor; `false` also when there is no saying.
  public var isBeyondNoise: Bool {
    guard let change = absolute.value else { return false }
    switch metric.noiseFloor {
    // Of a reference of 0, any change is.
    case .relative(let floor): return relative.value.map { $0.magnitude > floor } ?? (change != 0)
    case .absolute(let floor): return change.magnitude > floor
    }
  }
}

/// Where a stage stands between the worst and the best one, by one metric.
public struct Standing: Sendable {
  /// The metric.
  public let metric: Metric
  /// How much of the way from worst to best is covered: 0 is the worst, 1 the best.
  public let position: Known<Double>
  /// The stage's mean as a share of the best one's.
  public let shareOfBest: Known<Double>

  /// Places a mean.
  ///
  /// - Parameters:
  ///   - metric: what the means are of.
  ///   - stage: the mean to place.
  ///   - worst: the mean of the worst stage.
  ///   - best: the mean of the best stage.
  public init(_ metric: Metric, stage: Known<Double>, worst: Known<Double>, best: Known<Double>) {
    self.metric = metric
    position = Known { () throws(Withheld) in
      let way = try best.get() - worst.get()
      return try (stage.get() - worst.get()).divided(by: way, orElse: .noWay)
    }
    shareOfBest = Known { () throws(Withheld) in
      try stage.get().divided(by: best.get(), orElse: .bestIsZero)
    }
  }
}

extension Double {
  /// The quotient, or a reason thrown where there is none.
  fileprivate func divided(
    by divisor: Double, orElse reason: Withheld
  ) throws(Withheld) -> Double {
    let quotient = self / divisor
    guard quotient.isPrintable else { throw quotient.isFinite ? .notFinite : reason }
    return quotient
  }
}
