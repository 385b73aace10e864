public import Units

/// One figure of a run: what it is called, what it means and how it is computed.
///
/// A metric is one element of `Metric.all`, and nothing else has to know of it. Its id and formula are a
/// promise: whoever changes the formula raises the revision.
public struct Metric: Sendable, Identifiable {
  /// The name in options and machine-readable output, such as `fps.avg`.
  public let id: String
  /// The name in tables.
  public private(set) var title: String
  /// The unit of its values.
  public let unit: Unit
  /// Which direction is better.
  public private(set) var polarity: Polarity
  /// Changes smaller than this are noise, whatever their sign.
  public private(set) var noiseFloor: NoiseFloor
  /// Digits after the point in tables; of the percentage where the unit is a fraction.
  public private(set) var digits: Int
  /// Whether nobody knows beforehand how large values are, so that they print with four significant
  /// digits and their unit, instead of `digits`.
  public let isScaled: Bool
  /// Whether it counts something that does not depend on time, so that equal runs count the same; any
  /// difference is then a change.
  public let isExact: Bool
  /// The refreshes that its values move by where frames wait for the display; `nil` where they do not.
  public let refreshSteps: RefreshSteps?
  /// Raised when the formula changes, so that stored values are computed again; from 1.
  public let revision: Int
  /// The parameters that its values depend on, in the order of outputs.
  public let parameters: [ParameterKey]
  /// How many digits count where its tool lets a stream of C++ print it; `nil` where `digits` tells.
  public private(set) var streamDigits: Int?
  /// What it tells, in a sentence.
  public let help: String
  /// What a reader must know to take it for what it is, in a clause; shown wherever the metric is.
  public let caveat: String?
  /// How it is computed, in plain text.
  public let formula: String
  /// Where the definition comes from.
  public let source: String
  /// The computation: a value in `unit`, or the reason why the run cannot say.
  public let compute: Compute

  /// Computes a metric from what is known of a run.
  public typealias Compute = @Sendable (RunFigures) throws(Withheld) -> Double

  /// Creates a metric.
  ///
  /// - Parameters:
  ///   - id: the name in options and machine-readable output.
  ///   - title: the name in tables.
  ///   - unit: the unit of its values.
  ///   - polarity: which direction is better.
  ///   - noiseFloor: changes smaller than this are noise; 2 points of a fraction and 1% of anything else
  ///     when not given.
  ///   - digits: after the point in tables; as the thesis prints when not given.
  ///   - isScaled: whether values print with four significant digits and their unit instead.
  ///   - isExact: whether it counts something that does not depend on time.
  ///   - refreshSteps: the refreshes that its values move by where frames wait for the display.
  ///   - revision: from 1.
  ///   - parameters: that its values depend on.
  ///   - help: what it tells, in a sentence.
  ///   - caveat: what a reader must know to take it for what it is, in a clause.
  ///   - formula: how it is computed, in plain text.
  ///   - source: where the definition comes from.
  ///   - compute: the computation.
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

  /// The same metric with another noise floor.
  ///
  /// - Parameter floor: above 0.
  /// - Returns: a metric that is alike in all else.
  public func with(_ floor: NoiseFloor) -> Metric {
    var metric = self
    metric.noiseFloor = floor
    return metric
  }

  /// This metric with neither direction as the better one.
  var withoutDirection: Metric {
    var metric = self
    metric.polarity = .neither
    return metric
  }

  /// Which direction of a metric is better.
  public enum Polarity: String, Sendable {
    /// Less is better.
    case lowerIsBetter = "lower"
    /// More is better.
    case higherIsBetter = "higher"
    /// It describes, and is neither good nor bad.
    case neither

    /// Whether a change is for the better.
    ///
    /// - Parameter change: new less old.
    /// - Returns: `false` also when nothing changed or neither direction is better.
    public func improves(_ change: Double) -> Bool {
      switch self {
      case .lowerIsBetter: change < 0
      case .higherIsBetter: change > 0
      case .neither: false
      }
    }
  }

  /// The size below which a change is noise.
  public enum NoiseFloor: Sendable, Hashable {
    /// A fraction of the reference.
    case relative(Double)
    /// A difference in the metric's unit.
    case absolute(Double)
  }

  /// Which values of a metric are worth the same: what a store keeps beside a value.
  public struct Key: Sendable, Hashable {
    /// The metric's id.
    public let id: String
    /// The metric's revision.
    public let revision: Int

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - id: the metric's id.
    ///   - revision: the metric's revision.
    public init(id: String, revision: Int) {
      self.id = id
      self.revision = revision
    }
  }

  /// The same metric under another name and with other digits.
  ///
  /// - Parameters:
  ///   - title: the name in tables.
  ///   - digits: after the point in tables; of the percentage where the unit is a fraction.
  ///   - streamDigits: how many digits count where a stream of C++ prints it instead.
  /// - Returns: a metric of the same id, whose values are the same.
  public func printed(as title: String, digits: Int, streamDigits: Int? = nil) -> Metric {
    var metric = self
    (metric.title, metric.digits, metric.streamDigits) = (title, digits, streamDigits)
    return metric
  }

  /// The key that a stored value must have to be used.
  public var key: Key { Key(id: id, revision: revision) }
}
