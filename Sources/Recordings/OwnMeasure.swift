public import Units

/// A metric that is not one of Hitchmark's own: a suite (experiment) declares the metric, or a run contains it as a
/// named number.
///
/// The named numbers of a run come from its `run.json`, its trace or an imported benchmark history.
public struct OwnMeasure: Sendable, Equatable {
  /// The id of the metric, which a suite, a run or a trace format defines, such as `fps.sampled`.
  public let name: String
  /// The name, in tables, of a metric that a suite, a run or a trace format defines; by default its id.
  ///
  /// By default, `fps.sampled` is named “Average of the sampled frame rates”, and RTSS's figures have its names.
  public let title: String
  /// The unit of the values of a metric that a suite, a run or a trace format defines.
  public let unit: Unit
  /// Whether lower values of a metric that a suite or run defines are better; `nil` if neither direction is.
  public let lowerIsBetter: Bool?
  /// The number of decimals, 0 to 6, with which tables print values of a metric that a suite declares; `nil` for up to
  /// four significant digits.
  public let digits: Int?
  /// The largest value that a suite allows for a metric that it declares, or the smallest if higher values are better;
  /// `nil` if there is none.
  public let budget: Budget?

  /// The id of the metric for logs that contain sampled frame rates instead of frames: the average of the samples.
  public static let sampledFrameRate = "fps.sampled"

  /// Creates a metric that is not among Hitchmark's own: declared by a suite, or a named number of a run.
  ///
  /// The properties explain the parameters.
  public init(
    name: String, title: String? = nil, unit: Unit, lowerIsBetter: Bool?, digits: Int? = nil,
    budget: Budget? = nil
  ) {
    self.name = name
    self.title = title ?? Self.titles[name] ?? name
    self.unit = unit
    self.lowerIsBetter = lowerIsBetter
    self.digits = digits ?? (name == Self.sampledFrameRate ? 2 : nil)
    self.budget = budget
  }

  /// The titles of measures that trace formats define.
  private static let titles = [
    sampledFrameRate: "Average of the sampled frame rates",
    "rtss.min": "Lowest FPS (RTSS)", "rtss.max": "Highest FPS (RTSS)",
    "rtss.low1": "1% low FPS (RTSS)", "rtss.low0.1": "0.1% low FPS (RTSS)",
    "timestats.janky": "Late frames (Android)",
    "vrapi.stale-frames-per-second": "Stale frames per second (VrApi)",
    "loaf.count": "Long animation frames", "loaf.time": "Time in long animation frames",
    "loaf.blocking": "Blocking time of long animation frames",
    "loaf.longest": "Longest long animation frame",
    "web-vitals.inp": "Interaction to next paint (INP)",
    "web-vitals.lcp": "Largest contentful paint (LCP)",
    "web-vitals.cls": "Cumulative layout shift (CLS)",
  ]

  /// The largest value that a suite allows for a metric that it declares, or the smallest value if higher values are
  /// better.
  public enum Budget: Sendable, Equatable {
    /// The limit is a value in the measure's unit.
    case value(Double)
    /// The limit is the duration of one refresh of the display.
    case refresh
  }
}

extension Scalar {
  /// The metric to which this measured number of a run belongs, with the number's name and unit.
  public var measure: OwnMeasure {
    OwnMeasure(name: name, unit: unit, lowerIsBetter: lowerIsBetter)
  }
}

extension RunDescription {
  /// The metrics, in addition to Hitchmark's own, for which this run can have a value.
  ///
  /// Those that the suite declares come first, then those of the run's named numbers.
  public var knownMeasures: [OwnMeasure] { measures + scalars.map(\.measure) }
}
