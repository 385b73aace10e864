public import Recordings

/// The change of a metric from the reference to another stage, computed from unrounded means.
public struct MetricChange: Sendable {
  public let metric: Metric
  public let stage: Known<Double>
  public let reference: Known<Double>
  /// The mean in the compared stage minus the mean in the reference, in the metric's unit.
  ///
  /// For a fraction, 0.01 is one percentage point.
  public let absolute: Known<Double>
  /// The change of the metric's mean as a fraction of the mean in the reference.
  public let relative: Known<Double>
  /// Whether the metric became better or worse; neither if that is not clear or unknown, or if neither is better.
  public let direction: ChangeDirection

  /// Computes the change of a metric between the means of two versions of the program.
  ///
  /// - Parameter direction: what `compare` proves; without it, a change that exceeds the noise floor has a direction.
  public init(
    _ metric: Metric, stage: Known<Double>, reference: Known<Double>,
    direction: ChangeDirection? = nil
  ) {
    let absolute = Known { () throws(Withheld) in
      let change = try stage.get() - reference.get()
      guard change.isPrintable else { throw .notFinite }
      return change
    }
    let relative = Known { () throws(Withheld) in
      try absolute.get().divided(by: reference.get(), orElse: .referenceIsZero)
    }
    self.metric = metric
    self.stage = stage
    self.reference = reference
    self.absolute = absolute
    self.relative = relative
    self.direction =
      direction ?? absolute.value.map { change in
        metric.noiseFloor.isExceeded(by: change, relative: relative.value)
          ? metric.polarity.direction(of: change) : .neither
      } ?? .neither
  }
}

extension Metric.NoiseFloor {
  fileprivate func isExceeded(by change: Double, relative: Double?) -> Bool {
    switch self {
    // From a reference of 0, any change does.
    case .relative(let floor): relative.map { $0.magnitude > floor } ?? (change != 0)
    case .absolute(let floor): change.magnitude > floor
    }
  }
}

/// The changes of a suite's metrics from one of its stages to another.
public struct StageChanges: Sendable {
  let stage: StageSummary
  let reference: StageSummary
  /// What `compare` proves about the rows of a measured suite; `nil` for published values.
  let proved: [Metric.ID: ChangeDirection]?

  public subscript(metric: Metric) -> MetricChange {
    MetricChange(
      metric, stage: stage[metric].mean, reference: reference[metric].mean,
      direction: proved.map { $0[metric.id] ?? .neither })
  }
}

/// The position of a stage in one metric between two other stages: 0 at the suite's worst case, 1 at its best case.
public struct Standing: Sendable {
  public let metric: Metric
  /// The position of a stage on a scale from the metric's mean in the suite's worst case (0) to the mean in its best
  /// case (1).
  public let position: Known<Double>
  /// The metric's mean in one stage divided by its mean in the best case, the stage with nothing to draw.
  public let shareOfBest: Known<Double>

  /// Computes the position of the mean of a stage between the means of the suite's worst case and best case.
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

/// The verdict of a suite on an optimization of the program.
public enum Verdict: Sendable, Equatable {
  /// At least one of the rule's metrics improved.
  case kept
  /// None of them improved and, in a measured suite, at least one became worse.
  case rejected
  case unclear
  /// Too little is known; the reason follows.
  case undecided(because: String)
}

/// The rule for keeping an optimization: at least one of the deciding metrics must be better than in the baseline.
///
/// Source: Reinpalu 2017, section 5.
public struct VerdictRule: Sendable, Hashable {
  /// The ids of the metrics of which at least one must improve so that an optimization is kept.
  public let metrics: [Metric.ID]

  public init(metrics: [Metric.ID]) {
    self.metrics = metrics
  }

  /// Decides whether an optimization of the program is kept, given the changes of metrics from the baseline.
  ///
  /// Undecided if no known change is an improvement and one is unknown.
  public func verdict(on changes: [MetricChange]) -> Verdict {
    let deciding = changes.filter { metrics.contains($0.metric.id) }
    let isBetter = deciding.contains { change in
      change.absolute.value.map(change.metric.polarity.improves) ?? false
    }
    if isBetter { return .kept }
    let reasons = deciding.compactMap(\.absolute.reason)
    if let reason = reasons.first { return .undecided(because: reason) }
    return deciding.count == metrics.count
      ? .rejected : .undecided(because: Withheld.notComputed.reason)
  }
}

/// The conventions of Reinpalu's thesis (2017), from which Hitchmark takes the default rows of a suite's tables and the
/// rule for keeping an optimization.
public enum ThesisConventions {
  /// The ids of the six metrics that form the rows of a suite's printed tables by default.
  public static let rows: [Metric.ID] = [
    "duration", "fps.avg", "fps.stability", "cpu.avg", "gpu.avg", "memory.avg",
  ]

  /// The default rule, from the thesis that Hitchmark's reports follow: an optimization is kept if the average frame
  /// rate or its stability improved.
  public static let verdictRule = VerdictRule(metrics: ["fps.avg", "fps.stability"])

  public static let responseTime: Metric.ID = "response.avg"
}
