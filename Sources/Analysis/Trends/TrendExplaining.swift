internal import Recordings

/// What is known of a run that is not needed of every run.
public struct TrendFacts: Sendable {
  /// What people call its session; `nil` when it names none.
  public let session: String?
  /// What may explain a change though it leaves runs comparable, by name.
  public let circumstances: [String: String]

  /// Creates what is known of a run.
  ///
  /// - Parameters:
  ///   - session: what people call its session.
  ///   - circumstances: what may explain a change, by name.
  public init(session: String?, circumstances: [String: String]) {
    self.session = session
    self.circumstances = circumstances
  }
}

/// Holds changes against what else was not the same.
struct TrendExplaining {
  private let breaks: [String: [TrendBreak]]
  private let facts: [Int: TrendFacts]
  private var circumstances: [Int: Circumstances] = [:]

  init(_ gathering: TrendGathering, facts: [Int: TrendFacts]) {
    self.facts = facts
    breaks = Dictionary(grouping: gathering.breaks, by: \.title)
    // Of very many runs only some are known: asking for each would take longer than all the rest.
    var isKnown = Array(repeating: false, count: gathering.runs.runs.count)
    for run in facts.keys { isKnown[run] = true }
    for (place, runs) in gathering.placed.enumerated() {
      runs.forEach { run, position in
        guard isKnown[run], let facts = facts[run] else { return }
        circumstances[place, default: Circumstances()].note(facts.circumstances, at: position)
      }
    }
  }

  /// The series with what coincides with its changes and its newest point.
  func explained(_ series: TrendSeries) -> TrendSeries {
    var explained = series
    explained.judgement = series.judgement.map { judgement in
      var judgement = judgement
      for (index, change) in judgement.changes.enumerated() {
        judgement.changes[index].differences = differences(around: change.range, of: series)
      }
      return judgement
    }
    for index in explained.proofs.indices {
      let point = explained.proofs[index].point
      explained.proofs[index].differences = differences(around: point...point, of: series)
    }
    if let tip = series.tipRange { explained.tipDifferences = differences(around: tip, of: series) }
    explained.sessions = TrendSession.sessions(of: series.newest) { facts[$0]?.session }
    return explained
  }

  private func differences(
    around range: ClosedRange<Int>, of series: TrendSeries
  ) -> [TrendDifference] {
    let window = CircumstanceWindow(around: range, of: series.points)
    let soft = circumstances[series.place]?.differences(in: window) ?? []
    let hard = (breaks[series.title] ?? []).filter { window.reaches($0.commit) }
    return soft + hard.flatMap(\.differences)
  }
}

extension TrendSeries {
  /// The newest point as a change's range would have it; `nil` of fewer than three points.
  var tipRange: ClosedRange<Int>? {
    points.count > 2 ? points.count - 1...points.count - 1 : nil
  }
}
