public import Units

/// A metric that the user defines: declared by a suite, or contained in a run as a named number.
public struct OwnMeasure: Sendable, Equatable {
  /// The metric id of the user-defined measure.
  public let name: String
  /// The name of the user-defined measure in tables; by default its metric id.
  public let title: String
  /// The unit of the user-defined measure's values.
  public let unit: Unit
  /// Whether lower values of the user-defined measure are better; `nil` if neither direction is.
  public let lowerIsBetter: Bool?
  /// The number of decimals of the user-defined measure in tables, 0 to 6; `nil` for four significant digits.
  public let digits: Int?
  /// The limit that the suite declares for values of the user-defined measure; `nil` if there is none.
  public let budget: Budget?

  /// The name of the measure that a log has if it contains samples of the frame rate and no frames: their average.
  public static let sampledFrameRate = "fps.sampled"

  /// Creates a metric that the user defines, which is not among Hitchmark's own metrics.
  ///
  /// The properties explain the parameters.
  public init(
    name: String, title: String? = nil, unit: Unit, lowerIsBetter: Bool?, digits: Int? = nil,
    budget: Budget? = nil
  ) {
    self.name = name
    let isSampledRate = name == Self.sampledFrameRate
    self.title = title ?? (isSampledRate ? "Average of the sampled frame rates" : name)
    self.unit = unit
    self.lowerIsBetter = lowerIsBetter
    self.digits = digits ?? (isSampledRate ? 2 : nil)
    self.budget = budget
  }

  /// The largest value that a user-defined measure may have, or the smallest if more is better.
  public enum Budget: Sendable, Equatable {
    /// The limit is a value in the measure's unit.
    case value(Double)
    /// The limit is the duration of one refresh of the display.
    case refresh
  }
}

extension Scalar {
  /// The user-defined measure to which this number of a run belongs.
  public var measure: OwnMeasure {
    OwnMeasure(name: name, unit: unit, lowerIsBetter: lowerIsBetter)
  }
}

extension RunDescription {
  /// The user-defined measures that can have a value for this run.
  ///
  /// Those that the suite declares come first, then those of the single numbers in `run.json`.
  public var knownMeasures: [OwnMeasure] { measures + scalars.map(\.measure) }
}
