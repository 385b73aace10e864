internal import Decoding
internal import Units

/// Estimates the tick of a time column: the smallest step that the column can show.
///
/// A time column can be coarser than the frame times next to it: whole milliseconds, four significant digits, or a
/// system clock that advances every 15.6 ms. The tick can change within a trace: four digits show milliseconds in the
/// first ten seconds, and hundredths of a second later. Each row is therefore judged by the last readings of the time
/// column.
struct ClockTick {
  /// The last three distinct readings of the time column, the latest first.
  private var readings: (first: Nanoseconds?, second: Nanoseconds?, third: Nanoseconds?)
  /// The sum of the differences between the steps of the time column and the frame times, since step and frame time
  /// last agreed.
  private var drift: Nanoseconds = 0

  /// Records the time of a row that has no frame time, or whose frame time agrees with the step of the time column.
  @inline(__always)
  mutating func agreed(_ reading: Nanoseconds) {
    readings = (reading, readings.first, readings.second)
    drift = 0
  }

  /// Records the time of a row whose frame time does not agree with the step of the time column.
  ///
  /// - Parameter difference: the step minus the frame time.
  mutating func disagreed(_ reading: Nanoseconds, difference: Nanoseconds) {
    drift += difference
    if reading != readings.first { readings = (reading, readings.first, readings.second) }
  }

  /// Whether the last recorded reading of the time column is later than this reading.
  func isAhead(of reading: Nanoseconds) -> Bool { reading < readings.first ?? reading }

  /// Whether a coarse time column alone explains the difference between its step and a frame time.
  ///
  /// The steps since the columns last agreed begin and end at times that are rounded to ticks, so the sum of the steps
  /// is off by less than one tick. If a frame of a whole tick or more is missing, the difference is at least a tick, so
  /// missing frames are never hidden.
  ///
  /// - Parameters:
  ///   - difference: the step minus the frame time.
  ///   - reading: the time of the row in the time column, not earlier than the last reading.
  func hides(_ difference: Nanoseconds, at reading: Nanoseconds) -> Bool {
    (drift + difference).magnitude < tick(at: reading).magnitude
  }

  /// The estimated tick: the greatest common divisor of the last three steps of the time column.
  ///
  /// With fewer than three steps, the tick is the last decimal place of the readings, at most a second. Readings with
  /// fewer digits than the current reading are ignored, because a column with a fixed number of significant digits has
  /// a finer tick for them.
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
