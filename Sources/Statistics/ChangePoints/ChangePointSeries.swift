/// A metric's values along the history of commits, oldest first.
public struct ChangePointSeries: Sendable, Equatable {
  /// What kind of number a series holds, which decides how it is compared.
  public enum Kind: Sendable, Equatable {
    /// Times, rates, sizes: positive, and compared by ratio; by difference if any is 0 or less.
    case positive

    /// Shares and other numbers that may be 0: compared by difference.
    case linear

    /// Counters without noise: any difference beyond the quantum is a change.
    case exact
  }

  /// What names the series for good; its permutations are seeded from it.
  public var key: String

  /// The values, one a commit, oldest first.
  ///
  /// Commits without a value are left out, never filled in.
  public var values: [Double]

  /// What kind of number the values are.
  public var kind: Kind

  /// The step that values are rounded to, in their unit; 0 when there is none.
  public var quantum: Double

  /// The standard error of a typical value, in its unit; 0 when it is not known.
  public var standardError: Double

  /// The smallest relative change worth reporting; `nil` for the detector's default.
  public var noiseFloor: Double?

  /// The smallest change worth reporting in the values' unit; 0 when only the relative one counts.
  public var absoluteFloor: Double

  /// Creates a series.
  ///
  /// - Parameters:
  ///   - key: what names the series for good.
  ///   - values: one a measured commit, oldest first.
  ///   - kind: what kind of number they are.
  ///   - quantum: the step they are rounded to, 0 or above.
  ///   - standardError: the standard error of a typical value, 0 or above.
  ///   - noiseFloor: the smallest relative change worth reporting; `nil` for the detector's default.
  ///   - absoluteFloor: the smallest change worth reporting, in the values' unit.
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
