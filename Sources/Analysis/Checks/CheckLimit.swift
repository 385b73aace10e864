public import Units

/// A limit: the largest or smallest value that a metric may have.
public struct CheckLimit: Sendable, Equatable {
  /// The id of the metric whose values the limit bounds.
  public let metric: Metric.ID
  /// Whether the limit is the largest or the smallest value that the metric may have.
  public let direction: LimitText.Direction
  /// The largest or smallest value that the limit allows, in the metric's unit.
  public let value: Quantity
  /// The name of the suite, the stage (version of the program), or both, to which the limit applies; `nil` if it
  /// applies to all stages.
  public let place: String?
  /// Where the user set the limit: on the command line or in a suite.
  public let origin: LimitProblem.Origin

  /// The limit's direction and value as text, without the metric: `<= 16.7 ms`.
  public var bound: String { "\(direction.rawValue) \(value.text(significantDigits: 15))" }

  /// Whether the limit may apply to stages of a suite.
  func isMeant(for suite: String?) -> Bool {
    if case .suite(let own, _) = origin { own == suite } else { true }
  }

  /// How specific the limit is for a stage, given as suite and id; `nil` if it does not apply.
  ///
  /// The most specific limit per direction counts.
  func closeness(to title: String) -> Int? {
    // The command line wins, even over a suite's limit for this stage.
    let isOption = if case .option = origin { true } else { false }
    let rank = isOption ? 3 : 0
    guard let place else { return rank }
    // A limit of the command line may name the stage alone; one of a suite never applies to another suite.
    if place == title || isOption && title.hasSuffix("/\(place)") { return rank + 2 }
    return title.hasPrefix("\(place)/") ? rank + 1 : nil
  }
}
