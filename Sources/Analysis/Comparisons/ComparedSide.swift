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

  /// The commits that its runs measured, in alphabetical order; runs that name none are left out.
  public var commits: [String] { Set(runs.compactMap(\.description.commit)).sorted() }

  /// The sessions that its runs belong to; runs that name none are in none.
  public var sessions: Set<String> { Set(runs.compactMap(\.description.session)) }

  /// The values of the runs that can say a metric.
  func values(of metric: Metric) -> [Double] {
    runs.compactMap { $0[metric.id]?.value.value }
  }

  /// The weakest thing that a value of the side rests on.
  func basis(of metric: Metric) -> MetricValue.Basis {
    runs.compactMap { $0[metric.id] }.filter { $0.value.value != nil }.map(\.basis).max()
      ?? .measured
  }

  /// The median of a metric over the runs of each session that can say it.
  func sessionMedians(of metric: Metric) -> [String: Double] {
    var values: [String: [Double]] = [:]
    for run in runs {
      guard let session = run.description.session, let value = run[metric.id]?.value.value else {
        continue
      }
      values[session, default: []].append(value)
    }
    return values.compactMapValues { Moments.median(of: $0) }
  }

  /// The values of the runs of each session, in the alphabetical order of the sessions; runs that name no session are
  /// one session together.
  func sessionValues(of metric: Metric) -> [[Double]] {
    Dictionary(grouping: runs) { $0.description.session ?? "" }.sorted { $0.key < $1.key }
      .map { _, runs in runs.compactMap { $0[metric.id]?.value.value } }.filter { !$0.isEmpty }
  }

  /// The side as one point of a trend; `nil` when no run can say the metric.
  func point(of metric: Metric) -> Double? {
    let sessions = Dictionary(grouping: runs, by: \.description.session).values.compactMap { runs in
      Moments.median(of: runs.compactMap { $0[metric.id]?.value.value })
    }
    return Moments.median(of: sessions)
  }

  /// Whether every run that names a session is the only one of it on this side.
  var hasOneRunASession: Bool {
    let named = runs.compactMap(\.description.session)
    return Set(named).count == named.count
  }

  /// Why the side cannot say a metric; `nil` when one of its runs can.
  func reason(against metric: Metric) -> String? {
    guard values(of: metric).isEmpty else { return nil }
    return runs.compactMap { $0[metric.id]?.value.reason }.first ?? Withheld.notComputed.reason
  }
}
