internal import Recordings
internal import Units

/// The counted frames of a run, divided into late frames and frames in time.
struct CountedFrames {
  /// A frame of the timeline that metrics count.
  struct Frame {
    /// The frames of the timeline that it spans; several if frames that do not count precede it.
    let positions: ClosedRange<Int>
    let frameTime: Nanoseconds
  }

  /// The frames that lasted longer than one and a half refreshes, in order.
  private(set) var late: [Frame] = []
  /// The positions of the frames in time, in order.
  private(set) var inTime: [Int] = []
  /// The total frame time of all counted frames.
  private(set) var duration: Nanoseconds = 0

  /// Divides the counted frames of a run; O(frames).
  init(_ figures: RunFigures, refreshRate hertz: Double) throws(Withheld) {
    _ = try figures.framesWithLongOnes()
    guard let timeline = figures.recording.timeline.value, let activities = figures.activities
    else { throw .noFrames }
    for presents in activities.presents {
      var last: Int?
      timeline.forEachFrame(among: presents, figures.parameters.frames) { position, frameTime in
        let start = last.map { $0 + 1 } ?? position
        last = position
        duration += frameTime
        if Hitch.isHitch(frameTime, refreshRate: hertz) {
          late.append(Frame(positions: start...position, frameTime: frameTime))
        } else {
          inTime.append(position)
        }
      }
    }
  }

  /// The number of counted frames.
  var count: Int { late.count + inTime.count }

  /// Whether the frames in time show how long the work on a frame usually takes: they are at least five, and at least a
  /// tenth of all.
  var showUsualWork: Bool { inTime.count >= 5 && inTime.count * 10 >= count }
}
