public import Units

/// The contents of `suite.json`: the stages of an experiment, and how to report them.
public struct SuiteDescription: Sendable, Equatable {
  /// The id of the suite: the name of its folder, as in `hitchmark report ID`.
  public var id: String
  public var title: String
  public var about: String?
  /// A sentence about the origin of the suite's numbers if they were not measured; otherwise `nil`.
  public var provenance: String?
  /// The stages of the suite, in the order of the report.
  public var stages: [Stage]
  /// The id of the suite's best case: the stage that no change can beat.
  public var best: String?
  /// The id of the suite's worst case: the stage before any optimization.
  public var worst: String?
  /// The id of the suite's end result: the stage that the report compares with the best and the worst case.
  public var endResult: String?
  /// The ids of the metrics in the rows of the suite's tables; empty for six default metrics.
  public var metrics: [String]
  /// The parameters of the suite's metrics, by their names in JSON output, such as `refresh_rate_hz`.
  public var parameters: [String: String]
  /// The metrics that the suite declares in addition to Hitchmark's own metrics.
  public var measures: [OwnMeasure] = []
  /// The quantity that the suite varies from stage to stage, such as the number of views; `nil` if there is none.
  public var sweep: Sweep?
  /// Limits for metrics of the suite, and the smallest changes that matter, which `hitchmark check` and
  /// `hitchmark compare` use.
  public var thresholds = Thresholds()
  /// How `hitchmark run` measures the suite: commands and waiting times.
  public var measuring = Measuring()

  /// How `hitchmark run` measures the runs of a suite or stage: commands and waiting times.
  public struct Measuring: Sendable, Equatable {
    /// The program and its arguments, with placeholders such as `{stage}`; empty if unknown.
    public var command: [String] = []
    /// A program that runs before each measured run, with its arguments; empty for none.
    public var beforeEach: [String] = []
    /// How long `hitchmark run` waits before each measured run, in seconds; `nil` for the default.
    public var settle: Double?
    /// How long a measured run may take, in seconds; `nil` for the default.
    public var timeout: Double?

    /// Creates empty instructions for measuring a suite or one of its stages.
    public init() {}

    /// A copy of these instructions for measuring a suite or stage, in which missing values are taken from other
    /// instructions.
    public func fillingIn(_ other: Measuring) -> Measuring {
      var filled = other
      if !command.isEmpty { filled.command = command }
      if !beforeEach.isEmpty { filled.beforeEach = beforeEach }
      filled.settle = settle ?? other.settle
      filled.timeout = timeout ?? other.timeout
      return filled
    }
  }

  /// The quantity that a suite varies from one measured version to the next, such as the number of views.
  public struct Sweep: Sendable, Equatable {
    public var title: String
    /// The unit of the quantity that the suite varies, such as `views`; `nil` if `suite.json` declares none.
    public var unit: String?

    public init(title: String, unit: String? = nil) {
      self.title = title
      self.unit = unit
    }
  }

  public struct Stage: Sendable, Equatable {
    /// The short name of the stage, such as `6.1`.
    public var id: String
    public var title: String
    /// The id of the suite's stage with which this stage is compared; `nil` for a stage without a baseline.
    public var baseline: String?
    /// A remark about the stage, which the suite's report prints.
    public var note: String?
    /// What it implements, such as a scrolling list; `nil` unless the suite compares several.
    public var testCase: String?
    /// How the program version implements the user interface, such as with Auto Layout; `nil` unless the suite compares
    /// several implementations.
    public var variant: String?
    /// The value of the quantity that the suite varies, such as the number of views; `nil` if there is none.
    public var at: Double?
    /// The instructions for `hitchmark run` that apply to this stage in place of the suite's instructions.
    public var measuring = Measuring()

    public init(id: String, title: String, baseline: String? = nil, note: String? = nil) {
      self.id = id
      self.title = title
      self.baseline = baseline
      self.note = note
    }
  }

  public init(id: String, title: String? = nil) {
    self.id = id
    self.title = title ?? id
    stages = []
    metrics = []
    parameters = [:]
  }
}

/// The thresholds in a `suite.json`: limits of metrics, smallest changes that matter, and pairs of stages to compare.
public struct Thresholds: Sendable, Equatable {
  /// The limits that metrics of the suite's stages must not exceed.
  public var limits: [Limit] = []
  /// Pairs of stages; the second of a pair must not be worse than the first.
  public var comparisons: [Pair] = []
  /// The smallest change that matters for each metric id, as the user wrote it, such as `2%`.
  public var noiseFloors: [String: String] = [:]
  /// The share, such as 0.25, by which a single session of runs (such as one CI job) must be worse than the metric's
  /// level to prove a regression at once.
  ///
  /// `nil` for the default.
  public var tripWire: Double?

  /// A limit that a metric of the suite must not exceed.
  public struct Limit: Sendable, Equatable {
    public var metric: String
    /// The limit as the user wrote it: upper or lower, and a value with its unit, such as `<= 16.7 ms`.
    public var bound: String
    /// The stage to which the limit applies; `nil` for all stages that have no such limit of their own.
    public var stage: String?

    /// Creates a limit that a metric of the suite must not exceed.
    public init(metric: String, bound: String, stage: String? = nil) {
      self.metric = metric
      self.bound = bound
      self.stage = stage
    }
  }

  /// Two stages, of which the second must not be worse than the first.
  public struct Pair: Sendable, Equatable {
    /// The id of the pair's first stage, with which the second stage is compared.
    public var from: String
    /// The id of the pair's second stage, which must not be worse than the first stage.
    public var to: String

    /// Creates a pair of stages, of which the second must not be worse than the first.
    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// Creates empty thresholds, without limits and comparisons, for a suite that declares none.
  public init() {}
}

/// A metric that is not one of Hitchmark's own: a suite declares the metric, or a run contains it as a named number.
///
/// The named numbers of a run come from its `run.json`, its trace or an imported benchmark history.
public struct OwnMeasure: Sendable, Equatable {
  /// The id of the metric, which a suite, a run or a trace format defines, such as `fps.sampled`.
  public let name: String
  /// The name, in tables, of a metric that a suite, a run or a trace format defines; by default its id.
  ///
  /// By default, `fps.sampled` is named “Average of the sampled frame rates”, and RTSS's figures have its names.
  public let title: String
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

  private static let titles = [
    sampledFrameRate: "Average of the sampled frame rates",
    "flashlight.fps": "FPS (Flashlight)", "flashlight.cpu": "CPU usage (Flashlight)",
    "gfxinfo.janky": "Janky frames (gfxinfo)",
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
