public import Units

/// A metric: one number computed from a run, with its name, definition and computation.
///
///     static let iqr = Metric(
///       id: "frametime.iqr", title: "Frame time (IQR, ms)", unit: .milliseconds, polarity: .lowerIsBetter,
///       parameters: [.frames], help: "The range of the middle half.", formula: "p75 - p25", source: "–"
///     ) { figures throws(Withheld) in
///       let times = try figures.sortedFrameTimes()
///       return (times.quantile(0.75) - times.quantile(0.25)) / 1e6
///     }
///
/// A metric is one element of `Metric.all`; no other code names it. Ids and formulas are stable: if
/// you change a formula, increase its revision.
public struct Metric: Sendable, Identifiable {
  /// The name of the metric in options and machine-readable output, such as `fps.avg`.
  public let id: String
  /// The name of the metric in tables.
  public private(set) var title: String
  /// The unit of the metric's values.
  public let unit: Unit
  /// Whether higher or lower values of the metric are better.
  public private(set) var polarity: Polarity
  /// The size below which a change of the metric does not matter.
  public private(set) var noiseFloor: NoiseFloor
  /// The number of digits after the decimal point with which tables print the metric; a fraction is printed as a
  /// percentage.
  public private(set) var digits: Int
  /// Whether the metric's values may have any magnitude, so that they are printed with significant digits.
  ///
  /// They are then printed with up to four significant digits and their unit, instead of `digits`.
  public let isScaled: Bool
  /// Whether the metric counts something that does not depend on time, so that equal runs have equal counts.
  ///
  /// Any difference is then a change.
  public let isExact: Bool
  /// Whether the metric's values are parts of a sum, so that a change is a difference and not a ratio.
  public private(set) var isAdditive = false
  /// How a metric changes by whole display refreshes if frames wait for the display; `nil` if it does not.
  public let refreshSteps: RefreshSteps?
  /// The revision number of the metric's formula, from 1.
  ///
  /// A higher revision makes stores recompute the value.
  public let revision: Int
  /// The parameters on which the metric's values depend, such as the refresh rate, in the order of outputs.
  public let parameters: [ParameterKey]
  /// The number of significant digits with which another tool prints the metric; `nil` for a number of digits after the
  /// decimal point.
  public private(set) var streamDigits: Int?
  /// The meaning of the metric, in one sentence.
  public let help: String
  /// A limitation of the metric that the documentation and reports show next to it; `nil` if there is none.
  public let caveat: String?
  /// The formula of the metric, in plain text.
  public let formula: String
  /// The publication or tool from which the definition of the metric comes.
  public let source: String
  /// The computation of the metric, which gives a value in the metric's unit, or the reason why the run has none.
  public let compute: Compute

  /// A function that computes the value of a metric from the intermediate results of a run.
  public typealias Compute = @Sendable (RunFigures) throws(Withheld) -> Double

  /// Creates a metric with its definition and computation.
  ///
  /// The properties explain the parameters.
  ///
  /// `noiseFloor` is 2 points for fractions and 1% otherwise, unless given; `digits` are those of
  /// the thesis, unless given.
  public init(
    id: String, title: String, unit: Unit, polarity: Polarity,
    noiseFloor: NoiseFloor? = nil, digits: Int? = nil, isScaled: Bool = false,
    isExact: Bool = false, refreshSteps: RefreshSteps? = nil, revision: Int = 1,
    parameters: [ParameterKey] = [], help: String, caveat: String? = nil, formula: String,
    source: String, compute: @escaping Compute
  ) {
    self.id = id
    self.title = title
    self.unit = unit
    self.polarity = polarity
    self.noiseFloor = noiseFloor ?? (unit == .fraction ? .absolute(0.02) : .relative(0.01))
    self.digits = digits ?? (unit == .fraction ? 2 : 1)
    self.isScaled = isScaled
    self.isExact = isExact
    self.refreshSteps = refreshSteps
    self.revision = revision
    self.parameters = parameters
    self.help = help
    self.caveat = caveat
    self.formula = formula
    self.source = source
    self.compute = compute
  }

  /// A copy of this metric with another noise floor, the size below which a change does not matter.
  public func with(_ floor: NoiseFloor) -> Metric {
    var metric = self
    metric.noiseFloor = floor
    return metric
  }

  /// This metric with changes as differences, so that the changes of parts add up to the change of their sum.
  var additive: Metric {
    var metric = self
    metric.isAdditive = true
    return metric
  }

  /// This metric without a better direction.
  var withoutDirection: Metric {
    var metric = self
    metric.polarity = .neither
    return metric
  }

  /// Whether higher or lower values of a metric are better, or neither.
  public enum Polarity: String, Sendable {
    /// Less is better.
    case lowerIsBetter = "lower"
    /// More is better.
    case higherIsBetter = "higher"
    /// Neither: the metric is descriptive.
    case neither

    /// Whether a change of the metric, new minus old, is an improvement; `false` if there is no change, or if neither
    /// direction is better.
    public func improves(_ change: Double) -> Bool {
      switch self {
      case .lowerIsBetter: change < 0
      case .higherIsBetter: change > 0
      case .neither: false
      }
    }
  }

  /// The size below which a change of a metric does not matter: a fraction, or a difference in the metric's unit.
  public enum NoiseFloor: Sendable, Hashable {
    /// A fraction of the reference.
    case relative(Double)
    /// A difference in the metric's unit.
    case absolute(Double)
  }

  /// The id of a metric and the revision of its formula, which decide whether a stored value can still be used.
  public struct Key: Sendable, Hashable {
    /// The id of the metric to which a stored value belongs.
    public let id: String
    /// The revision of the metric's formula by which a stored value was computed.
    public let revision: Int

    /// Creates a key from a metric's id and the revision of its formula, to find out whether a stored value can be
    /// used.
    public init(id: String, revision: Int) {
      self.id = id
      self.revision = revision
    }
  }

  /// A copy of this metric with the title and the digits with which another tool prints it.
  ///
  /// Its id and values are the same.
  ///
  /// - Parameters:
  ///   - title: the name in tables.
  ///   - digits: after the point in tables; for fractions, in the percentage.
  ///   - streamDigits: the number of significant digits if the tool prints with a C++ stream.
  public func printed(as title: String, digits: Int, streamDigits: Int? = nil) -> Metric {
    var metric = self
    (metric.title, metric.digits, metric.streamDigits) = (title, digits, streamDigits)
    return metric
  }

  /// The key, with id and revision, that a stored value of this metric must have to be used.
  public var key: Key { Key(id: id, revision: revision) }
}
