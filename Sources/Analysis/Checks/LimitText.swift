/// The text of a limit such as `frametime.p95 <= 16.7 ms`, split at the comparison sign, before its metric is looked
/// up.
public struct LimitText: Sendable, Equatable {
  /// The two directions of a limit: it is the largest or the smallest allowed value.
  public enum Direction: String, Sendable {
    /// The metric must not be above.
    case atMost = "<="
    /// The metric must not be below.
    case atLeast = ">="

    /// Whether a value exceeds a limit of this direction; `false` if it is equal.
    ///
    /// Both have the same unit.
    func isBeyond(_ value: Double, _ limit: Double) -> Bool {
      self == .atMost ? value > limit : value < limit
    }
  }

  /// The part of a limit's text before `<=` or `>=`: a metric, optionally preceded by a suite and a stage (version of
  /// the program).
  public let subject: String
  /// Whether the limit is the largest or the smallest allowed value.
  public let direction: Direction
  /// The part of a limit's text after `<=` or `>=`: a value with its unit.
  public let value: String

  /// Parses the text of a limit such as `frametime.p95 <= 16.7 ms`.
  ///
  /// `≤` and `≥` are accepted.
  ///
  /// - Throws: `.noDirection`.
  public init(_ text: String) throws(LimitFault) {
    let plain = text.replacing("≤", with: "<=").replacing("≥", with: ">=")
    // The last one, because a metric's name may contain such characters.
    let found = [Direction.atMost, .atLeast].compactMap { direction in
      plain.ranges(of: direction.rawValue).last.map { (direction: direction, range: $0) }
    }
    guard let last = found.max(by: { $0.range.lowerBound < $1.range.lowerBound }) else {
      throw .noDirection(text)
    }
    subject = plain[..<last.range.lowerBound].trimmed
    direction = last.direction
    value = plain[last.range.upperBound...].trimmed
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
