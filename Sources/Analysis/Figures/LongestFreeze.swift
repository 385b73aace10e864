internal import Recordings
public import Units

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
