internal import Decoding
internal import Units

/// Estimates the tick of a time column: the smallest step that the column can show.
///
/// A column can be coarser than the frame times next to it: whole milliseconds, four significant digits,
/// a system clock that advances every 15.6 ms. The tick can change within a trace, because four digits
/// show microseconds in the first second and hundredths of a second after the tenth. Each row is therefore
/// judged by the last readings.
struct ClockTick {
  /// The last readings of the clock that differ, the latest first.
  private var readings: (first: Nanoseconds?, second: Nanoseconds?, third: Nanoseconds?)
  /// How much longer the steps were than the frame times since the two last agreed.
  private var drift: Nanoseconds = 0

  /// Remembers the reading of a row whose frame time agrees with it, or that has none.
  @inline(__always)
  mutating func agreed(_ reading: Nanoseconds) {
    readings = (reading, readings.first, readings.second)
    drift = 0
  }

  /// Remembers the reading of another row that became a frame.
  ///
  /// - Parameters:
  ///   - reading: of the clock.
  ///   - difference: how much longer the step was than the frame.
  mutating func disagreed(_ reading: Nanoseconds, difference: Nanoseconds) {
    drift += difference
    if reading != readings.first { readings = (reading, readings.first, readings.second) }
  }

  /// Whether the clock showed a later time before.
  func isAhead(of reading: Nanoseconds) -> Bool { reading < readings.first ?? reading }

  /// Decides whether the tick alone explains that a frame time differs from a step of the clock.
  ///
  /// Both ends of the steps since the columns last agreed are rounded to ticks, so their sum is off by
  /// less than one tick. Frames that last whole ticks are never hidden: a frame that is missing between
  /// them makes a difference of a tick or more.
  ///
  /// - Parameters:
  ///   - difference: how much longer the step was than the frame time.
  ///   - reading: of the clock, not before the last.
  /// - Returns: whether it does.
  func hides(_ difference: Nanoseconds, at reading: Nanoseconds) -> Bool {
    (drift + difference).magnitude < tick(at: reading).magnitude
  }

  /// The greatest common divisor of the last three steps.
  ///
  /// With fewer steps, it is the decimal place that the readings end with, at most a second.
  /// Readings with fewer digits than the current one do not count: of a fixed number of digits, they have
  /// more behind the point.
  private func tick(at reading: Nanoseconds) -> Nanoseconds {
    let least = Self.leastNumber(withDigitsOf: reading)
    guard let first = readings.first, first >= least else { return Self.lastPlace(of: reading) }
    guard let second = readings.second, let third = readings.third, min(second, third) >= least
    else { return min(Self.lastPlace(of: reading), Self.lastPlace(of: first)) }
    return greatestCommonDivisor(
      reading - first, greatestCommonDivisor(first - second, second - third))
  }

  private static func leastNumber(withDigitsOf reading: Nanoseconds) -> Nanoseconds {
    guard reading > 0 else { return .min }
    var power: Nanoseconds = 1
    while power <= reading / 10 { power *= 10 }
    return power
  }

  private static func lastPlace(of reading: Nanoseconds) -> Nanoseconds {
    var place: Nanoseconds = 1
    while place < .perSecond, reading % (place * 10) == 0 { place *= 10 }
    return place
  }
}
