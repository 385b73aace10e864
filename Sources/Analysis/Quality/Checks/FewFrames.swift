internal import Recordings

extension QualityCheck {
  static let fewFrames = QualityCheck(
    id: "too-few-frames", severity: .warning,
    condition: """
      The run has fewer than 101 frames, too few for a 99.9th percentile of frame times, or fewer than 11 frames, too \
      few for a 99th percentile. In a percentile of too few frames, the longest frame would have a weight of more than \
      90%.
      """,
    withholds: """
      the percentile of frame times that has too few frames, the 1% or 0.1% low that needs as many frames, and metrics \
      that are computed from these values
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
      Only one frame of the run is longer than a high percentile of the frame times. The 99.9th percentile has only \
      one longer frame in runs of fewer than 1,001 frames, and the 99th percentile in runs of fewer than 101 frames.
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
