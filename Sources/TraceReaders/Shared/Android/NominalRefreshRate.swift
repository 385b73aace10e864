internal import Decoding
internal import Units

/// The refresh rate that a display is sold with, from what a platform measured of it.
///
/// Clocks drift: a display of 120 Hz refreshes every 8.31 ms on one phone and every 8.33 ms on another.
/// Runs of both are to be compared, so the rate is the one they were made for.
enum NominalRefreshRate {
  /// Rates of phones, tablets and television sets, in hertz.
  private static let common: [Double] = [24, 30, 48, 50, 60, 72, 80, 90, 96, 100, 120, 144, 165]

  /// The rate of an interval between refreshes.
  ///
  /// - Parameter interval: as the platform gives it.
  /// - Returns: the common rate within 2%, else the nearest whole number of hertz; `nil` for an interval
  ///   that no display has: below 1 ms or above 1 s.
  static func hertz(every interval: Nanoseconds) -> Double? {
    guard interval >= .perMillisecond, interval <= .perSecond else { return nil }
    let measured = 1e9 / Double(interval)
    let nearest = common.min { abs($0 - measured) < abs($1 - measured) }
    guard let nearest, abs(nearest - measured) <= 0.02 * nearest else { return measured.rounded() }
    return nearest
  }

  /// The rate of times that all lie on refreshes, not every one of which has one.
  ///
  /// - Parameter times: in any order.
  /// - Returns: the rate of the shortest steps between them; `nil` of fewer than ten steps, or when less
  ///   than half of them are such.
  static func hertz(ofTimes times: [Nanoseconds]) -> Double? {
    let sorted = times.sorted()
    let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
      .filter { $0 >= 2 * .perMillisecond && $0 <= 50 * .perMillisecond }.sorted()
    guard steps.count >= 10 else { return nil }
    let short = steps[steps.count / 20]
    let alike = steps.filter { ($0 - short).magnitude * 10 <= short.magnitude }
    guard alike.count * 2 >= steps.count else { return nil }
    return hertz(every: alike[alike.count / 2])
  }

  /// The rate that a run kept to.
  ///
  /// - Parameter counts: how often each nominal rate was seen.
  /// - Returns: the rate of at least 90% of them; `nil` when there is none.
  static func prevailing(among counts: [Double: Int]) -> Double? {
    let total = counts.values.reduce(0, +)
    return counts.first { $0.value * 10 >= total * 9 }?.key
  }
}
