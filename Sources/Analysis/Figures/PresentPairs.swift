internal import Recordings
internal import Units

/// Presents that come in pairs: a short frame time after a long one, as with a frame generator that the trace does not
/// mark.
struct PresentPairs {
  /// The mean of the shorter frame times, in nanoseconds.
  let short: Double
  /// The mean of the longer frame times, in nanoseconds.
  let long: Double
  /// The number of pairs per second.
  let rate: Double

  private static let leastFrames = 40
  private static let leastShare = 0.8
  /// The shorter of two neighbors may last at most this fraction of the longer one.
  ///
  /// Half would include frames that wait for one and two refreshes in turn.
  private static let mostRatio = 0.45

  /// Finds pairs; `nil` if the frames do not come in pairs, or if the trace marks generated frames; O(n).
  init?(_ frames: SelectedFrames, of timeline: FrameTimeline?) {
    guard let timeline, !timeline.marksGeneratedFrames, frames.count >= Self.leastFrames else {
      return nil
    }
    var (turns, pairs) = (0, 0)
    var sums = (short: 0.0, long: 0.0)
    for segment in frames.segments {
      var (last, wasRise): (Nanoseconds?, Bool?) = (nil, nil)
      for frameTime in frames.frameTimes[segment] {
        defer { last = frameTime }
        guard let last else { continue }
        pairs += 1
        let (short, long) = (min(last, frameTime), max(last, frameTime))
        guard Double(short) < Self.mostRatio * Double(long), wasRise != (frameTime > last) else {
          wasRise = nil
          continue
        }
        wasRise = frameTime > last
        turns += 1
        sums.short += Double(short)
        sums.long += Double(long)
      }
    }
    guard Double(turns) > Self.leastShare * Double(pairs) else { return nil }
    short = sums.short / Double(turns)
    long = sums.long / Double(turns)
    rate = Double(frames.count) / 2 / frames.duration.seconds
  }
}

extension FrameTimeline {
  fileprivate var marksGeneratedFrames: Bool {
    unplaced[.generated, default: 0] > 0 || kinds?.contains(.generated) ?? false
  }
}
