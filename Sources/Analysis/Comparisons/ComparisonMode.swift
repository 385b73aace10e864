internal import Recordings

/// Where the noise that a change is held against comes from.
///
/// Runs of one session share an effect that repeating does not average out, so what tells most is what
/// was measured in turns; and what was measured apart proves least.
public enum ComparisonMode: Sendable, Equatable {
  /// Both sides were measured in the same sessions, at least three of them.
  case paired(sessions: Int)
  /// Both sides were measured in the same session, whose noise earlier sessions help to tell.
  case moderated
  /// Both sides were measured in the same session, whose noise nothing but their own runs tells.
  case sameSession
  /// The noise is that between the runs of all stages of the suite.
  case suite
  /// The two sides alone.
  case separate
}

extension ComparisonMode {
  /// The fewest sessions in common that are compared session by session.
  static let leastSessions = 3
  /// The fewest runs a side that an interleaved comparison takes.
  static let leastRuns = 3
  /// The fewest degrees of freedom that the stages of a suite have to give together.
  static let leastPooledFreedom = 6
}

/// What a comparison may borrow noise from, by metric.
public struct ComparisonContext: Sendable {
  /// The runs of every stage of the suite that both sides belong to; empty outside of suites.
  public let suite: [[RunSummary]]

  /// Earlier runs of the compared stages, a group a session.
  public let history: [[RunSummary]]

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - suite: the runs of every stage, those of the two sides as well.
  ///   - history: earlier runs of the compared stages, a group a session.
  public init(suite: [[RunSummary]] = [], history: [[RunSummary]] = []) {
    self.suite = suite
    self.history = history
  }

  func suiteValues(of metric: Metric) -> [[Double]] { Self.values(of: metric, in: suite) }

  func historyValues(of metric: Metric) -> [[Double]] { Self.values(of: metric, in: history) }

  private static func values(of metric: Metric, in groups: [[RunSummary]]) -> [[Double]] {
    groups.map { group in group.compactMap { $0[metric.id]?.value.value } }.filter { !$0.isEmpty }
  }
}

extension [[Double]] {
  /// Number of values less number of groups.
  var pooledFreedom: Int { reduce(0) { $0 + $1.count - 1 } }
}
