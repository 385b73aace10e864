/// A limit as people write it, before anybody knows whether there is such a metric.
public struct LimitText: Sendable, Equatable {
  /// What the metric must not be beyond.
  public enum Direction: String, Sendable {
    /// The metric must not be above.
    case atMost = "<="
    /// The metric must not be below.
    case atLeast = ">="

    /// Whether a value lies beyond a limit of this direction.
    ///
    /// - Parameters:
    ///   - value: any.
    ///   - limit: in the same unit.
    /// - Returns: `false` on the limit.
    func isBeyond(_ value: Double, _ limit: Double) -> Bool {
      self == .atMost ? value > limit : value < limit
    }
  }

  /// What stands before the direction: a metric, maybe with a suite and a stage before it.
  public let subject: String
  /// What the metric must not be beyond.
  public let direction: Direction
  /// What stands behind the direction: a value with its unit.
  public let value: String

  /// Reads a limit such as `frametime.p95 <= 16.7 ms`.
  ///
  /// - Parameter text: as written; `≤` and `≥` will do.
  /// - Throws: `.noDirection`.
  public init(_ text: String) throws(LimitFault) {
    let plain = text.replacing("≤", with: "<=").replacing("≥", with: ">=")
    // The last one, so that a metric of a strange name can have a limit.
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
