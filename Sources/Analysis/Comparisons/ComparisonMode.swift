public import Recordings
internal import Statistics

/// The ways in which a comparison estimates the noise of a metric, such as from earlier commits.
///
/// Runs of one session share an effect that repetition does not average out. Therefore interleaved
/// measurements are the strongest evidence, and separate ones the weakest.
public enum ComparisonMode: Sendable, Equatable {
  /// There is no noise: the count never varied.
  case exact
  /// All runs of each side are equal, as with a frame rate that waits for the display, and the sides are compared as
  /// they are.
  case equalRuns(sharesSessions: Bool)
  /// Both sides were measured in the same sessions, at least three of them.
  case paired(sessions: Int)
  /// Both sides were measured in the same one or two sessions; further sessions improve the estimate of the noise.
  case moderated
  /// The candidate is compared with this number of commits at the present level, from the first to
  /// the last, which is the reference.
  case history(commits: Int, first: String, last: String)
  /// The noise between runs, pooled over all stages of the suite.
  case suite
  /// Both sides were measured in the same one or two sessions; only their own runs show the noise.
  case sameSession
  /// Each side has at least three sessions of its own; their medians are compared.
  case sessions(reference: Int, candidate: Int)
  /// The sides have fewer sessions; this number of earlier sessions shows how much sessions differ.
  case earlierSessions(Int)
  /// The runs of the two sides only.
  case separate
  /// An experiment measured the sides block by block, and its answer counts, which allows for its looks.
  case blocks(Int)
}

extension ComparisonMode {
  /// The source of the comparison's noise as a word for machine-readable output, such as `history`.
  public var name: String {
    switch self {
    case .exact: "exact"
    case .equalRuns(let sharesSessions): sharesSessions ? "interleaved" : "separate"
    case .paired, .moderated, .sameSession, .blocks: "interleaved"
    case .history: "history"
    case .suite: "suite"
    case .sessions: "sessions"
    case .earlierSessions: "earlier-sessions"
    case .separate: "separate"
    }
  }

  /// The name of the comparison's statistical method for machine-readable output, such as `welch`.
  public var method: String {
    switch self {
    case .exact: "exact"
    case .equalRuns: "equal"
    case .paired: "paired"
    case .moderated: "moderated"
    case .history: "prediction"
    case .suite: "pooled"
    case .sameSession: "student"
    case .sessions(let reference, let candidate): reference == candidate ? "student" : "welch"
    case .earlierSessions: "borrowed"
    case .separate: "separate"
    case .blocks: "sequential"
    }
  }

  /// Whether the user must repeat runs or measurement sessions so that the comparison detects smaller changes.
  public var repetition: Repetition {
    switch self {
    case .paired, .history, .sessions, .earlierSessions: .sessions
    case .exact, .equalRuns, .moderated, .suite, .sameSession, .separate, .blocks: .runs
    }
  }

  /// What the user must repeat so that a comparison detects smaller changes: runs or measurement sessions.
  public enum Repetition: String, Sendable {
    case runs
    /// Sessions; only of the candidate if history gives the rest.
    case sessions
  }
}

/// What a comparison of reference and candidate may use besides their own runs to estimate the noise of a metric, such
/// as further sessions and earlier commits.
public struct ComparisonContext: Sendable {
  /// How the sides relate to sessions; `nil` to go by the names of their sessions.
  public let design: SessionDesign?

  /// Runs of the suite of both sides, one group per stage and commit; empty without a suite.
  public let suite: [[RunSummary]]

  /// Whether both sides are runs of one stage and have no commit in common.
  public let areCommitsOfOneStage: Bool

  /// Further runs of the compared stages, to estimate noise: one group per stage, session and commit.
  public let sessions: [[RunSummary]]

  /// For each metric id, the metric's values at the commits from its last change to the comparison's reference commit,
  /// or the reason why these values are unknown.
  ///
  /// There are no entries without earlier commits.
  public let levels: [Metric.ID: Known<PresentLevel>]

  /// Runs of other measurement sessions in the environment of reference and candidate, such as the same device, which
  /// show how much sessions differ by chance.
  ///
  /// There is one group per stage.
  public let earlier: [[RunSummary]]

  /// Whether the user asked to compare the frame rates of runs with and without generated frames.
  public let mixesGeneratedFrames: Bool

  public init(
    design: SessionDesign? = nil, suite: [[RunSummary]] = [], areCommitsOfOneStage: Bool = false,
    sessions: [[RunSummary]] = [],
    levels: [Metric.ID: Known<PresentLevel>] = [:], earlier: [[RunSummary]] = [],
    mixesGeneratedFrames: Bool = false
  ) {
    self.design = design
    self.suite = suite
    self.areCommitsOfOneStage = areCommitsOfOneStage
    self.sessions = sessions
    self.levels = levels
    self.earlier = earlier
    self.mixesGeneratedFrames = mixesGeneratedFrames
  }

  /// The values of earlier sessions, in groups that measured one level: per stage and commit if
  /// enough sessions remain, otherwise per stage.
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
  /// The number of values minus the number of groups.
  var pooledFreedom: Int { reduce(0) { $0 + $1.count - 1 } }
}
