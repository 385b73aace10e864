public import Units

/// A measure that is no metric of the catalogue: what a run's scalar is one of, or a suite declares.
public struct OwnMeasure: Sendable, Equatable {
  /// Its metric id.
  public let name: String
  /// The name in tables; the metric id when not given.
  public let title: String
  /// What its values count.
  public let unit: Unit
  /// Whether less is better; `nil` when neither direction is.
  public let lowerIsBetter: Bool?
  /// Digits after the point in tables, 0 to 6, in `unit`; `nil` for four significant ones with the unit.
  public let digits: Int?
  /// What a value may be; `nil` where nothing was said.
  public let budget: Budget?

  /// Creates a measure.
  ///
  /// - Parameters:
  ///   - name: its metric id.
  ///   - title: the name in tables.
  ///   - unit: what its values count.
  ///   - lowerIsBetter: `nil` when neither direction is better.
  ///   - digits: after the point in tables.
  ///   - budget: what a value may be.
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

  /// What a value may be at most; at least, where more is better.
  public enum Budget: Sendable, Equatable {
    /// A value in the measure's unit.
    case value(Double)
    /// The time between two refreshes of the display.
    case refresh
  }
}

extension Scalar {
  /// What it is a value of.
  public var measure: OwnMeasure {
    OwnMeasure(name: name, unit: unit, lowerIsBetter: lowerIsBetter)
  }
}

extension RunDescription {
  /// The measures that the run may have values of: those that its suite declares, then those of its
  /// scalars.
  public var knownMeasures: [OwnMeasure] { measures + scalars.map(\.measure) }
}
