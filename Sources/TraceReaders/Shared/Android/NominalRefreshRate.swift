internal import Decoding
internal import Units

/// Derives the nominal refresh rate of a display from measurements.
///
/// Clocks drift: a 120 Hz display refreshes every 8.31 ms on one phone and every 8.33 ms on another. With the nominal
/// refresh rate, runs of the two phones are comparable.
enum NominalRefreshRate {
  /// The usual refresh rates of phones, tablets and television sets, in hertz.
  private static let common: [Double] = [24, 30, 48, 50, 60, 72, 80, 90, 96, 100, 120, 144, 165]

  /// The nominal refresh rate of a display, in hertz, for a measured interval between two refreshes.
  ///
  /// - Returns: the common refresh rate that is within 2%, otherwise the nearest whole number of hertz; `nil` for
  ///   intervals below 1 ms or above 1 s.
  static func hertz(every interval: Nanoseconds) -> Double? {
    guard interval >= .perMillisecond, interval <= .perSecond else { return nil }
    let measured = 1e9 / Double(interval)
    let nearest = common.min { abs($0 - measured) < abs($1 - measured) }
    guard let nearest, abs(nearest - measured) <= 0.02 * nearest else { return measured.rounded() }
    return nearest
  }

  /// The refresh rate of a display, in hertz, that fits the times of its refreshes, of which some may be missing.
  ///
  /// - Parameter times: the times of refreshes, in any order.
  /// - Returns: the rate of the shortest steps between refreshes; `nil` if there are fewer than ten steps, or if less
  ///   than half of the steps are as short.
  static func hertz(ofTimes times: [Nanoseconds]) -> Double? {
    let sorted = times.sorted()
    let plausible: ClosedRange<Nanoseconds> = 2 * .perMillisecond...50 * .perMillisecond
    let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.filter(plausible.contains).sorted()
    guard steps.count >= 10 else { return nil }
    let short = steps[steps.count / 20]
    let alike = steps.filter { ($0 - short).magnitude * 10 <= short.magnitude }
    guard alike.count * 2 >= steps.count else { return nil }
    return hertz(every: alike[alike.count / 2])
  }

  /// The refresh rate of a display, in hertz, that at least 90% of the observations have; `nil` if no rate is so
  /// frequent.
  ///
  /// - Parameter counts: the number of observations per nominal refresh rate.
  static func prevailing(among counts: [Double: Int]) -> Double? {
    let total = counts.values.reduce(0, +)
    return counts.first { $0.value * 10 >= total * 9 }?.key
  }
}
