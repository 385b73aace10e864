/// The thresholds in a `suite.json`: limits of metrics, smallest changes that matter, and pairs of stages (program
/// versions) to compare.
public struct Thresholds: Sendable, Equatable {
  /// The limits that metrics of the suite's stages (program versions) must not exceed.
  public var limits: [Limit] = []
  /// Pairs of stages (versions of the measured program); the second of a pair must not be worse than the first.
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
    /// The id of the metric that has a limit.
    public var metric: String
    /// The limit as the user wrote it: upper or lower, and a value with its unit, such as `<= 16.7 ms`.
    public var bound: String
    /// The stage (program version) to which the limit applies; `nil` for all stages that have no such limit of their
    /// own.
    public var stage: String?

    /// Creates a limit that a metric of the suite must not exceed.
    public init(metric: String, bound: String, stage: String? = nil) {
      self.metric = metric
      self.bound = bound
      self.stage = stage
    }
  }

  /// Two stages (versions of the measured program), of which the second must not be worse than the first.
  public struct Pair: Sendable, Equatable {
    /// The id of the pair's first stage (program version), with which the second stage is compared.
    public var from: String
    /// The id of the pair's second stage (program version), which must not be worse than the first stage.
    public var to: String

    /// Creates a pair of stages (program versions), of which the second must not be worse than the first.
    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// Creates empty thresholds, without limits and comparisons, for a suite (experiment) that declares none.
  public init() {}
}
