public import Units

/// The reason why a limit or a noise floor that the user wrote is invalid.
public enum LimitFault: Error, Sendable, Equatable {
  /// The limit contains neither `<=` nor `>=`.
  case noDirection(String)
  /// The text after the comparison sign, or a noise floor of a share, is not a value in the metric's unit.
  case badValue(metric: Metric.ID, QuantityTextError)
  /// The noise floor is neither a percentage nor a value in the metric's unit.
  case badFloor(metric: Metric.ID, QuantityTextError)
  /// The noise floor is below 0.
  case noFloor(metric: Metric.ID, String)
  /// No metric has this id.
  case unknownMetric(Metric.ID)
  /// No stage has this name.
  case unknownStage(String, known: [String])
  /// There are two limits of one direction for the same metric and stage.
  case second(metric: Metric.ID)
  /// No value satisfies both this limit and another one of the same metric.
  case contradiction(metric: Metric.ID, atMost: String, atLeast: String)
}

/// An invalid limit or noise floor, with the place where the user set it and the reason why it is invalid.
public struct LimitProblem: Error, Sendable, Equatable {
  /// Where the user set a limit or noise floor: on the command line or in a suite file.
  public enum Origin: Sendable, Hashable {
    /// A limit of the command line, as written.
    case option(String)
    /// A noise floor of the command line, as written.
    case noiseFloor(String)
    /// The `suite.json` of a suite, with the key, such as `thresholds.limits[2].limit`.
    case suite(String, key: String)
  }

  /// Where the user set the invalid limit or noise floor: on the command line or in a suite file.
  public let origin: Origin
  /// The reason why the limit or noise floor is invalid.
  public let fault: LimitFault

  /// Creates the description of an invalid limit or noise floor from its place and the reason.
  public init(origin: Origin, fault: LimitFault) {
    self.origin = origin
    self.fault = fault
  }
}
