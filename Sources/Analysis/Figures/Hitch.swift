public import Recordings
public import Units

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
    let whole = refreshes < 0x1p52 ? refreshes.roundedToWhole : refreshes
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

/// The longest time for which the display showed no new frame of the application, with its start.
public struct LongestFreeze: Sendable, Equatable {
  /// The time from the run's first present to the start of its longest freeze, in nanoseconds.
  public let start: Nanoseconds
  /// The duration of the run's longest freeze in nanoseconds, above 0.
  public let duration: Nanoseconds

  /// Finds the freeze, the first of several of one duration; O(frames).
  ///
  /// - Throws: why there are no displayed frames, or why long frames are not reliable.
  init(_ figures: RunFigures) throws(Withheld) {
    _ = try figures.displayedFrames()
    guard let timeline = figures.recording.timeline.value, let activities = figures.activities
    else { throw .noFrames }
    var longest: (end: Nanoseconds, duration: Nanoseconds) = (0, 0)
    for presents in activities.presents {
      timeline.forEachFrame(among: presents, .displayed) { frame, frameTime in
        if frameTime > longest.duration { longest = (timeline.presents[frame + 1], frameTime) }
      }
    }
    start = longest.end - longest.duration - timeline.presents[0]
    duration = longest.duration
  }
}

/// Counts the janks of a run, which are frames much longer than those before them, by PerfDog's definition.
///
/// A jank lasts longer than twice the mean of the three frames before it, and longer than 84 ms; a
/// big jank longer than 125 ms. After a jank, and after a pause between activities, three new
/// frames are needed.
public struct JankTally: Sendable, Equatable {
  /// The number of janks in the run, big ones included.
  public private(set) var count = 0

  /// The number of big janks in the run, which are janks longer than 125 ms.
  public private(set) var bigCount = 0

  public private(set) var duration: Nanoseconds = 0

  /// The positions of the janks among the frames of the run that metrics count, from 0.
  public private(set) var positions: NumberColumn<Int> = []

  /// The duration that a frame must exceed to be a jank, 84 ms: two frames of a 24 Hz film, as PerfDog prints it.
  public static let leastDuration: Nanoseconds = 84 * .perMillisecond

  /// The duration that a jank must exceed to be a big jank, 125 ms: three frames of a 24 Hz film.
  public static let leastBigDuration: Nanoseconds = 125 * .perMillisecond

  /// Counts the janks; O(n).
  init(_ frames: SelectedFrames) {
    for segment in frames.segments { add(frames.frameTimes[segment]) }
  }

  private mutating func add(_ frameTimes: FrameTimes) {
    var historyStart = frameTimes.startIndex
    var index = frameTimes.startIndex - 1
    for frameTime in frameTimes {
      index += 1
      guard frameTime > Self.leastDuration, index - historyStart >= 3 else { continue }
      let history =
        Double(frameTimes[index - 3]) + Double(frameTimes[index - 2])
        + Double(frameTimes[index - 1])
      guard Double(frameTime) > 2 * history / 3 else { continue }
      count += 1
      positions.append(index)
      if frameTime > Self.leastBigDuration { bigCount += 1 }
      duration += frameTime
      historyStart = index + 1
    }
  }
}
