internal import Units

/// Apple's rule for late frames.
enum Hitch {
  /// Whether a frame lasts over one and a half refreshes.
  ///
  /// Compared as products: 1 / 60 s has no exact form in binary, and 25 ms is not over 1.5 of it.
  static func isHitch(_ frameTime: Nanoseconds, refreshRate hertz: Double) -> Bool {
    Double(frameTime) * hertz > 1.5e9
  }
}
