/// The result of a search: the likely commits with their probabilities.
///
///     result.credible.first?.commit  // the likeliest commit
///
/// Module Reports turns it into a document.
public struct CommitSearchResult: Sendable {
  public enum End: String, Sendable {
    /// One commit has a probability of 95%, or a few that runs cannot tell apart have it together.
    ///
    /// The decision may also be, with the same probability, that no commit changed the metric.
    case decided
    case budgetSpent = "budget-spent"
    /// The user ended the search, such as with Ctrl-C.
    case interrupted
    /// The commits that could decide cannot be measured.
    case skipped
  }

  /// A commit that may have caused the change of the metric, with its probability.
  public struct Suspect: Sendable {
    /// The full id of the suspected commit; `nil` for the possibility that no commit changed the metric.
    public let commit: String?
    /// The probability that the suspected commit caused the change, 0 to 1.
    public let probability: Double

    public init(commit: String?, probability: Double) {
      (self.commit, self.probability) = (commit, probability)
    }
  }

  public struct Measured: Sendable {
    /// The full id of the measured commit.
    public let commit: String
    public let values: [Double]

    public init(commit: String, values: [Double]) {
      (self.commit, self.values) = (commit, values)
    }
  }

  public let suite: String
  public let stage: String
  public let metric: Metric
  /// The full id of the last commit before the searched range of commits, at which the metric has not changed yet.
  public let good: String
  /// The full id of the newest commit in the searched range of commits, at which the metric has changed.
  public let bad: String
  /// The number of commits in the searched range that may have caused the metric's change.
  public let commits: Int
  public let end: End
  /// The smallest set of commits that contains the commit that changed the metric with a probability of 95%, the
  /// likeliest commit first.
  ///
  /// The set may contain the possibility that no commit changed the metric.
  public let credible: [Suspect]
  /// The commits that were measured, oldest first.
  public let measured: [Measured]
  /// The commits that could not be measured, such as those that do not build, in the order of the attempts.
  public let skipped: [String]
  /// The change of the metric at the commit that caused it: a fraction, or in the metric's unit; `nil` if there were
  /// too few runs.
  ///
  /// The change is estimated as if one of the commits caused it, even if probably no commit did.
  public let change: Double?
  /// Whether the change of the metric is a fraction; otherwise it is in the metric's unit.
  public let isRelative: Bool
  /// The number of commits that this process built to search for the commit that changed the metric.
  public let builds: Int
  /// The time for which this process searched for the commit that changed the metric, in seconds.
  public let seconds: Double
  /// The subjects, authors and dates, by commit id, of the measured and the likely commits in a search.
  ///
  /// Commits that Git does not know are left out.
  public let descriptions: [String: CommitDescription]

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

  /// The number of runs that were measured, over all commits.
  public var runs: Int { measured.reduce(0) { $0 + $1.values.count } }
}
