public import Units

/// A user-defined measure that is not in the catalog: declared by a suite, or brought by a run as a
/// scalar.
public struct OwnMeasure: Sendable, Equatable {
  /// Its metric id.
  public let name: String
  /// The name in tables; by default the metric id.
  public let title: String
  /// The unit of its values.
  public let unit: Unit
  /// Whether less is better; `nil` if neither direction is.
  public let lowerIsBetter: Bool?
  /// Digits after the point in tables, 0 to 6; `nil` for four significant digits with the unit.
  public let digits: Int?
  /// The budget; `nil` if none is declared.
  public let budget: Budget?

  /// Creates a measure.
  ///
  /// The properties explain the parameters.
  public init(
    name: String, title: String? = nil, unit: Unit, lowerIsBetter: Bool?, digits: Int? = nil,
    budget: Budget? = nil
  ) {
    self.name = name
    self.title = title ?? name
    self.unit = unit
    self.lowerIsBetter = lowerIsBetter
    self.digits = digits
    self.budget = budget
  }

  /// The largest value that a measure may have; the smallest if more is better.
  public enum Budget: Sendable, Equatable {
    /// A value in the measure's unit.
    case value(Double)
    /// One refresh of the display.
    case refresh
  }
}

extension Scalar {
  /// The measure of this scalar.
  public var measure: OwnMeasure {
    OwnMeasure(name: name, unit: unit, lowerIsBetter: lowerIsBetter)
  }
}

extension RunDescription {
  /// The measures that can have a value for this run: those that the suite declares, then those of the single values in
  /// `run.json`.
  public var knownMeasures: [OwnMeasure] { measures + scalars.map(\.measure) }
}
