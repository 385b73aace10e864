internal import Recordings
internal import Units

extension QualityCheck {
  /// The smallest number of frames for these checks; fewer frames may have equal times by chance.
  private static let leastFrames = 60

  static let constantFrameTimes = QualityCheck(
    id: "constant-frame-times", severity: .warning,
    condition: "The run has at least 60 frames, and all its frames took exactly the same time."
  ) { evidence in
    guard let sorted = evidence.sorted, sorted.count >= leastFrames,
      let first = sorted.first, first == sorted.last
    else { return [] }
    return [
      Strike(
        message:
          "all \(sorted.count) frames took exactly \(first.words), so the times were probably not measured"
      )
    ]
  }

  static let copiedSignal = QualityCheck(
    id: "copied-column", severity: .warning,
    condition: """
      A column of the trace, such as CPU time, equals the frame time in every frame. The trace has at least 60 frames, \
      and not all frames last equally long.
      """,
    withholds: "the metrics that use the trace's column of copied frame times"
  ) { evidence in
    evidence.signals.filter { _, column, frames in
      frames.frameCount >= leastFrames && column.isCopy(of: frames)
    }.map { signal, _, _ in
      let reason = "\(signal.words): the column is a copy of the frame time"
      return Strike(
        message: "\(reason); no metric uses the column", reason: reason, spoiled: [.signal(signal)])
    }
  }

  static let constantSignal = QualityCheck(
    id: "constant-column", severity: .warning,
    condition: """
      A column of the trace, such as CPU time, has the same value for every frame, and the trace has at least 60 \
      frames.
      """,
    withholds: "the metrics that use the column with the same value for every frame"
  ) { evidence in
    evidence.signals.compactMap { signal, column, frames in
      guard frames.frameCount >= leastFrames, let value = column.onlyValue else { return nil }
      let reason = "\(signal.words): the column has the value \(value.words) for every frame"
      return Strike(
        message: "\(reason); no metric uses the column", reason: reason, spoiled: [.signal(signal)])
    }
  }
}

extension QualityEvidence {
  /// The run's signals (measurements per frame, such as CPU time), in the order of outputs.
  fileprivate var signals: [(FrameSignal, OptionalColumn, FrameTimeline)] {
    guard let timeline = recording.timeline.value else { return [] }
    return timeline.signals.sorted { $0.key < $1.key }.map { ($0.key, $0.value, timeline) }
  }
}

extension OptionalColumn {
  /// The value that all entries of the column have; `nil` if entries differ or an entry is missing.
  fileprivate var onlyValue: Nanoseconds? {
    guard count > 0, let first = self[0] else { return nil }
    return allSatisfy { $0 == first } ? first : nil
  }

  /// Whether every entry of the column equals the frame time, and not all frame times are equal.
  fileprivate func isCopy(of timeline: FrameTimeline) -> Bool {
    let frameTimes = FrameTimes(between: timeline.presents)
    var differs = false
    for (frameTime, entry) in zip(frameTimes, self) {
      guard entry == frameTime else { return false }
      differs = differs || frameTime != frameTimes[0]
    }
    return differs
  }
}
