internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// A run in a chart.
struct ChartedRun {
  let name: String
  let parameters: Parameters
  let profile: RunProfile

  /// `nil` if the run has no profile.
  init?(_ run: RunSummary, named name: String) {
    guard let profile = run.profile else { return nil }
    self.name = name
    parameters = run.parameters
    self.profile = profile
  }

  /// Calls `visit` for every frame in order with its end in seconds since the first present, its
  /// duration in milliseconds, and whether it begins a segment.
  func forEachFrame(_ visit: (Double, Double, Bool) -> Void) {
    profile.forEachFrame { visit($0.seconds, $1.milliseconds, $2) }
  }

  /// Like `forEachFrame`, for the frames by the times at which they reached the screen.
  func forEachFrameOnScreen(_ visit: (Double, Double, Bool) -> Void) {
    profile.forEachFrameOnScreen { visit($0.seconds, $1.milliseconds, $2) }
  }

  /// The ends of some frames in seconds; the positions are in ascending order.
  func ends(of positions: [Int]) -> [Double] { profile.ends(of: positions).map(\.seconds) }

  /// The duration of one refresh in milliseconds; `nil` if the refresh rate is unknown.
  var refresh: Double? { parameters.refreshRate.hertz.map { 1000 / $0 } }

  /// The longest frame in milliseconds.
  var longest: Double { (profile.sorted.last ?? 0).milliseconds }

  /// The longest time between two frames on the screen in milliseconds; 0 if it is unknown.
  var longestOnScreen: Double { (profile.screen?.frames.frameTimes.max() ?? 0).milliseconds }
}

extension [ChartedRun] {
  /// The refresh rate, if all runs have the same; otherwise `nil`.
  var refreshRate: Double? {
    let rates = Set(map(\.parameters.refreshRate.hertz))
    return rates.count == 1 ? rates.first ?? nil : nil
  }

  /// The duration of the longest run in seconds.
  var span: Double { map(\.profile.span.seconds).max() ?? 0 }
}

/// Text and reference lines that charts of frame times share.
enum FrameTimeAxis {
  static func text(_ milliseconds: Double) -> String {
    Printing(decimals: 1, showsUnit: true).text(Quantity(milliseconds, .milliseconds))
  }

  /// A scale from 0; or a logarithmic one, if a few very long frames would leave no space for the
  /// others.
  ///
  /// The frame times of each pool are in ascending order.
  static func scale(for pools: [SortedFrameTimes]) -> Chart.Axis.Scale {
    let longest = pools.compactMap(\.last).max() ?? 0
    let usual = pools.map { $0.quantile(0.5) }.max() ?? 0
    return Double(longest) > 12 * usual ? .logarithmic : .fromZero
  }

  /// The budget lines: one refresh, and two if a frame takes longer than that; empty without a
  /// refresh rate.
  ///
  /// - Parameters:
  ///   - hertz: the refresh rate.
  ///   - longest: the longest frame, in milliseconds.
  ///   - direction: the axis of the frame times.
  static func budget(
    _ hertz: Double?, longest: Double, along direction: Chart.Direction
  ) -> [Chart.Mark] {
    guard let hertz else { return [] }
    let refresh = 1000 / hertz
    var rules = [Chart.Rule(refresh, label: text(refresh))]
    if longest > refresh * 2 { rules.append(Chart.Rule(refresh * 2, label: text(refresh * 2))) }
    let name =
      "Duration of one and two refreshes at \(ParameterWording.plain(hertz)) Hz"
    return [Chart.Mark(.rules(rules, along: direction), ink: .strong, name: name)]
  }
}

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
