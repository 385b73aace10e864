internal import Recordings
internal import Statistics

/// One of the two sides of a comparison, reference or candidate: its name and its runs.
public struct ComparedSide: Sendable {
  /// The name that tables print for one side of a comparison.
  public let name: String

  /// The runs on one side of a comparison, at least one.
  public let runs: [RunSummary]

  /// Creates one side (reference or candidate) of a comparison from its name and its runs, at least one.
  public init(name: String, runs: [RunSummary]) {
    self.name = name
    self.runs = runs
  }

  /// The ids of the commits that the runs on one side of a comparison measured, in alphabetical order.
  ///
  /// Runs without a commit are left out.
  public var commits: [String] { Set(runs.compactMap(\.description.commit)).sorted() }

  /// The names of the measurement sessions to which the runs on one side of a comparison belong.
  ///
  /// Runs without a session are left out.
  public var sessions: Set<String> { Set(runs.compactMap(\.description.session)) }

  /// The names of the segments, such as laps, in the runs on one side of a comparison, in order of appearance; empty if
  /// the caller did not request segments.
  public var segmentNames: [String] { runs.segmentNames }

  /// The values of the runs that have a value of the metric.
  func values(of metric: Metric) -> [Double] {
    runs.compactMap { $0[metric.id]?.value.value }
  }

  /// The least trustworthy input of the side's values.
  func basis(of metric: Metric) -> MetricValue.Basis {
    runs.compactMap { $0[metric.id] }.filter { $0.value.value != nil }.map(\.basis).max()
      ?? .measured
  }

  /// The median of a metric per session, for the runs that have a value.
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

  /// The values per session, in alphabetical order of the sessions.
  ///
  /// Runs without a session count as one session.
  func sessionValues(of metric: Metric) -> [[Double]] {
    Dictionary(grouping: runs) { $0.description.session ?? "" }.sorted { $0.key < $1.key }
      .map { _, runs in runs.compactMap { $0[metric.id]?.value.value } }.filter { !$0.isEmpty }
  }

  /// The side as one point of a trend; `nil` if no run has a value of the metric.
  func point(of metric: Metric) -> Double? {
    let sessions = Dictionary(grouping: runs, by: \.description.session).values.compactMap { runs in
      Moments.median(of: runs.compactMap { $0[metric.id]?.value.value })
    }
    return Moments.median(of: sessions)
  }

  /// Whether each session has only one run on this side.
  var hasOneRunASession: Bool {
    let named = runs.compactMap(\.description.session)
    return Set(named).count == named.count
  }

  /// Why the side has no value of a metric; `nil` if it has one.
  func reason(against metric: Metric) -> String? {
    guard values(of: metric).isEmpty else { return nil }
    return runs.compactMap { $0[metric.id]?.value.reason }.first ?? Withheld.notComputed.reason
  }
}
