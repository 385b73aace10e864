public import Recordings

/// Where the runs of a trend belong, as numbers and what they stand for.
public struct TrendRuns: Sendable {
  /// What is measured alike: a stage in one environment.
  public struct Place: Sendable, Hashable {
    /// The suite that the runs belong to.
    public let suite: String?
    /// The stage of the suite.
    public let stage: String?
    /// What they were measured on.
    public let environment: TrendEnvironment

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - suite: the suite that the runs belong to.
    ///   - stage: the stage of the suite.
    ///   - environment: what they were measured on.
    public init(suite: String?, stage: String?, environment: TrendEnvironment) {
      self.suite = suite
      self.stage = stage
      self.environment = environment
    }

    /// The stage, by suite and id.
    var title: String {
      let parts = [suite, stage].compactMap { $0 }
      return parts.isEmpty ? "no suite" : parts.joined(separator: "/")
    }
  }

  /// One run.
  public struct Run: Sendable {
    /// A number that it shares with the runs of its session and no others; `nil` when it names none.
    public let session: Int?
    // Narrow, because there may be millions of runs.
    private let narrowPlace: Int32
    private let narrowSource: Int32
    /// -1 for none.
    private let narrowCommit: Int32

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - place: an index of `places`.
    ///   - commit: an index of `commits`.
    ///   - session: shared with the runs of its session.
    ///   - source: an index of the origins of every column.
    public init(place: Int, commit: Int?, session: Int?, source: Int) {
      self.session = session
      narrowPlace = Int32(place)
      narrowSource = Int32(source)
      narrowCommit = commit.map { Int32($0) } ?? -1
    }

    /// Where it belongs, as an index of `places`.
    public var place: Int { Int(narrowPlace) }
    /// The commit that it measured, as an index of `commits`; `nil` when none is known.
    public var commit: Int? { narrowCommit < 0 ? nil : Int(narrowCommit) }
    /// Where its values come from, as an index of the origins of every `TrendColumn`.
    public var source: Int { Int(narrowSource) }
  }

  /// The places; those of a stage in any order, the stages in the order of outputs.
  public let places: [Place]
  /// The commits as runs name them: whole ids, or abbreviations.
  public let commits: [String]
  /// The runs.
  public let runs: [Run]

  /// Creates the runs of a trend.
  ///
  /// - Parameters:
  ///   - places: each once, stages in the order of outputs.
  ///   - commits: each once.
  ///   - runs: in any order, which columns of values follow.
  public init(places: [Place], commits: [String], runs: [Run]) {
    self.places = places
    self.commits = commits
    self.runs = runs
  }
}

/// The values of one metric, in the order of the runs.
public struct TrendColumn: Sendable {
  /// Where values come from.
  public enum Origin: Sendable, Hashable {
    /// This revision of the formula, told these parameters.
    case computed(revision: Int, parameters: String)
    /// There are none, for this reason: a clause in lower case without a full stop.
    case withheld(because: String)
    /// The runs do not mention the metric.
    case absent
  }

  /// The metric.
  public let metric: Metric
  /// The suites whose runs are asked for it; `nil` for all runs.
  public let suites: Set<String?>?
  /// The value of each run, finite, in the metric's unit; means nothing where its origin is not `computed`, and
  /// may be empty where none is.
  public let values: TableColumn
  /// Where values come from, for each source of the runs; some may be alike.
  public let origins: [Origin]

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - metric: the metric.
  ///   - suites: whose runs are asked for it; `nil` for all.
  ///   - values: of each run, finite; any number where its origin is not `computed`, and none where no origin is.
  ///   - origins: where values come from, for each source of the runs.
  public init(
    metric: Metric, suites: Set<String?>? = nil, values: TableColumn, origins: [Origin]
  ) {
    self.metric = metric
    self.suites = suites
    self.values = values
    self.origins = origins
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
