/// The contents of `suite.json`: the stages (program versions) of an experiment, and how to report them.
public struct SuiteDescription: Sendable, Equatable {
  /// The id of the suite (experiment): the name of its folder, as in `hitchmark report ID`.
  public var id: String
  /// The title of the suite (experiment), which heads its report.
  public var title: String
  /// What the suite measured and how, in a few sentences.
  public var about: String?
  /// A sentence about the origin of the suite's numbers if they were not measured; otherwise `nil`.
  public var provenance: String?
  /// The stages of the suite (versions of the measured program), in the order of the report.
  public var stages: [Stage]
  /// The id of the suite's best case: the stage (version of the program) that no change can beat.
  public var best: String?
  /// The id of the suite's worst case: the stage (version of the program) before any optimization.
  public var worst: String?
  /// The id of the suite's end result: the stage (program version) that the report compares with the best and the worst
  /// case.
  public var endResult: String?
  /// The ids of the metrics in the rows of the suite's tables; empty for six default metrics.
  public var metrics: [String]
  /// The parameters of the suite's metrics, by their names in JSON output, such as `refresh_rate_hz`.
  public var parameters: [String: String]
  /// The metrics that the suite declares in addition to Hitchmark's own metrics.
  public var measures: [OwnMeasure] = []
  /// The quantity that the suite varies from stage to stage (program versions), such as the number of views; `nil` if
  /// there is none.
  public var sweep: Sweep?
  /// Limits for metrics of the suite, and the smallest changes that matter, which `hitchmark check` and
  /// `hitchmark compare` use.
  public var thresholds = Thresholds()
  /// How `hitchmark run` measures the suite: commands and waiting times.
  public var measuring = Measuring()

  /// How `hitchmark run` measures the runs of a suite or stage: commands and waiting times.
  public struct Measuring: Sendable, Equatable {
    /// The program that measures a run and its arguments, with placeholders such as `{stage}`; empty if it is not
    /// known.
    public var command: [String] = []
    /// A program that runs before each measured run, with its arguments; empty for none.
    public var beforeEach: [String] = []
    /// How long `hitchmark run` waits before each measured run, in seconds; `nil` for the default.
    public var settle: Double?
    /// How long a measured run may take, in seconds; `nil` for the default.
    public var timeout: Double?

    /// Creates empty instructions for measuring a suite (experiment) or one of its stages.
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

  /// The quantity that a suite (experiment) varies from one measured version to the next, such as the number of views.
  public struct Sweep: Sendable, Equatable {
    /// The title of the axis for the quantity that the suite varies.
    public var title: String
    /// The unit of the quantity that the suite varies, such as `views`; `nil` if `suite.json` declares none.
    public var unit: String?

    /// Creates the quantity that a suite varies, from the title of its axis and its unit.
    public init(title: String, unit: String? = nil) {
      self.title = title
      self.unit = unit
    }
  }

  /// A stage of a suite: one version of the measured program.
  public struct Stage: Sendable, Equatable {
    /// The short name of the stage (version of the measured program), such as `6.1`.
    public var id: String
    /// The title of the stage (program version), which says what changed in the measured program.
    public var title: String
    /// The id of the suite's stage (program version) with which this stage is compared; `nil` for a stage without a
    /// baseline.
    public var baseline: String?
    /// A remark about the stage (program version), which the suite's report prints.
    public var note: String?
    /// The user interface that the program version implements, such as a scrolling list; `nil` unless the suite
    /// compares several implementations of it.
    public var testCase: String?
    /// How the program version implements the user interface, such as with Auto Layout; `nil` unless the suite compares
    /// several implementations.
    public var variant: String?
    /// The value, in this program version, of the quantity that the suite varies, such as the number of views; `nil` if
    /// there is none.
    public var at: Double?
    /// The instructions for `hitchmark run` that apply to this stage (program version) in place of the suite's
    /// instructions.
    public var measuring = Measuring()

    /// Creates a stage of a suite, which is one version of the measured program.
    public init(id: String, title: String, baseline: String? = nil, note: String? = nil) {
      self.id = id
      self.title = title
      self.baseline = baseline
      self.note = note
    }
  }

  /// Creates the description of a suite (experiment) that has no stages (program versions) yet.
  ///
  /// The title is the id by default.
  public init(id: String, title: String? = nil) {
    self.id = id
    self.title = title ?? id
    stages = []
    metrics = []
    parameters = [:]
  }
}
