public import Recordings

/// The places of the runs of a trend, as numbers, with the meaning of the numbers.
public struct TrendRuns: Sendable {
  /// A stage in one environment.
  ///
  /// Runs of one place are comparable.
  public struct MeasuredPlace: Sendable, Hashable {
    let place: Place
    /// What they were measured on.
    public let environment: TrendEnvironment

    /// Creates a place.
    public init(_ place: Place, environment: TrendEnvironment) {
      self.place = place
      self.environment = environment
    }

    var suite: String? { place.suite }
    var stage: String? { place.stage }

    /// The stage, by suite and id.
    var title: String { place.trendTitle }
  }

  /// One run.
  public struct Run: Sendable {
    /// A number that the runs of one session share; `nil` without a session.
    public let session: Int?
    // Narrow, because there may be millions of runs.
    private let narrowPlace: Int32
    /// -1 for none.
    private let narrowCommit: Int32

    /// Creates a run.
    ///
    /// `place` and `commit` are indices of `places` and `commits`.
    public init(place: Int, commit: Int?, session: Int?) {
      self.session = session
      narrowPlace = Int32(place)
      narrowCommit = commit.map { Int32($0) } ?? -1
    }

    /// The index of the run's place.
    public var place: Int { Int(narrowPlace) }
    /// The index of the run's commit; `nil` if unknown.
    public var commit: Int? { narrowCommit < 0 ? nil : Int(narrowCommit) }
  }

  /// The places; the stages are in the order of outputs.
  public let places: [MeasuredPlace]
  /// The commits as runs name them: full ids or abbreviations.
  public let commits: [String]
  /// The runs.
  public let runs: [Run]

  /// Creates the runs of a trend.
  ///
  /// Places and commits are unique; columns of values have the order of `runs`.
  public init(places: [MeasuredPlace], commits: [String], runs: [Run]) {
    self.places = places
    self.commits = commits
    self.runs = runs
  }
}

/// The values of one metric in the order of the runs of `TrendRuns`, and which suites ask for it.
public struct TrendColumn: Sendable {
  /// The metric.
  public let metric: Metric
  /// The suites whose tables have the metric; `nil` for all runs.
  public let suites: Set<String?>?
  /// The values.
  public let column: MetricColumn

  /// Creates a column.
  public init(metric: Metric, suites: Set<String?>? = nil, column: MetricColumn) {
    self.metric = metric
    self.suites = suites
    self.column = column
  }
}

/// Runs, or values of runs, that a trend left out.
public struct TrendOmission: Sendable, Hashable {
  /// Why they were left out.
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

  /// The reason.
  public let reason: Reason
  /// The commit that is not in the history, or the metric whose value was not used; otherwise
  /// empty.
  public let subject: String
}

extension Place {
  /// The title in trends.
  var trendTitle: String { title ?? "no suite" }
}
