internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The frame times of a run, or of all runs of a stage, and the style of their curve.
struct FrameTimePool {
  let name: String
  let sorted: SortedFrameTimes
  let ink: Chart.Ink
  /// The name in the legend.
  ///
  /// Pools that are only references share a name.
  let legend: String

  /// The share of frames that last at most this long, 0 to 1.
  func share(upTo milliseconds: Double) -> Double {
    let limit = Nanoseconds((milliseconds * 1e6).rounded())
    let longer = sorted.longest { $0 > limit }.count
    return Double(sorted.count - longer) / Double(sorted.count)
  }

  /// A quantile in milliseconds.
  func quantile(_ probability: Double) -> Double { sorted.quantile(probability) / 1e6 }

  /// Up to this number, each pool has its own color.
  static let mostInks = 6

  /// The runs of an analysis, one pool per run.
  ///
  /// The first ones are emphasized.
  static func pools(of runs: [ChartedRun]) -> [FrameTimePool] {
    runs.enumerated().map { index, run in
      let isShown = index < mostInks
      return FrameTimePool(
        name: run.name, sorted: run.profile.sorted, ink: isShown ? .series(index) : .quiet,
        legend: isShown ? run.name : "Other runs")
    }
  }

  /// The frames of all runs in one pool, for analyzes with so many runs that single curves would
  /// hide each other.
  static func together(_ runs: [ChartedRun]) -> FrameTimePool {
    FrameTimePool(
      name: "all runs", sorted: SortedFrameTimes(pooling: runs.map(\.profile.sorted)),
      ink: .series(0), legend: "All runs")
  }

  /// The stages of a suite, one pool per stage with the frames of all its runs.
  ///
  /// The stages that the report is about are emphasized.
  static func pools(of suite: SuiteSummary) -> [FrameTimePool] {
    let chosen = [
      (suite.description.endResult, "end result"), (suite.description.worst, "worst case"),
      (suite.description.best, "best case"),
    ].filter { $0.0 != nil }
    return suite.stages.enumerated().compactMap { index, stage in
      let parts = stage.runs.compactMap(\.profile?.sorted)
      guard !parts.isEmpty else { return nil }
      let role = chosen.firstIndex { $0.0 == stage.stage.id }
      let series = chosen.isEmpty && index < mostInks ? index : role
      let words = role.map { "\(stage.stage.id), \(chosen[$0].1)" } ?? stage.stage.id
      return FrameTimePool(
        name: stage.stage.id, sorted: SortedFrameTimes(pooling: parts),
        ink: series.map { .series($0) } ?? .quiet, legend: series == nil ? "Other stages" : words)
    }
  }
}

extension [FrameTimePool] {
  /// The emphasized pools first: they are drawn above the others.
  var importantFirst: [FrameTimePool] { filter { $0.ink != .quiet } + filter { $0.ink == .quiet } }
}
