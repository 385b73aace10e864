/// What a suite must not fall behind, as `suite.json` gives it.
public struct Thresholds: Sendable, Equatable {
  /// Values that metrics must not pass.
  public var limits: [Limit] = []
  /// Stages that must not be worse than others.
  public var comparisons: [Pair] = []
  /// The smallest changes worth talking about, by metric id, as they were written, such as `2%`.
  public var noiseFloors: [String: String] = [:]

  /// A value that a metric must not pass.
  public struct Limit: Sendable, Equatable {
    /// The metric's id.
    public var metric: String
    /// The direction and the value with its unit, as they were written, such as `<= 16.7 ms`.
    public var bound: String
    /// The stage that it is for; `nil` for all that have no limit of their own in this direction.
    public var stage: String?

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - metric: the metric's id.
    ///   - bound: the direction and the value with its unit.
    ///   - stage: the stage that it is for.
    public init(metric: String, bound: String, stage: String? = nil) {
      self.metric = metric
      self.bound = bound
      self.stage = stage
    }
  }

  /// Two stages of which the second must not be worse.
  public struct Pair: Sendable, Equatable {
    /// The stage that is held against.
    public var from: String
    /// The stage that must not be worse.
    public var to: String

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - from: the stage that is held against.
    ///   - to: the stage that must not be worse.
    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// Creates thresholds that nothing falls behind.
  public init() {}
}
