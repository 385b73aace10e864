internal import Recordings
internal import Units

/// The counted frames of a run, divided into late frames and frames in time.
struct CountedFrames {
  /// A frame of the timeline that metrics count.
  struct Frame {
    /// The frames of the timeline that it spans; several if frames that do not count precede it.
    let positions: ClosedRange<Int>
    /// How much longer than one refresh it lasted, in nanoseconds, as far as it was late.
    let excess: Double

    /// The presents that the frame's time consists of: those of dropped frames, then its own, each with its frames and its
    /// duration.
    ///
    /// The presents of generated frames belong to the next one.
    func presents(in timeline: FrameTimeline) -> [(positions: ClosedRange<Int>, time: Nanoseconds)]
    {
      let kinds = timeline.kinds
      var presents: [(positions: ClosedRange<Int>, time: Nanoseconds)] = []
      var start = positions.lowerBound
      for position in positions
      where kinds?[position] == .dropped || position == positions.upperBound {
        let time = timeline.presents[position + 1] - timeline.presents[start]
        presents.append((start...position, time))
        start = position + 1
      }
      return presents
    }
  }

  /// The late frames, in order.
  private(set) var late: [Frame] = []
  /// The positions of the frames in time, in order.
  private(set) var inTime: [Int] = []
  /// The total frame time of all counted frames.
  private(set) var duration: Nanoseconds = 0

  /// Divides the counted frames of a run; O(frames).
  init(_ figures: RunFigures) throws(Withheld) {
    let lateness = try Lateness(figures)
    _ = try figures.framesWithLongOnes()
    guard let timeline = figures.recording.timeline.value, let activities = figures.activities
    else { throw .noFrames }
    for presents in activities.presents {
      var last: Int?
      timeline.forEachFrame(among: presents, figures.parameters.frames) { position, frameTime in
        let start = last.map { $0 + 1 } ?? position
        last = position
        duration += frameTime
        if let excess = lateness.of(position, lasting: frameTime) {
          late.append(Frame(positions: start...position, excess: excess))
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
