/// What a search of the commit of a change found.
///
///     result.credible.first?.commit  // the likeliest commit
///
/// Module Reports turns it into a document.
public struct CommitSearchResult: Sendable {
  /// Why the search for a commit ended.
  public enum End: String, Sendable {
    /// One commit has a probability of 95%, or a few that runs cannot tell apart have it together.
    case decided
    /// The budget of time or of runs was spent.
    case budgetSpent = "budget-spent"
    /// The user ended the search, such as with Ctrl-C.
    case interrupted
    /// The commits that could decide cannot be measured.
    case skipped
  }

  /// A commit that may have caused the change.
  public struct Suspect: Sendable {
    /// The full id of the commit; `nil` for the possibility that no commit changed the metric.
    public let commit: String?
    /// The probability that this commit caused the change, 0 to 1.
    public let probability: Double

    /// Creates a suspected commit with its probability.
    public init(commit: String?, probability: Double) {
      (self.commit, self.probability) = (commit, probability)
    }
  }

  /// A commit that was measured.
  public struct Measured: Sendable {
    /// The full id of the commit.
    public let commit: String
    /// The metric's values in the commit's runs, in the order of measurement.
    public let values: [Double]

    /// Creates a measured commit with the values of its runs.
    public init(commit: String, values: [Double]) {
      (self.commit, self.values) = (commit, values)
    }
  }

  /// The id of the suite whose runs were measured.
  public let suite: String
  /// The id of the stage whose runs were measured.
  public let stage: String
  /// The metric that changed.
  public let metric: Metric
  /// The whole id of the commit without the change.
  public let good: String
  /// The whole id of the newest commit of the range.
  public let bad: String
  /// The number of commits in the range that may have caused the change.
  public let commits: Int
  /// Why the search ended.
  public let end: End
  /// The fewest commits that have a probability of 95% together, the likeliest first.
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

  /// The number of runs that the search measured.
  public var runs: Int { measured.reduce(0) { $0 + $1.values.count } }
}
