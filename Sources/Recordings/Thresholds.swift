/// The thresholds of a suite: limits, comparisons and noise floors from `suite.json`.
public struct Thresholds: Sendable, Equatable {
  /// The limits that metrics of the suite's stages must not exceed.
  public var limits: [Limit] = []
  /// The pairs of stages of which one must not be worse than the other.
  public var comparisons: [Pair] = []
  /// The smallest changes of metrics that matter, by metric id and as written, such as `2%`.
  public var noiseFloors: [String: String] = [:]
  /// How much worse than the series' level a single session must be to prove a regression at once, as a share such as
  /// 0.25; `nil` for the default.
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
    /// The id of the stage with which the other stage is compared.
    public var from: String
    /// The id of the stage that must not be worse than the other.
    public var to: String

    /// Creates a pair of stages, of which the second must not be worse than the first.
    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// Creates thresholds for a suite without any limit.
  public init() {}
}
