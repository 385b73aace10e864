public import Units

/// Why limits or noise floors make no sense.
public enum LimitFault: Error, Sendable, Equatable {
  /// There is no `<=` and no `>=` in it.
  case noDirection(String)
  /// The value is none of the metric's unit.
  case badValue(metric: Metric.ID, QuantityTextError)
  /// A noise floor that is neither a percentage nor a value of the metric's unit.
  case badFloor(metric: Metric.ID, QuantityTextError)
  /// A noise floor below 0.
  case noFloor(metric: Metric.ID, String)
  /// No metric has this id.
  case unknownMetric(Metric.ID)
  /// No stage has this name.
  case unknownStage(String, known: [String])
  /// A second limit of one direction for the same metric and stage.
  case second(metric: Metric.ID)
  /// No value keeps both this limit and another of the same metric.
  case contradiction(metric: Metric.ID, atMost: String, atLeast: String)
}

/// A limit or noise floor that makes no sense, by who gave it.
public struct LimitProblem: Error, Sendable, Equatable {
  /// Who gave a limit or a noise floor.
  public enum Origin: Sendable, Hashable {
    /// A limit of the command line, as written.
    case option(String)
    /// A noise floor of the command line, as written.
    case noiseFloor(String)
    /// A suite's file: the suite's id, and the key such as `thresholds.limits[2].limit`.
    case suite(String, key: String)
  }

  /// Who gave it.
  public let origin: Origin
  /// What is wrong.
  public let fault: LimitFault

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - origin: who gave it.
  ///   - fault: what is wrong.
  public init(origin: Origin, fault: LimitFault) {
    self.origin = origin
    self.fault = fault
  }
}
