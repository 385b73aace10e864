internal import Units

/// Apple's definition of late frames.
enum Hitch {
  /// Whether a frame lasts longer than one and a half refreshes.
  ///
  /// Compares products, because 1 / 60 s has no exact binary form, and 25 ms must not exceed 1.5 of
  /// it.
  static func isHitch(_ frameTime: Nanoseconds, refreshRate hertz: Double) -> Bool {
    Double(frameTime) * hertz > 1.5e9
  }

  /// A frame time without the refreshes that the frame missed, in nanoseconds.
  ///
  /// Only if the frame lasted a whole number of refreshes, within a quarter of one. Otherwise the
  /// display did not wait for a refresh, and nothing was missed. `hertz` is `nil` if the rate is
  /// unknown or varies.
  static func withoutMissed(_ frameTime: Nanoseconds, refreshRate hertz: Double?) -> Double {
    let duration = Double(frameTime)
    guard let hertz else { return duration }
    let refreshes = duration * hertz / 1e9
    let whole = refreshes.rounded()
    guard whole >= 2, abs(refreshes - whole) <= 0.25 else { return duration }
    return duration - (whole - 1) * 1e9 / hertz
  }

  /// The share of refreshes without a new frame; O(n).
  static func missedShare(of frameTimes: FrameTimes, refreshRate hertz: Double) -> Double {
    var missed = 0.0
    var passed = 0.0
    for frameTime in frameTimes {
      let refreshes = (Double(frameTime) * hertz / 1e9 + 0.5).rounded(.down)
      missed += max(0, refreshes - 1)
      passed += max(1, refreshes)
    }
    return missed / passed
  }
}
