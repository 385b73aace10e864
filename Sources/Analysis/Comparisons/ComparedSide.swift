internal import Recordings
internal import Statistics

/// One side of a comparison: some runs, and what people call them.
public struct ComparedSide: Sendable {
  /// What tables call it.
  public let name: String

  /// Its runs, at least one.
  public let runs: [RunSummary]

  /// Creates a side.
  ///
  /// - Parameters:
  ///   - name: what tables call it.
  ///   - runs: at least one.
  public init(name: String, runs: [RunSummary]) {
    self.name = name
    self.runs = runs
  }

  /// The sessions that its runs belong to; runs that name none are in none.
  var sessions: Set<String> { Set(runs.compactMap(\.description.session)) }

  /// The values of the runs that can say a metric.
  func values(of metric: Metric) -> [Double] {
    runs.compactMap { $0[metric.id]?.value.value }
  }

  /// The median of a metric over the runs of one session; `nil` when none can say it.
  func median(of metric: Metric, in session: String) -> Double? {
    Moments.median(
      of: runs.filter { $0.description.session == session }
        .compactMap { $0[metric.id]?.value.value })
  }

  /// Why the side cannot say a metric; `nil` when one of its runs can.
  func reason(against metric: Metric) -> String? {
    guard values(of: metric).isEmpty else { return nil }
    return runs.compactMap { $0[metric.id]?.value.reason }.first ?? Withheld.notComputed.reason
  }
}
