internal import Recordings
internal import Units

/// Apple's definition of late frames, for frames whose own deadline is unknown.
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

/// Decides which frames of a run are late, and by how much: from their own deadlines where the trace has these, and
/// otherwise from the frame time alone.
struct Lateness {
  private let hertz: Double
  /// The end of the work on each frame minus its deadline.
  private let overruns: OptionalColumn?
  /// Who made each frame late, as the operating system says.
  private let blames: NumberColumn<FrameBlame>?

  /// - Throws: that the refresh rate is unknown or changes.
  init(_ figures: RunFigures) throws(Withheld) {
    hertz = try figures.refreshRate()
    let timeline = figures.recording.timeline.value
    overruns = (try? figures.trusts(.overrun)) ?? false ? timeline?.signals[.overrun] : nil
    blames = timeline?.blames
  }

  /// Whether the trace has deadlines, so that the frame time alone does not decide.
  var hasDeadlines: Bool { overruns != nil }

  /// How much longer than one refresh a late frame lasted, in nanoseconds; `nil` for a frame in time.
  ///
  /// A frame that met its deadline, and for which the system blames nobody, is in time however long ago the frame
  /// before it was: nobody requested a frame in between. One that missed its deadline waits for the next refresh.
  func of(_ frame: Int, lasting frameTime: Nanoseconds) -> Double? {
    guard Hitch.isHitch(frameTime, refreshRate: hertz) else { return nil }
    let refresh = 1e9 / hertz
    let excess = Double(frameTime) - refresh
    guard let overrun = overruns?[frame], blames?[frame].isEmpty ?? true else { return excess }
    return overrun > 0 ? min(excess, (Double(overrun) / refresh).rounded(.up) * refresh) : nil
  }
}
