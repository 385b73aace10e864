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
  /// What the suite must not fall behind.
  public var thresholds = Thresholds()

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
