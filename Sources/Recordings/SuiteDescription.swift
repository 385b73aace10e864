/// What `suite.json` says: the stages of an experiment and how their table is to be read.
public struct SuiteDescription: Sendable, Equatable {
  /// The folder's name, which is what `hitchmark report` is asked for.
  public var id: String
  /// The heading of the report.
  public var title: String
  /// What was measured and how, in a few sentences.
  public var about: String?
  /// Where the figures are no measurements of our own, what they are, in a sentence; else `nil`.
  public var provenance: String?
  /// The stages in the order of the report.
  public var stages: [Stage]
  /// The stage that no change can beat.
  public var best: String?
  /// The stage to get away from.
  public var worst: String?
  /// The stage that the closing comparisons are about.
  public var endResult: String?
  /// Metric ids of the tables' rows; empty for the thesis' six.
  public var metrics: [String]
  /// Parameters that the suite fixes, by the names of the JSON output, such as `refresh_rate_hz`.
  public var parameters: [String: String]
  /// Measures of the runs that are no metrics of the catalogue.
  public var measures: [OwnMeasure] = []
  /// What is varied from stage to stage, where curves are drawn along it; else `nil`.
  public var sweep: Sweep?
  /// What the suite must not fall behind.
  public var thresholds = Thresholds()

  /// What is varied from stage to stage, such as the number of views.
  public struct Sweep: Sendable, Equatable {
    /// The title of the axis.
    public var title: String
    /// What its values count, such as `views`; `nil` where the title says it.
    public var unit: String?

    /// Creates a sweep.
    ///
    /// - Parameters:
    ///   - title: of the axis.
    ///   - unit: what its values count.
    public init(title: String, unit: String? = nil) {
      self.title = title
      self.unit = unit
    }
  }

  /// One step of the experiment.
  public struct Stage: Sendable, Equatable {
    /// The short name, such as `6.1`.
    public var id: String
    /// What was changed.
    public var title: String
    /// The stage it is compared with.
    public var baseline: String?
    /// A remark for the report.
    public var note: String?
    /// What was measured, where several variants of it are held against each other.
    public var testCase: String?
    /// Which of the variants it is.
    public var variant: String?
    /// The value of what the suite varies; `nil` where it varies nothing.
    public var at: Double?

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - id: the short name.
    ///   - title: what was changed.
    ///   - baseline: the stage it is compared with.
    ///   - note: a remark for the report.
    public init(id: String, title: String, baseline: String? = nil, note: String? = nil) {
      self.id = id
      self.title = title
      self.baseline = baseline
      self.note = note
    }
  }

  /// Creates a suite without stages.
  ///
  /// - Parameters:
  ///   - id: the folder's name.
  ///   - title: the heading; the id when not given.
  public init(id: String, title: String? = nil) {
    self.id = id
    self.title = title ?? id
    stages = []
    metrics = []
    parameters = [:]
  }
}
