public import Recordings
public import Units

/// Frames that PerfDog would call janks.
///
/// A jank lasts over twice the mean of the three frames before it, and over 84 ms; a big one over
/// 125 ms. The three frames are gathered afresh after every jank and every pause between activities.
public struct JankTally: Sendable, Equatable {
  /// How many janks there are, big ones included.
  public private(set) var count = 0

  /// How many of them are big.
  public private(set) var bigCount = 0

  /// The time in janks.
  public private(set) var duration: Nanoseconds = 0

  /// Which frames they are, by their positions among those that count.
  public private(set) var positions: NumberColumn<Int> = []

  /// A jank lasts longer than this: two frames of a 24 Hz film, as PerfDog prints it.
  public static let leastDuration: Nanoseconds = 84 * .perMillisecond

  /// A big jank lasts longer than this: three frames of a 24 Hz film.
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
