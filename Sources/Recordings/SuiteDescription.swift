/// The contents of `suite.json`: the stages of an experiment, and how to report them.
public struct SuiteDescription: Sendable, Equatable {
  /// The name of the folder, as in `hitchmark report ID`.
  public var id: String
  /// The heading of the report.
  public var title: String
  /// What was measured and how, in a few sentences.
  public var about: String?
  /// If the figures are not measurements, what they are, in a sentence; otherwise `nil`.
  public var provenance: String?
  /// The stages in the order of the report.
  public var stages: [Stage]
  /// The best case: the stage that no change can beat.
  public var best: String?
  /// The worst case: the stage before any optimization.
  public var worst: String?
  /// The stage of the closing comparisons.
  public var endResult: String?
  /// The metric ids of the tables' rows; if empty, the six of the thesis.
  public var metrics: [String]
  /// Parameters of the suite, by their names in JSON output, such as `refresh_rate_hz`.
  public var parameters: [String: String]
  /// Measures that are not in the catalog.
  public var measures: [OwnMeasure] = []
  /// The variable that changes from stage to stage, if there are curves; otherwise `nil`.
  public var sweep: Sweep?
  /// Limits and noise floors for `check` and `compare`.
  public var thresholds = Thresholds()
  /// How `hitchmark run` measures the stages.
  public var measuring = Measuring()

  /// How to measure a run.
  public struct Measuring: Sendable, Equatable {
    /// The program and its arguments, with placeholders such as `{stage}`; empty if it is not known.
    public var command: [String] = []
    /// A program that runs before each run, with its arguments; empty for none.
    public var beforeEach: [String] = []
    /// How long to wait before each run, in seconds; `nil` for the default.
    public var settle: Double?
    /// How long a run may take, in seconds; `nil` for the default.
    public var timeout: Double?

    /// Creates a description that says nothing.
    public init() {}

    /// This description with the values that `other` does not give.
    public func fillingIn(_ other: Measuring) -> Measuring {
      var filled = other
      if !command.isEmpty { filled.command = command }
      if !beforeEach.isEmpty { filled.beforeEach = beforeEach }
      filled.settle = settle ?? other.settle
      filled.timeout = timeout ?? other.timeout
      return filled
    }
  }

  /// The variable of a curve, such as the number of views.
  public struct Sweep: Sendable, Equatable {
    /// The title of the axis.
    public var title: String
    /// The unit of its values, such as `views`; `nil` if the title contains it.
    public var unit: String?

    /// Creates a variable.
    public init(title: String, unit: String? = nil) {
      self.title = title
      self.unit = unit
    }
  }

  /// A stage of the experiment.
  public struct Stage: Sendable, Equatable {
    /// The short name, such as `6.1`.
    public var id: String
    /// What changed in this stage.
    public var title: String
    /// The id of the stage that it is compared with.
    public var baseline: String?
    /// A remark for the report.
    public var note: String?
    /// The case, if stages are variants of cases.
    public var testCase: String?
    /// The variant of the case.
    public var variant: String?
    /// The value of the suite's variable; `nil` if there is none.
    public var at: Double?
    /// How to measure this stage, where it differs from the suite.
    public var measuring = Measuring()

    /// Creates a stage.
    public init(id: String, title: String, baseline: String? = nil, note: String? = nil) {
      self.id = id
      self.title = title
      self.baseline = baseline
      self.note = note
    }
  }

  /// Creates a suite without stages.
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
