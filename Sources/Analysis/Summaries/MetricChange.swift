public import Recordings

/// The change of a metric from the reference to another version of the program (stage), computed from unrounded means.
public struct MetricChange: Sendable {
  /// The metric whose change between two versions of the program was computed.
  public let metric: Metric
  /// The mean of the metric in the stage (version of the program) that is compared with the reference.
  public let stage: Known<Double>
  /// The mean of the metric in the reference, the stage (version of the program) from which the change is computed.
  public let reference: Known<Double>
  /// The mean in the compared version of the program (stage) minus the mean in the reference, in the metric's unit.
  ///
  /// For a fraction, 0.01 is one percentage point.
  public let absolute: Known<Double>
  /// The change of the metric's mean as a fraction of the mean in the reference.
  public let relative: Known<Double>

  /// Computes the change of a metric between the means of two versions of the program.
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

  /// Whether the change of the metric is an improvement; `nil` if one of the two means is unknown.
  ///
  /// `false` for metrics for which neither higher nor lower values are better.
  public var improves: Bool? { absolute.value.map(metric.polarity.improves) }

  /// Whether the change of the metric exceeds its noise floor (the smallest change that matters); `false` if the change
  /// is unknown.
  public var isBeyondNoise: Bool {
    guard let change = absolute.value else { return false }
    switch metric.noiseFloor {
    // From a reference of 0, any change does.
    case .relative(let floor): return relative.value.map { $0.magnitude > floor } ?? (change != 0)
    case .absolute(let floor): return change.magnitude > floor
    }
  }
}

/// The position of a stage (version of the program) in one metric between two other stages: 0 at the suite's worst
/// case, 1 at its best case.
public struct Standing: Sendable {
  /// The metric in which the stage (version of the program) is compared with the suite's worst case and best case.
  public let metric: Metric
  /// The position of a stage (version of the program) on a scale from the metric's mean in the suite's worst case (0)
  /// to the mean in its best case (1).
  public let position: Known<Double>
  /// The metric's mean in one stage (version of the program) divided by its mean in the best case, the stage with
  /// nothing to draw.
  public let shareOfBest: Known<Double>

  /// Computes the position of the mean of a stage (version of the program) between the means of the suite's worst case
  /// and best case.
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
