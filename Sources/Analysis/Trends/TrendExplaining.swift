internal import Recordings

/// Properties of a run, such as labels, that may explain its values; they are loaded only for runs around changes and
/// at the newest points.
public struct TrendFacts: Sendable {
  /// The name of the measurement session that contains the run; `nil` if there is none.
  public let session: String?
  /// The properties of the run, by name, that may explain its values and do not prevent a comparison with other runs,
  /// such as labels.
  public let circumstances: [String: String]

  /// Creates the collection of a run's properties that may explain its values.
  public init(session: String?, circumstances: [String: String]) {
    self.session = session
    self.circumstances = circumstances
  }
}

/// Adds to changes the other differences that coincide with them.
struct TrendExplaining {
  private let breaks: [String: [TrendBreak]]
  private let facts: [Int: TrendFacts]
  private var circumstances: [Int: Circumstances] = [:]

  init(_ gathering: TrendGathering, facts: [Int: TrendFacts]) {
    self.facts = facts
    breaks = Dictionary(grouping: gathering.breaks, by: \.title)
    // If there are very many runs, facts are loaded only for some; loading all would take longer
    // than the rest.
    var isKnown = Array(repeating: false, count: gathering.runs.runs.count)
    for run in facts.keys { isKnown[run] = true }
    for (place, runs) in gathering.placed.enumerated() {
      runs.forEach { run, position in
        guard isKnown[run], let facts = facts[run] else { return }
        circumstances[place, default: Circumstances()].note(facts.circumstances, at: position)
      }
    }
  }

  /// The series with the differences that coincide with its changes and its newest point.
  func explained(_ series: TrendSeries) -> TrendSeries {
    var explained = series
    explained.judgment = series.judgment.map { judgment in
      var judgment = judgment
      for (index, change) in judgment.changes.enumerated() {
        judgment.changes[index].differences = differences(around: change.range, of: series)
      }
      return judgment
    }
    for index in explained.proofs.indices {
      explained.proofs[index].differences = differences(
        around: explained.proofs[index].range, of: series)
    }
    if let tip = series.tipRange { explained.tipDifferences = differences(around: tip, of: series) }
    explained.sessions = TrendSession.sessions(of: series.newest) { facts[$0]?.session }
    return explained
  }

  private func differences(
    around range: ClosedRange<Int>, of series: TrendSeries
  ) -> [TrendDifference] {
    let window = CircumstanceWindow(around: range, of: series.points)
    let soft = circumstances[series.placeIndex]?.differences(in: window) ?? []
    let hard = (breaks[series.stageTitle] ?? []).filter { window.reaches($0.commit) }
    return soft + hard.flatMap(\.differences)
  }
}

extension TrendSeries {
  /// The newest point as a range of points; `nil` for fewer than three points.
  var tipRange: ClosedRange<Int>? {
    points.count > 2 ? points.count - 1...points.count - 1 : nil
  }
}
