/// The contents of `suite.json`: the stages of an experiment, and how to report them.
public struct SuiteDescription: Sendable, Equatable {
  /// The id of the suite: the name of its folder, as in `hitchmark report ID`.
  public var id: String
  /// The title of the suite, which heads its report.
  public var title: String
  /// What the suite measured and how, in a few sentences.
  public var about: String?
  /// The origin of the suite's figures in a sentence if they are not measurements; otherwise `nil`.
  public var provenance: String?
  /// The stages of the suite, in the order of the report.
  public var stages: [Stage]
  /// The id of the suite's best case: the stage that no change can beat.
  public var best: String?
  /// The id of the suite's worst case: the stage before any optimization.
  public var worst: String?
  /// The id of the suite's end result: the stage that the report compares with the best and the worst case.
  public var endResult: String?
  /// The ids of the metrics that the suite's tables have as rows; if empty, six default metrics.
  public var metrics: [String]
  /// The parameters of the suite's metrics, by their names in JSON output, such as `refresh_rate_hz`.
  public var parameters: [String: String]
  /// The user-defined measures that the suite declares, which are not among Hitchmark's own metrics.
  public var measures: [OwnMeasure] = []
  /// The quantity that the suite varies from stage to stage, such as the number of views; `nil` if there is none.
  public var sweep: Sweep?
  /// The limits of the suite's metrics and the smallest changes that matter, for `hitchmark check` and
  /// `hitchmark compare`.
  public var thresholds = Thresholds()
  /// How `hitchmark run` measures the stages of the suite.
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

    /// Creates empty instructions for measuring the stages of a suite.
    public init() {}

    /// These instructions for measuring, with missing values filled in from other instructions.
    public func fillingIn(_ other: Measuring) -> Measuring {
      var filled = other
      if !command.isEmpty { filled.command = command }
      if !beforeEach.isEmpty { filled.beforeEach = beforeEach }
      filled.settle = settle ?? other.settle
      filled.timeout = timeout ?? other.timeout
      return filled
    }
  }

  /// The quantity that a suite varies from stage to stage, such as the number of views, for the axis of its
  /// curves.
  public struct Sweep: Sendable, Equatable {
    /// The title of the axis for the quantity that the suite varies.
    public var title: String
    /// The unit of the quantity that the suite varies, such as `views`; `nil` if the title contains it.
    public var unit: String?

    /// Creates the quantity that a suite varies, from the title of its axis and its unit.
    public init(title: String, unit: String? = nil) {
      self.title = title
      self.unit = unit
    }
  }

  /// A stage of a suite: one state of the measured program.
  public struct Stage: Sendable, Equatable {
    /// The short name of the stage, such as `6.1`.
    public var id: String
    /// The title of the stage, which says what changed in the program.
    public var title: String
    /// The id of the stage that this stage is compared with.
    public var baseline: String?
    /// A remark about the stage, for the report.
    public var note: String?
    /// What the stage measures, such as a list of text, if the suite compares several ways to do it; otherwise
    /// `nil`.
    public var testCase: String?
    /// The way in which the stage does what it measures, such as with Auto Layout, if the suite compares several
    /// ways; otherwise `nil`.
    public var variant: String?
    /// The value that the suite's varied quantity, such as the number of views, has in this stage; `nil` if there is
    /// none.
    public var at: Double?
    /// How `hitchmark run` measures this stage, where it differs from the suite.
    public var measuring = Measuring()

    /// Creates a stage of a suite.
    public init(id: String, title: String, baseline: String? = nil, note: String? = nil) {
      self.id = id
      self.title = title
      self.baseline = baseline
      self.note = note
    }
  }

  /// Creates the description of a suite without stages.
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
