public import Recordings
public import Units

/// A metric: one number computed from a run, with its name, definition and computation.
///
///     static let iqr = Metric(
///       id: "frametime.iqr", title: "Frame time (IQR, ms)", unit: .milliseconds, polarity: .lowerIsBetter,
///       parameters: [.frames], help: "The third minus the first quartile.", formula: "p75 - p25", source: "–"
///     ) { figures throws(Withheld) in
///       let times = try figures.sortedFrameTimes()
///       return (times.quantile(0.75) - times.quantile(0.25)) / 1e6
///     }
///
/// A metric is one element of `Metric.all`; no other code names the metric. Ids and formulas of metrics are stable: if
/// you change a formula, increase the metric's revision.
public struct Metric: Sendable, Identifiable {
  /// The name of the metric in options and machine-readable output, such as `fps.avg`.
  public let id: String
  public private(set) var title: String
  public let unit: Unit
  /// Whether higher or lower values of the metric are better.
  public private(set) var polarity: Polarity
  /// The noise floor: the size below which a change of the metric does not matter.
  public private(set) var noiseFloor: NoiseFloor
  /// The number of digits after the decimal point with which tables print the metric's values.
  ///
  /// A fraction is printed as a percentage, with this number of digits. Tables of single runs print counts as whole
  /// numbers.
  public private(set) var digits: Int
  /// Whether the metric's values may have any magnitude, so that they are printed with significant digits.
  ///
  /// The values of a scaled metric are printed with up to four significant digits and their unit, instead of `digits`.
  public let isScaled: Bool
  /// Whether the metric can be an exact count, such as a number of allocations.
  ///
  /// If the values of such a metric do not vary between runs of one version, comparisons count any difference between
  /// two versions as a change.
  public let isExact: Bool
  /// Whether the metric is a part of a sum, such as the part of the hitch time that one cause explains, so that its
  /// changes are differences and not ratios.
  public private(set) var isAdditive = false
  /// The rule by which the metric changes in steps of whole display refreshes if frames wait for the display; `nil` if
  /// it does not change in such steps.
  public let refreshSteps: RefreshSteps?
  /// The revision number of the metric's formula, from 1.
  ///
  /// If a stored value has another revision, Hitchmark computes the value again.
  public let revision: Int
  /// The parameters on which the metric's values depend, such as the refresh rate, in the order in which the
  /// documentation lists them.
  public let parameters: [ParameterKey]
  /// The number of significant digits with which another tool prints the metric; `nil` if the number of digits after
  /// the decimal point is fixed.
  public private(set) var streamDigits: Int?
  /// The meaning of the metric, in a few sentences.
  public let help: String
  /// A limitation of the metric that the documentation and reports show next to the metric; `nil` if there is none.
  public let caveat: String?
  public let formula: String
  /// The publication or tool from which the definition of the metric comes.
  public let source: String
  /// The computation of the metric for a run: a value in the metric's unit, or the reason why the run has no value.
  public let compute: Compute

  public typealias Compute = @Sendable (RunFigures) throws(Withheld) -> Double

  /// Creates a metric with its definition and computation.
  ///
  /// Each parameter sets the property with its name.
  ///
  /// The default of `noiseFloor` is 2 percentage points for fractions, and 1% for other units. The default of `digits`
  /// is 2 for fractions and 1 for other units, as in the thesis.
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

  /// A copy of this metric whose changes are differences, so that the changes of parts add up to the change of their
  /// sum.
  var additive: Metric {
    var metric = self
    metric.isAdditive = true
    return metric
  }

  /// A copy of this metric for which neither higher nor lower values are better.
  public var withoutDirection: Metric {
    var metric = self
    metric.polarity = .neither
    return metric
  }

  /// Whether higher or lower values of a metric are better, or neither.
  public enum Polarity: String, Sendable {
    case lowerIsBetter = "lower"
    case higherIsBetter = "higher"
    /// Neither higher nor lower values are better: the metric describes the run.
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

    func direction(of change: Double) -> ChangeDirection {
      self == .neither || change == 0 ? .neither : improves(change) ? .better : .worse
    }
  }

  /// The size below which a change of a metric does not matter: a fraction of the reference's value, or a difference in
  /// the metric's unit.
  public enum NoiseFloor: Sendable, Hashable {
    /// A fraction of the value with which the metric's value is compared.
    case relative(Double)
    /// A difference between two values, in the metric's unit.
    case absolute(Double)
  }

  /// The id of a metric and the revision of its formula, which decide whether a stored value can still be used.
  public struct Key: Sendable, Hashable {
    public let id: String
    /// The revision of the metric's formula by which a stored value was computed.
    public let revision: Int

    public init(id: String, revision: Int) {
      self.id = id
      self.revision = revision
    }
  }

  /// A copy of this metric with the title and the number of digits (decimal or significant) with which another tool
  /// prints it.
  ///
  /// The copy has the id and the values of this metric.
  ///
  /// - Parameters:
  ///   - title: the name of the metric in tables.
  ///   - digits: the number of digits after the decimal point in tables; for fractions, in the percentage.
  ///   - streamDigits: the number of significant digits if the tool prints the metric with a C++ stream.
  public func printed(as title: String, digits: Int, streamDigits: Int? = nil) -> Metric {
    var metric = self
    (metric.title, metric.digits, metric.streamDigits) = (title, digits, streamDigits)
    return metric
  }

  /// The key, which consists of id and formula revision, that a stored value of this metric must have to be used.
  public var key: Key { Key(id: id, revision: revision) }
}

/// The value of a metric for one run, and how trustworthy it is.
public struct MetricValue: Sendable, Equatable {
  /// The metric's value for the run, finite and in the metric's unit, or the reason why there is no value.
  public let value: Known<Double>

  /// How trustworthy the metric's value is: as trustworthy as the least trustworthy input of its computation.
  public let basis: Basis

  public init(_ value: Known<Double>, basis: Basis) {
    self.value = value
    self.basis = basis
  }

  /// How trustworthy the value of a metric is: computed from a trace, for example, or only taken from a publication.
  public enum Basis: String, Sendable, Comparable {
    case measured
    /// The test harness recorded the value separately from the trace.
    case recorded
    /// The value was taken from a publication or another tool, or derived from such a figure.
    case reported

    /// Orders values by how trustworthy they are, from the most to the least trustworthy.
    public static func < (left: Basis, right: Basis) -> Bool {
      left.weakness < right.weakness
    }

    private var weakness: Int {
      switch self {
      case .measured: 0
      case .recorded: 1
      case .reported: 2
      }
    }
  }
}

extension Double {
  /// A share as a percentage for sentences: `95%`, `99.9%`.
  var percentage: String {
    let isWhole = (self * 100).rounded() == (self * 1000).rounded() / 10
    return Quantity(self, .fraction).text(decimals: isWhole ? 0 : 1)
  }

  /// Whether the number and its percentage are finite, so that a table can show the number.
  var isPrintable: Bool { (self * 100).isFinite }
}

/// Whether a change of a metric is for the worse, for the better, or neither.
public enum ChangeDirection: String, Sendable, CaseIterable {
  case worse
  /// Neither direction is better, or there is no change.
  case neither
  case better
}
