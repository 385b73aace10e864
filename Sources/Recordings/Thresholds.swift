/// The thresholds of a suite: limits, comparisons and noise floors from `suite.json`.
public struct Thresholds: Sendable, Equatable {
  /// Limits that metrics must not exceed.
  public var limits: [Limit] = []
  /// Stages that must not be worse than others.
  public var comparisons: [Pair] = []
  /// The smallest changes that matter, by metric id and as written, such as `2%`.
  public var noiseFloors: [String: String] = [:]
  /// How much worse than the present level a single session must be to be proof, as a share such as 0.25; `nil` for the
  /// default.
  public var tripWire: Double?

  /// A limit that a metric must not exceed.
  public struct Limit: Sendable, Equatable {
    /// The metric's id.
    public var metric: String
    /// The direction and the value with its unit, as written, such as `<= 16.7 ms`.
    public var bound: String
    /// The stage; `nil` for all stages without a limit in this direction.
    public var stage: String?

    /// Creates a limit.
    public init(metric: String, bound: String, stage: String? = nil) {
      self.metric = metric
      self.bound = bound
      self.stage = stage
    }
  }

  /// Two stages.
  ///
  /// The second must not be worse than the first.
  public struct Pair: Sendable, Equatable {
    /// The stage that is compared with.
    public var from: String
    /// The stage that must not be worse.
    public var to: String

    /// Creates a pair.
    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// Creates empty thresholds.
  public init() {}
}
