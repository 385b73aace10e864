internal import Units

/// A limit that a series' newest commit is beyond, surely or maybe.
public struct LimitBreach: Sendable, Equatable {
  /// The limit.
  public let limit: CheckLimit
  /// The level that it is held against.
  public let level: TipLevel
  /// Whether all of the level's interval is beyond, so that only chance of 1 in 40 makes it so.
  public let isProved: Bool

  /// Holds a level against a limit; `nil` when neither the level nor all of its interval is beyond.
  ///
  /// - Parameters:
  ///   - limit: of the series' metric.
  ///   - level: of its newest commit.
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
