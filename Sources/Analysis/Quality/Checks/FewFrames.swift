internal import Recordings

extension QualityCheck {
  static let fewFrames = QualityCheck(
    id: "too-few-frames", severity: .warning,
    condition: """
      The run has fewer than 101 frames, too few for a 99.9th percentile of frame times, or fewer than 11 frames, too \
      few for a 99th percentile. If a percentile needs more frames than the run has, interpolation would give the \
      longest frame time a weight of more than 90% in the percentile.
      """,
    withholds: """
      the 99.9th percentile of frame times and the 0.1% lows, with fewer than 11 frames also the 99th percentile and \
      the 1% lows, and metrics computed from these values
      """
  ) { evidence in
    guard let count = evidence.frames?.count else { return [] }
    let missed = Tail.probabilities.filter { count < Tail.leastFrames(for: $0) }
    guard let last = missed.last else { return [] }
    let least = Tail.leastFrames(for: last)
    return [
      Strike(
        message: """
          \(count) frame\(count == 1 ? " is" : "s are") too few for the \(missed.ordinals), which \
          would only show the longest frame; at least \(least) are needed
          """)
    ]
  }

  static let lonelyPercentile = QualityCheck(
    id: "lonely-percentile", severity: .note,
    condition: """
      Only one frame of the run is longer than the 99th or the 99.9th percentile of the frame times, so the percentile \
      depends on a single frame. The 99.9th percentile has only one longer frame in runs of fewer than 1,001 frames, \
      and the 99th percentile in runs of fewer than 101 frames.
      """
  ) { evidence in
    guard let count = evidence.frames?.count else { return [] }
    return Tail.probabilities.filter {
      (Tail.leastFrames(for: $0)..<Tail.leastFramesBeyond($0)).contains(count)
    }.map {
      Strike(
        message:
          "\(count) frames are too few for the \($0.ordinal): the percentile depends on a single frame"
      )
    }
  }
}
