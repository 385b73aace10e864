public import Recordings
public import Units

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

  /// The total duration of all janks in the run.
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
