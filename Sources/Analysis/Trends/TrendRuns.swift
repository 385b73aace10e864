public import Recordings

/// The stage, environment, commit and session of each run of a trend, as numbers, with the meaning of the numbers.
public struct TrendRuns: Sendable {
  /// A stage in one environment, whose runs are comparable, or a segment of these runs.
  ///
  /// A trend has one series for each metric of such a place.
  public struct MeasuredPlace: Sendable, Hashable {
    /// The stage or segment of the runs.
    public let place: Place
    /// The environment in which the stage's runs were measured.
    public let environment: TrendEnvironment

    /// Creates the place of comparable runs from a stage or segment and an environment.
    public init(_ place: Place, environment: TrendEnvironment) {
      self.place = place
      self.environment = environment
    }

    var suite: String? { place.suite }

    /// The stage, by suite and id, and the segment.
    var title: String { place.trendTitle }
  }

  /// One run of a trend: its stage, environment, commit and session as numbers.
  public struct Run: Sendable {
    /// A number that the runs of one session share; `nil` for a run without a session.
    public let session: Int?
    // Narrow, because there may be millions of runs.
    private let narrowPlace: Int32
    /// -1 for none.
    private let narrowCommit: Int32

    /// Creates a run of a trend from its stage and environment, commit and session.
    ///
    /// `place` and `commit` are indices of `places` and `commits`.
    public init(place: Int, commit: Int?, session: Int?) {
      self.session = session
      narrowPlace = Int32(place)
      narrowCommit = commit.map { Int32($0) } ?? -1
    }

    /// The index of the run's stage and environment in `places`.
    public var place: Int { Int(narrowPlace) }
    /// The index of the commit that the run measured; `nil` if unknown.
    public var commit: Int? { narrowCommit < 0 ? nil : Int(narrowCommit) }
  }

  /// The combinations of stage and environment that the runs have; stages are in the order of outputs.
  public let places: [MeasuredPlace]
  /// The commits that the trend's runs name: full ids or abbreviations.
  public let commits: [String]
  /// The runs whose values the trend shows.
  public let runs: [Run]

  /// Creates the runs of a trend from stages, environments and commits.
  ///
  /// Places and commits are unique; columns of values have the order of `runs`.
  public init(places: [MeasuredPlace], commits: [String], runs: [Run]) {
    self.places = places
    self.commits = commits
    self.runs = runs
  }
}

/// The values of one metric, one per run of a trend, and the suites whose tables have the metric.
public struct TrendColumn: Sendable {
  /// The metric whose values along a trend are in this column.
  public let metric: Metric
  /// The suites whose tables have the metric; `nil` if it is for all runs.
  public let suites: Set<String?>?
  /// The values of the metric, one per run.
  public let column: MetricColumn

  /// Creates the column of one metric's values.
  public init(metric: Metric, suites: Set<String?>? = nil, column: MetricColumn) {
    self.metric = metric
    self.suites = suites
    self.column = column
  }
}

/// The runs or values that a trend left out for one reason.
public struct TrendOmission: Sendable, Hashable {
  /// Why a trend left runs or their values out.
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

  /// Why the trend left these runs or values out.
  public let reason: Reason
  /// The commit outside the trend's history, or the metric whose value was not used, that explains the omission; empty
  /// for other reasons.
  public let subject: String
}

extension Place {
  /// The title in trends.
  var trendTitle: String { Self.title(of: segment, in: stageTitle) ?? stageTitle }

  /// The title in trends without the segment.
  var stageTitle: String { Place(suite: suite, stage: stage).title ?? "no suite" }
}
