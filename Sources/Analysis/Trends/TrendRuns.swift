public import Recordings

/// The runs of a trend in compact form: version of the program (stage), environment, commit and session are indices of
/// lists.
public struct TrendRuns: Sendable {
  /// One version of the program (stage), or a segment of its runs, in one environment; all runs there are comparable.
  ///
  /// A trend has one series for each metric of such a place.
  public struct MeasuredPlace: Sendable, Hashable {
    /// The stage (version of the program) of the comparable runs, and the segment if only a part of each run counts.
    public let place: Place
    /// The environment in which the comparable runs were measured.
    public let environment: TrendEnvironment

    /// Creates the combination of a version of the program (stage) and an environment, whose runs are comparable.
    public init(_ place: Place, environment: TrendEnvironment) {
      self.place = place
      self.environment = environment
    }

    var suite: String? { place.suite }

    /// The stage, by suite and id, and the segment.
    var title: String { place.trendTitle }
  }

  /// One run of a trend in compact form: version of the program (stage), environment, commit and session are numbers.
  public struct Run: Sendable {
    /// A number that all runs of one measurement session share; `nil` for a run without a session.
    public let session: Int?
    // Narrow, because there may be millions of runs.
    private let narrowPlace: Int32
    /// -1 for none.
    private let narrowCommit: Int32

    /// Creates a run of a trend from the index of its version of the program and environment, the index of its commit,
    /// and its session.
    ///
    /// `place` and `commit` are indices of `places` and `commits`.
    public init(place: Int, commit: Int?, session: Int?) {
      self.session = session
      narrowPlace = Int32(place)
      narrowCommit = commit.map { Int32($0) } ?? -1
    }

    /// The index of the combination of version of the program (stage) and environment to which the run belongs.
    public var place: Int { Int(narrowPlace) }
    /// The index of the commit that the run measured; `nil` if the commit is unknown.
    public var commit: Int? { narrowCommit < 0 ? nil : Int(narrowCommit) }
  }

  /// The combinations of version of the program (stage) and environment in which the trend's runs were measured.
  public let places: [MeasuredPlace]
  /// The commits that the trend's runs name: full ids or abbreviations.
  public let commits: [String]
  /// The runs whose metric values the trend shows.
  public let runs: [Run]

  /// Creates the runs of a trend, with the list of versions of the program in their environments and the list of
  /// commits.
  ///
  /// Places and commits are unique; columns of values have the order of `runs`.
  public init(places: [MeasuredPlace], commits: [String], runs: [Run]) {
    self.places = places
    self.commits = commits
    self.runs = runs
  }
}

/// The values of one metric, one per run of a trend, and the suites that show the metric.
public struct TrendColumn: Sendable {
  /// The metric whose values, one per run of a trend, are stored together.
  public let metric: Metric
  /// The suites whose tables show the metric; `nil` if it is shown for all runs.
  public let suites: Set<String?>?
  /// The values of the metric, one per run of the trend.
  public let column: MetricColumn

  /// Creates the list of one metric's values, one per run of a trend.
  public init(metric: Metric, suites: Set<String?>? = nil, column: MetricColumn) {
    self.metric = metric
    self.suites = suites
    self.column = column
  }
}

/// A reason for which a trend left out runs or values, with the commit or metric concerned.
public struct TrendOmission: Sendable, Hashable {
  /// The reasons why a trend left out runs or their values.
  public enum Reason: Int, Sendable, CaseIterable {
    /// The runs have no commit: it was unknown, or files were changed.
    case noCommit
    /// Their commit is not in the history: on another branch, or rebased away.
    case otherHistory
    /// Their commit is older than the requested start.
    case beforeStart
    /// The value has an earlier revision of the formula.
    case earlierRevision
    /// The value has other parameters than those of the newest commit.
    case otherParameters
  }

  /// The reason why the trend left out some runs or values, such as an unknown commit.
  public let reason: Reason
  /// The id of the omitted commit, or of the metric whose values were omitted; empty for other reasons.
  public let subject: String
}

extension Place {
  /// The title in trends.
  var trendTitle: String { Self.title(of: segment, in: stageTitle) ?? stageTitle }

  /// The title in trends without the segment.
  var stageTitle: String { Place(suite: suite, stage: stage).title ?? "no suite" }
}
