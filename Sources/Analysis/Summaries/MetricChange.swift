public import Recordings

/// The change of a metric from a reference stage to a stage, computed from unrounded means.
public struct MetricChange: Sendable {
  /// The metric.
  public let metric: Metric
  /// Its mean in the stage.
  public let stage: Known<Double>
  /// Its mean in the reference.
  public let reference: Known<Double>
  /// The stage's mean minus the reference's, in the metric's unit; for a fraction, 0.01 is a
  /// percentage point.
  public let absolute: Known<Double>
  /// The change as a fraction of the reference.
  public let relative: Known<Double>

  /// Compares two means.
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

  /// Whether the change is an improvement; `nil` if unknown.
  public var improves: Bool? { absolute.value.map(metric.polarity.improves) }

  /// Whether the change exceeds the noise floor; `false` also if unknown.
  public var isBeyondNoise: Bool {
    guard let change = absolute.value else { return false }
    switch metric.noiseFloor {
    // From a reference of 0, any change does.
    case .relative(let floor): return relative.value.map { $0.magnitude > floor } ?? (change != 0)
    case .absolute(let floor): return change.magnitude > floor
    }
  }
}

/// The position of a stage between the worst and the best one, for one metric.
public struct Standing: Sendable {
  /// The metric.
  public let metric: Metric
  /// The closed part of the gap: 0 is the worst stage, 1 the best.
  public let position: Known<Double>
  /// The stage's mean divided by the best one's.
  public let shareOfBest: Known<Double>

  /// Computes the position of a mean.
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
  /// The quotient, or the reason why there is none.
  fileprivate func divided(
    by divisor: Double, orElse reason: Withheld
  ) throws(Withheld) -> Double {
    let quotient = self / divisor
    guard quotient.isPrintable else { throw quotient.isFinite ? .notFinite : reason }
    return quotient
  }
}
