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
