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
