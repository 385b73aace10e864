public import Recordings
internal import Statistics

/// Where the noise that a change is held against comes from.
///
/// Runs of one session share an effect that repeating does not average out, so what tells most is what
/// was measured in turns; and what was measured apart proves least.
public enum ComparisonMode: Sendable, Equatable {
  /// There is no noise: what is counted never varied.
  case exact
  /// Both sides were measured in the same sessions, at least three of them.
  case paired(sessions: Int)
  /// Both sides were measured in the same session, whose noise earlier sessions help to tell.
  case moderated
  /// The candidate is held against the commits at the present level, the reference being the last: so
  /// many, from the first to the last.
  case history(commits: Int, first: String, last: String)
  /// The noise is that between the runs of all stages of the suite.
  case suite
  /// Both sides were measured in the same session, whose noise nothing but their own runs tells.
  case sameSession
  /// Each side has at least three sessions of its own, whose medians are compared.
  case sessions(reference: Int, candidate: Int)
  /// The sides have fewer sessions, and this many earlier ones show how much sessions differ.
  case earlierSessions(Int)
  /// The two sides alone.
  case separate
}

extension ComparisonMode {
  /// The name in machine-readable output.
  public var name: String {
    switch self {
    case .exact: "exact"
    case .paired, .moderated, .sameSession: "interleaved"
    case .history: "history"
    case .suite: "suite"
    case .sessions: "sessions"
    case .earlierSessions: "earlier-sessions"
    case .separate: "separate"
    }
  }

  /// The name of the statistic in machine-readable output.
  public var method: String {
    switch self {
    case .exact: "exact"
    case .paired: "paired"
    case .moderated: "moderated"
    case .history: "prediction"
    case .suite: "pooled"
    case .sameSession: "student"
    case .sessions(let reference, let candidate): reference == candidate ? "student" : "welch"
    case .earlierSessions: "borrowed"
    case .separate: "separate"
    }
  }

  /// What is repeated to see smaller changes.
  public var repetition: Repetition {
    switch self {
    case .paired, .history, .sessions, .earlierSessions: .sessions
    case .exact, .moderated, .suite, .sameSession, .separate: .runs
    }
  }

  /// What an experiment is repeated by.
  public enum Repetition: String, Sendable {
    /// Runs of each side.
    case runs
    /// Sessions; of the candidate alone where history tells the rest.
    case sessions
  }
}

/// What a comparison may borrow noise from.
public struct ComparisonContext: Sendable {
  /// The runs of every stage of the suite that both sides belong to; empty outside of suites.
  public let suite: [[RunSummary]]

  /// Whether both sides are runs of one stage and differ in their commits.
  public let areCommitsOfOneStage: Bool

  /// Other runs of the compared stages, a group a session.
  public let sessions: [[RunSummary]]

  /// The present level of each metric up to the reference, or why the commits before do not tell it; no
  /// entry where there are no commits to speak of.
  public let levels: [Metric.ID: Known<PresentLevel>]

  /// Runs of other sessions in the environment of both sides, one group per stage; they show how much sessions differ.
  public let earlier: [[RunSummary]]

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - suite: the runs of every stage, including those of the two sides.
  ///   - areCommitsOfOneStage: whether both sides are runs of one stage and differ in their commits.
  ///   - sessions: other runs of the compared stages, one group per session.
  ///   - levels: the present level of each metric up to the reference.
  ///   - earlier: runs of other sessions in the same environment, one group per stage.
  public init(
    suite: [[RunSummary]] = [], areCommitsOfOneStage: Bool = false,
    sessions: [[RunSummary]] = [],
    levels: [Metric.ID: Known<PresentLevel>] = [:], earlier: [[RunSummary]] = []
  ) {
    self.suite = suite
    self.areCommitsOfOneStage = areCommitsOfOneStage
    self.sessions = sessions
    self.levels = levels
    self.earlier = earlier
  }

  /// The values of earlier sessions, in groups that measured one level: a stage at a commit if that leaves enough
  /// sessions, otherwise a stage at all commits.
  func earlierSessions(of metric: Metric) -> [[[Double]]] {
    func groups(by commit: (RunSummary) -> String) -> [[[Double]]] {
      earlier.flatMap { stage in
        Dictionary(grouping: stage, by: commit).sorted { $0.key < $1.key }.map { _, runs in
          ComparedSide(name: "", runs: runs).sessionValues(of: metric)
        }
      }.filter { $0.count > 1 }
    }
    let ofCommits = groups { $0.description.commit ?? "" }
    let isEnough = ofCommits.joined().count >= StatisticalConstants.leastHistory
    return isEnough ? ofCommits : groups { _ in "" }
  }

  func suiteValues(of metric: Metric) -> [[Double]] { Self.values(of: metric, in: suite) }

  func sessionValues(of metric: Metric) -> [[Double]] { Self.values(of: metric, in: sessions) }

  private static func values(of metric: Metric, in groups: [[RunSummary]]) -> [[Double]] {
    groups.map { group in group.compactMap { $0[metric.id]?.value.value } }.filter { !$0.isEmpty }
  }
}

extension [[Double]] {
  /// Number of values less number of groups.
  var pooledFreedom: Int { reduce(0) { $0 + $1.count - 1 } }
}
