public import Recordings

/// What a trend needs to know of a run: where it belongs, and what it says.
public struct TrendRun: Sendable {
  /// The value of one metric, as it was kept when the run was read.
  public struct Value: Sendable {
    /// The metric's id.
    public let metric: Metric.ID
    /// The revision of the formula that it came from.
    public let revision: Int
    /// The parameters that the formula was told.
    public let parameters: String
    /// The value, finite, in the metric's unit.
    public let value: Known<Double>

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - metric: the metric's id.
    ///   - revision: the revision of the formula that it came from.
    ///   - parameters: the parameters that the formula was told.
    ///   - value: finite, in the metric's unit; or why there is none.
    public init(metric: Metric.ID, revision: Int, parameters: String, value: Known<Double>) {
      self.metric = metric
      self.revision = revision
      self.parameters = parameters
      self.value = value
    }
  }

  /// The suite that it belongs to.
  public let suite: String?
  /// The stage of the suite.
  public let stage: String?
  /// The commit that it measured, as it was given.
  public let commit: String?
  /// The uninterrupted occupancy of a device that it belongs to.
  public let session: String?
  /// What it was measured on.
  public let environment: TrendEnvironment
  /// What else was known of it that may explain a change, by name.
  public let circumstances: [String: String]
  /// One value for each metric that is asked for.
  public let values: [Value]
  /// The stage, by suite and id.
  let title: String

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - suite: the suite that it belongs to.
  ///   - stage: the stage of the suite.
  ///   - description: what else is known of it.
  ///   - format: of its trace, with the dialect.
  ///   - values: one for each metric that is asked for.
  public init(
    suite: String?, stage: String?, description: RunDescription, format: String? = nil,
    values: [Value]
  ) {
    self.suite = suite
    self.stage = stage
    commit = description.commit
    session = description.session
    environment = TrendEnvironment(description.device)
    var circumstances = description.softFacts
    circumstances["trace format"] = format
    self.circumstances = circumstances
    self.values = values
    let parts = [suite, stage].compactMap { $0 }
    title = parts.isEmpty ? "no suite" : parts.joined(separator: "/")
  }
}

/// Runs, or values of runs, that a trend had to leave out.
public struct TrendOmission: Sendable, Hashable {
  /// Why they were left out.
  public enum Reason: Int, Sendable, CaseIterable {
    /// They name no commit: none was known, or files were changed.
    case noCommit
    /// Their commit is not in the history: on another branch, or rebased away.
    case otherHistory
    /// Their commit is older than what was asked for.
    case beforeStart
    /// The value came from an earlier revision of the formula.
    case earlierRevision
    /// The value came from other parameters than those of the newest commit.
    case otherParameters
  }

  /// Why.
  public let reason: Reason
  /// The commit that is not in the history, or the metric whose value was not used; else empty.
  public let subject: String
}
