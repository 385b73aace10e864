/// What a search of the commit of a change found.
///
///     result.credible.first?.commit  // the likeliest commit
///
/// Module Reports turns it into a document.
public struct CommitSearchResult: Sendable {
  /// How a search ended.
  public enum End: String, Sendable {
    /// One commit has 95%, or those that no run can tell apart.
    case decided
    /// The budget of time or of runs was spent.
    case budgetSpent = "budget-spent"
    /// A signal came.
    case interrupted
    /// The commits that could decide cannot be measured.
    case skipped
  }

  /// A commit that may have brought the change.
  public struct Suspect: Sendable {
    /// The whole id; `nil` for no change at all.
    public let commit: String?
    /// The probability, 0 to 1.
    public let probability: Double

    /// Creates a suspect.
    public init(commit: String?, probability: Double) {
      (self.commit, self.probability) = (commit, probability)
    }
  }

  /// A commit that was measured.
  public struct Measured: Sendable {
    /// The whole id.
    public let commit: String
    /// The values of its runs, in the order of measurement.
    public let values: [Double]

    /// Creates a measured commit.
    public init(commit: String, values: [Double]) {
      (self.commit, self.values) = (commit, values)
    }
  }

  /// The id of the suite.
  public let suite: String
  /// The id of the stage.
  public let stage: String
  /// The metric that changed.
  public let metric: Metric
  /// The whole id of the commit without the change.
  public let good: String
  /// The whole id of the newest commit of the range.
  public let bad: String
  /// How many commits may have brought the change.
  public let commits: Int
  /// How the search ended.
  public let end: End
  /// The fewest commits with 95%, the likeliest first.
  public let credible: [Suspect]
  /// The measured commits, oldest first.
  public let measured: [Measured]
  /// The commits that cannot be measured.
  public let skipped: [String]
  /// The change at the sought commit: a fraction, or in the metric's unit; `nil` with too few runs.
  public let change: Double?
  /// Whether the change is a fraction.
  public let isRelative: Bool
  /// How many commits this process built.
  public let builds: Int
  /// How long this process searched.
  public let seconds: Double
  /// Subjects, authors and dates, by commit.
  public let descriptions: [String: CommitDescription]

  /// Creates a result; the properties explain the parameters.
  public init(
    suite: String, stage: String, metric: Metric, good: String, bad: String, commits: Int, end: End,
    credible: [Suspect], measured: [Measured], skipped: [String], change: Double?,
    isRelative: Bool, builds: Int, seconds: Double, descriptions: [String: CommitDescription]
  ) {
    (self.suite, self.stage, self.metric) = (suite, stage, metric)
    (self.good, self.bad, self.commits, self.end) = (good, bad, commits, end)
    (self.credible, self.measured, self.skipped) = (credible, measured, skipped)
    (self.change, self.isRelative) = (change, isRelative)
    (self.builds, self.seconds, self.descriptions) = (builds, seconds, descriptions)
  }

  /// The number of runs.
  public var runs: Int { measured.reduce(0) { $0 + $1.values.count } }
}
