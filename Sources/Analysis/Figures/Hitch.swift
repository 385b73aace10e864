internal import Units

/// Apple's rule for late frames.
enum Hitch {
  /// Whether a frame lasts over one and a half refreshes.
  ///
  /// Compared as products: 1 / 60 s has no exact form in binary, and 25 ms is not over 1.5 of it.
  static func isHitch(_ frameTime: Nanoseconds, refreshRate hertz: Double) -> Bool {
    Double(frameTime) * hertz > 1.5e9
  }

  /// The share of refreshes that showed nothing new; O(n).
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
