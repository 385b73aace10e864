internal import Units

/// A limit that a metric's level at the checked commit exceeds, certainly or possibly.
public struct LimitBreach: Sendable, Equatable {
  /// The limit that the metric's level at the checked commit exceeds.
  public let limit: CheckLimit
  /// The level of the metric at the checked commit, with its confidence interval; the level exceeds the limit.
  public let level: TipLevel
  /// Whether the whole confidence interval of the level at the checked commit exceeds the limit, not only the level
  /// itself.
  ///
  /// Chance alone causes this in 1 of 40 cases.
  public let isProved: Bool

  /// Compares a level with a limit; `nil` if neither the level nor its whole interval exceeds it.
  init?(of limit: CheckLimit, by level: TipLevel) {
    let value = limit.value.value
    guard limit.direction.isBeyond(level.value, value) else { return nil }
    self.limit = limit
    self.level = level
    isProved =
      level.interval.map { interval in
        let nearest = limit.direction == .atMost ? interval.lowerBound : interval.upperBound
        return limit.direction.isBeyond(nearest, value)
      } ?? false
  }
}
