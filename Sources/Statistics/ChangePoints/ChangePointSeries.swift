/// The values of a metric along the history of commits, oldest first.
public struct ChangePointSeries: Sendable, Equatable {
  /// The kind of numbers in a series, such as times or shares, which decides whether they are compared by ratio, by
  /// difference or exactly.
  public enum Kind: Sendable, Equatable {
    /// Times, rates, sizes: positive, and compared by ratio; by difference if any is 0 or less.
    case positive

    /// Shares and other numbers that may be 0: compared by difference.
    case linear

    /// Counters without noise: any difference beyond the quantum is a change.
    case exact
  }

  /// The permanent name of the series, which seeds the random shuffles of the permutation tests.
  public var key: String

  /// The values of the series, one per measured commit, oldest first.
  ///
  /// Commits without a value are left out, never filled in.
  public var values: [Double]

  /// The kind of numbers in the series, such as times or shares, which decides how they are compared.
  public var kind: Kind

  /// The step to which the values of the series are rounded, in their unit; 0 if they are not
  /// rounded.
  public var quantum: Double

  /// The standard error of a typical value of the series, in the unit of the values; 0 if unknown.
  public var standardError: Double

  /// The smallest relative change of the series worth reporting; `nil` for the default of the change-point detector.
  public var noiseFloor: Double?

  /// The smallest change of the series worth reporting, in the unit of its values; 0 if only the smallest relative
  /// change and the quantum decide.
  public var absoluteFloor: Double

  /// Creates a series of measured values along a history of commits.
  ///
  /// The properties explain the parameters.
  public init(
    key: String, values: [Double], kind: Kind, quantum: Double = 0, standardError: Double = 0,
    noiseFloor: Double? = nil, absoluteFloor: Double = 0
  ) {
    self.key = key
    self.values = values
    self.kind = kind
    self.quantum = quantum
    self.standardError = standardError
    self.noiseFloor = noiseFloor
    self.absoluteFloor = absoluteFloor
  }
}
