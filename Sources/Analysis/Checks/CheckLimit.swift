public import Units

/// A value that a metric must not pass.
public struct CheckLimit: Sendable, Equatable {
  /// The metric's id.
  public let metric: Metric.ID
  /// Which side of the value is beyond.
  public let direction: LimitText.Direction
  /// The value, in the metric's unit.
  public let value: Quantity
  /// The stage that it is for, by suite and id, by suite alone, or by id alone; `nil` for all.
  public let place: String?
  /// Who gave it.
  public let origin: LimitProblem.Origin

  /// The limit as people write it, without the metric: `<= 16.7 ms`.
  public var bound: String { "\(direction.rawValue) \(value.text(significantDigits: 15))" }

  /// Whether it may be meant for stages of a suite.
  func isMeant(for suite: String?) -> Bool {
    if case .suite(let own, _) = origin { own == suite } else { true }
  }

  /// How closely the limit is meant for a stage: the highest of a direction counts.
  ///
  /// - Parameter title: the stage, by suite and id.
  /// - Returns: `nil` when it is not meant.
  func closeness(to title: String) -> Int? {
    // The command line wins, even over what a suite says of this stage alone.
    let rank = if case .option = origin { 3 } else { 0 }
    guard let place else { return rank }
    if place == title || title.hasSuffix("/\(place)") { return rank + 2 }
    return title.hasPrefix("\(place)/") ? rank + 1 : nil
  }
}
