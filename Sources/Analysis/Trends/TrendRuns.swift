public import Recordings

/// The runs of a trend in compact form: each run refers to its environment, commit and session by a number.
public struct TrendRuns: Sendable {
  /// The runs of one stage (version of the program), or of one segment of these runs, in one environment, so that all
  /// of them are comparable.
  ///
  /// A trend has one series for each metric of such a place.
  public struct MeasuredPlace: Sendable, Hashable {
    /// The stage (version of the program) to which the runs belong, and the segment if only a part of each run counts.
    public let place: Place
    /// The environment, such as the device, in which these comparable runs were measured.
    public let environment: TrendEnvironment

    /// Creates the combination of a stage (version of the program) and an environment, within which all runs are
    /// comparable.
    public init(_ place: Place, environment: TrendEnvironment) {
      self.place = place
      self.environment = environment
    }

    var suite: String? { place.suite }

    /// The stage, by suite and id, and the segment.
    var title: String { place.trendTitle }
  }

  /// One run of a trend in compact form: the indices of its stage (version of the program) and environment, of its
  /// commit and of its session.
  public struct Run: Sendable {
    /// A number that all runs of one measurement session share; `nil` for a run without a session.
    public let session: Int?
    // Narrow, because there may be millions of runs.
    private let narrowPlace: Int32
    /// -1 for none.
    private let narrowCommit: Int32

    /// Creates a run of a trend from the index of its stage (version of the program) and environment, the index of its
    /// commit, and its session.
    ///
    /// `place` and `commit` are indices of `places` and `commits`.
    public init(place: Int, commit: Int?, session: Int?) {
      self.session = session
      narrowPlace = Int32(place)
      narrowCommit = commit.map { Int32($0) } ?? -1
    }

    /// The index, in the trend's list, of the combination of stage (version of the program) and environment to which
    /// the run belongs.
    public var place: Int { Int(narrowPlace) }
    /// The index, in the trend's list of commits, of the commit that the run measured; `nil` if the commit is unknown.
    public var commit: Int? { narrowCommit < 0 ? nil : Int(narrowCommit) }
  }

  /// The combinations of stage (version of the program) and environment in which the trend's runs were measured, each
  /// once.
  public let places: [MeasuredPlace]
  /// The commits that the trend's runs name: full ids or abbreviations.
  public let commits: [String]
  /// The runs whose metric values the trend shows.
  public let runs: [Run]

  /// Stores the runs of a trend together with the lists of stages (versions of the program) and commits to which the
  /// runs refer by index.
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
  /// The metric to which a list of values, one per run of a trend, belongs.
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

/// A reason for which a trend left out runs or values, with the commit or the metric concerned.
public struct TrendOmission: Sendable, Hashable {
  /// The reasons for which a trend leaves out runs or values.
  public enum Reason: Int, Sendable, CaseIterable {
    /// The runs have no commit: it was unknown, or files were changed.
    case noCommit
    /// Their commit is not in the history: on another branch, or rebased away, or its abbreviation is ambiguous.
    case otherHistory
    /// Their commit is older than the requested start.
    case beforeStart
    /// The value has another revision of the formula, usually an earlier one.
    case earlierRevision
    /// The value has other parameters than those of the newest commit.
    case otherParameters
  }

  /// The reason for which the trend left out some runs or values, such as an unknown commit.
  public let reason: Reason
  /// The id of the commit whose runs were left out, or of the metric whose values were left out; empty for other
  /// reasons.
  public let subject: String
}

extension Place {
  /// The title in trends.
  var trendTitle: String { Self.title(of: segment, in: stageTitle) ?? stageTitle }

  /// The title in trends without the segment.
  var stageTitle: String { Place(suite: suite, stage: stage).title ?? "no suite" }
}
