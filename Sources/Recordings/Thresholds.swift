/// The thresholds of a suite from `suite.json`: limits of metrics, smallest changes that matter, and stages that must
/// not be worse than others.
public struct Thresholds: Sendable, Equatable {
  /// The limits that metrics of the suite's stages must not exceed.
  public var limits: [Limit] = []
  /// The pairs of stages of which the second must not be worse than the first.
  public var comparisons: [Pair] = []
  /// The smallest changes of metrics that matter, by metric id and as written, such as `2%`.
  public var noiseFloors: [String: String] = [:]
  /// How much worse than before a single session, a block of runs such as one CI job, must be to prove a regression at
  /// once.
  ///
  /// A share such as 0.25; `nil` for the default.
  public var tripWire: Double?

  /// A limit that a metric of the suite must not exceed.
  public struct Limit: Sendable, Equatable {
    /// The id of the metric that has a limit.
    public var metric: String
    /// The direction of the limit and its value with unit, as written, such as `<= 16.7 ms`.
    public var bound: String
    /// The stage for which the limit applies; `nil` for all stages without a limit of their own in this
    /// direction.
    public var stage: String?

    /// Creates a limit that a metric of the suite must not exceed.
    public init(metric: String, bound: String, stage: String? = nil) {
      self.metric = metric
      self.bound = bound
      self.stage = stage
    }
  }

  /// Two stages of a suite, of which the second must not be worse than the first.
  public struct Pair: Sendable, Equatable {
    /// The id of the first stage of a pair, with which the second stage is compared.
    public var from: String
    /// The id of the second stage of a pair, which must not be worse than the first.
    public var to: String

    /// Creates a pair of stages, of which the second must not be worse than the first.
    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// Creates the thresholds of a suite that declares none.
  public init() {}
}
