internal import Recordings
public import Units

/// A late frame, and the causes of its lateness.
public struct LateFrame: Sendable {
  /// The time from the run's first present to the present of the late frame.
  public let time: Nanoseconds
  /// When the late frame lasted, since the first event of the trace; `nil` if unknown.
  public let inTrace: ClosedRange<Nanoseconds>?
  /// How much longer than one display refresh the late frame lasted, in milliseconds.
  public let excess: Double
  /// The causes of the frame's lateness with the milliseconds that each explains, the largest first; without the
  /// unexplained part.
  public let causes: [(cause: Cause, share: Double)]
}

/// Divides the lateness of one frame among causes.
///
/// A cause is blamed for being longer than in a usual frame. It explains at most its own duration. All causes together
/// explain at most what they are longer than usual plus one refresh, because a frame that just misses a refresh waits
/// for the next one. Generic sections, such as Chrome's `RunTask`, get only what the others leave.
struct LatenessDivision {
  let costs: FrameCosts
  /// The duration of one refresh, in nanoseconds.
  let refresh: Double

  /// Work of a pipeline that nearly fills a refresh can make a frame late.
  private static let fullRefresh = 0.9
  /// A pipeline is blamed only if it is longer than usual by this fraction of a refresh.
  private static let leastSurplus = 0.05
  /// The surplus of a pipeline that does not fill a refresh must be at least this fraction of the lateness.
  private static let leastShare = 0.5

  /// The shares of the causes in the lateness of a frame, in nanoseconds; their sum is at most the lateness.
  ///
  /// - Parameter excess: how much longer than a refresh the frame lasted, in nanoseconds.
  func shares(of excess: Double, among costs: [FrameCosts.Cost]) -> [FrameCosts.Cost] {
    let all = costs.filter { isUnusual(self.costs.pipelines[$0.cause], costs, excess) }
    let specific = divide(excess, among: all.filter { !self.costs.causes[$0.cause].isGeneric })
    let rest = excess - specific.reduce(0) { $0 + $1.duration }
    return specific + divide(rest, among: all.filter { self.costs.causes[$0.cause].isGeneric })
  }

  private func divide(
    _ excess: Double, among blamed: [FrameCosts.Cost]
  ) -> [FrameCosts.Cost] {
    guard excess > 0 else { return [] }
    let surpluses = blamed.map { max(0, $0.duration - self.costs.typical[$0.cause]) }
    let surplus = surpluses.reduce(0, +)
    guard surplus > 0 else { return [] }
    let factor = min(excess, surplus + refresh) / surplus
    return zip(blamed, surpluses).compactMap { cost, own in
      own > 0 ? (cost.cause, min(cost.duration, own * factor)) : nil
    }
  }

  /// Whether a pipeline took so long that it can have made the frame late.
  private func isUnusual(_ pipeline: Int, _ all: [FrameCosts.Cost], _ excess: Double) -> Bool {
    var (work, surplus) = (0.0, 0.0)
    for cost in all where costs.pipelines[cost.cause] == pipeline {
      work += cost.duration
      surplus += max(0, cost.duration - costs.typical[cost.cause])
    }
    return surplus >= Self.leastSurplus * refresh
      && (work >= Self.fullRefresh * refresh || surplus >= Self.leastShare * excess)
  }
}

/// How long each cause took in frames, and how long it takes in a usual frame.
///
/// A usual frame is one in time. If there are too few of them, the usual duration of a cause is its share of a frame that
/// lasts one refresh.
struct FrameCosts {
  /// The duration of one cause in one frame, in nanoseconds.
  typealias Cost = (cause: Int, duration: Double)

  let causes: [Cause]
  /// For each cause, the pipeline that it belongs to.
  let pipelines: [Int]
  /// For each cause, its duration in a usual frame, in nanoseconds.
  let typical: [Double]
  private let source: Source

  private enum Source {
    case stages([OptionalColumn])
    case parts(FrameParts)
  }

  /// Prepares the costs of a run's frames; O(frames).
  ///
  /// - Throws: that the trace does not contain what frames spent their time on.
  init(
    of timeline: FrameTimeline, _ frames: CountedFrames, refreshRate hertz: Double
  ) throws(Withheld) {
    let usual = UsualCosts(frames, hertz, timeline)
    if let parts = timeline.parts {
      causes = parts.parts.map { Cause($0.name, Cause.Kind($0.kind)) }
      pipelines = causes.map { _ in 0 }
      typical = usual.typical(of: parts)
      source = .parts(parts)
      return
    }
    let signals = Cause.stages(of: timeline)
    // Dropped frames are a cause even if the trace shows no work.
    guard !signals.isEmpty || timeline.kinds?.contains(.dropped) ?? false else { throw .noCosts }
    let columns = signals.compactMap { timeline.signals[$0] }
    let stages = signals.compactMap(Cause.stage)
    causes = stages.map(\.cause)
    pipelines = stages.map(\.pipeline)
    typical = columns.map { usual.typical(of: $0) }
    source = .stages(columns)
  }

  /// The durations in some frames, added up per cause, without causes that took no time.
  func costs(of positions: ClosedRange<Int>) -> [Cost] {
    switch source {
    case .stages(let columns):
      return columns.enumerated().compactMap { cause, column in
        let sum = positions.reduce(0.0) { $0 + Double(max(column[$1] ?? 0, 0)) }
        return sum > 0 ? (cause, sum) : nil
      }
    case .parts(let parts):
      var sums: [UInt16: Double] = [:]
      for position in positions {
        for entry in parts.entries(ofFrame: position) {
          sums[entry.part, default: 0] += Double(entry.duration)
        }
      }
      return sums.sorted { $0.key < $1.key }.map { (Int($0.key), $0.value) }
    }
  }
}

/// Estimates how long causes take in a usual frame.
struct UsualCosts {
  private let positions: [Int]
  /// The factor from the frames that are used to a frame in time.
  private let scale: Double

  init(_ frames: CountedFrames, _ hertz: Double, _ timeline: FrameTimeline) {
    guard !frames.showUsualWork else {
      positions = frames.inTime
      scale = 1
      return
    }
    positions = (frames.inTime + frames.late.map(\.positions.upperBound)).sorted()
    var times = positions.map { timeline.presents[$0 + 1] - timeline.presents[$0] }
    guard !times.isEmpty else {
      scale = 1
      return
    }
    let median = times.selectElement(at: (times.count - 1) / 2)
    scale = min(1, 1e9 / hertz / Double(median))
  }

  /// The median duration of a stage in usual frames; 0 if no such frame has it.
  func typical(of column: OptionalColumn) -> Double {
    var values = positions.compactMap { column[$0] }
    guard !values.isEmpty else { return 0 }
    return scale * Double(max(values.selectElement(at: (values.count - 1) / 2), 0))
  }

  /// The median durations of parts in usual frames; a part without an entry takes no time in that frame; O(n).
  func typical(of parts: FrameParts) -> [Double] {
    if let typical = parts.typical { return typical.map(Double.init) }
    var values = [[Nanoseconds]](repeating: [], count: parts.parts.count)
    var next = 0
    for entry in parts.entries {
      while next < positions.count, positions[next] < entry.frame { next += 1 }
      guard next < positions.count, positions[next] == entry.frame else { continue }
      values[Int(entry.part)].append(entry.duration)
    }
    return values.map { values in
      var values = values
      let rank = (positions.count - 1) / 2 - (positions.count - values.count)
      return rank < 0 || values.isEmpty ? 0 : scale * Double(values.selectElement(at: rank))
    }
  }
}

extension Withheld {
  static let noCosts = Withheld(
    "the trace does not show what frames spent their time on; docs/why.md lists traces that do")
}
