internal import Recordings

extension QualityCheck {
  static let fewFrames = QualityCheck(
    id: "too-few-frames", severity: .warning,
    condition: """
      Fewer than 101 frames for the 99.9th percentile, or 11 for the 99th: more than 90% of its value would \
      come from the longest frame.
      """,
    withholds: "the percentile, the low of the same share, and metrics derived from these two"
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
      Fewer than 1,001 frames for the 99.9th percentile, or 101 for the 99th: the percentile rests on a \
      single frame.
      """
  ) { evidence in
    guard let count = evidence.frames?.count else { return [] }
    return Tail.probabilities.filter {
      (Tail.leastFrames(for: $0)..<Tail.leastFramesBeyond($0)).contains(count)
    }.map {
      Strike(
        message:
          "\(count) frames are too few for the \($0.ordinal): it rests on a single frame")
    }
  }
}
