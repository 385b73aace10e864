internal import Recordings
internal import Units

extension QualityCheck {
  /// The smallest number of frames for these checks; fewer frames may have equal or very different times by chance.
  private static let leastFrames = 60

  static let steppedClock = QualityCheck(
    id: "clock-step", severity: .dataLoss,
    condition: """
      In a run of at least 60 frames, one frame lasts longer than a minute and longer than all other frames together. \
      Probably the clock of the machine was set during the run, or the machine slept.
      """,
    withholds: "all metrics that are computed from the frames of the run"
  ) { evidence in
    guard let frames = evidence.frames, frames.count >= leastFrames,
      let longest = evidence.sorted?.last
    else { return [] }
    let rest = frames.duration - longest
    guard longest > 60 * .perSecond, longest > rest else { return [] }
    let reason = "the clock of the trace jumps forward by \(longest.words)"
    return [
      Strike(
        message: "\(reason) in a run of \(rest.words); all metrics of frames are withheld",
        reason: reason, spoiled: [.frames, .longFrames])
    ]
  }

  static let polledLog = QualityCheck(
    id: "polled-log", severity: .warning,
    condition: """
      The trace has at least 20 frame times, their median is 100 ms or more, and at least 95% of the frame times are \
      within 1% of the median. Probably a timer wrote the rows of the trace, and the rows are not frames.
      """
  ) { evidence in
    guard let sorted = evidence.sorted, sorted.count >= 20 else { return [] }
    let median = sorted[sorted.count / 2]
    guard median >= 100 * .perMillisecond else { return [] }
    let reach = median / 100
    let shorter = sorted.partitioningIndex { $0 >= median - reach }
    let near = sorted.partitioningIndex { $0 > median + reach } - shorter
    guard near * 20 >= sorted.count * 19 else { return [] }
    return [
      Strike(
        message: """
          nearly all \(sorted.count) rows are \(median.words) apart, so they seem to be samples that a \
          timer wrote, not frames
          """)
    ]
  }

  static let longPauses = QualityCheck(
    id: "long-pauses", severity: .warning,
    condition: """
      A run of at least 60 frames spends over 10% of its time in frames that last a second or more.
      """
  ) { evidence in
    guard let frames = evidence.frames, let sorted = evidence.sorted,
      frames.count >= leastFrames
    else { return [] }
    let pauses = sorted.longest { $0 >= .perSecond }
    let share = Double(pauses.duration) / Double(frames.duration)
    guard share > 0.1 else { return [] }
    return [
      Strike(
        message: """
          \(counted(pauses.count, "pause")) of a second or more take\(pauses.count == 1 ? "s" : "") \
          \(share.percentage) of the time and count\(pauses.count == 1 ? "s" : "") as \
          \(pauses.count == 1 ? "a long frame" : "long frames"); --from and --to, or activities in markers.csv, leave \
          \(pauses.count == 1 ? "it" : "them") out
          """)
    ]
  }

  static let coarseClock = QualityCheck(
    id: "coarse-clock", severity: .note,
    condition: """
      The run has at least 60 frame times, which are not all equal, and all frame times are multiples of one clock \
      step of 1 ms or more.
      """
  ) { evidence in
    guard let frames = evidence.frames, frames.count >= leastFrames,
      let sorted = evidence.sorted, sorted.first != sorted.last
    else { return [] }
    var tick: Nanoseconds = 0
    for frameTime in frames.frameTimes {
      tick = greatestCommonDivisor(frameTime, tick)
      if tick < .perMillisecond { return [] }
    }
    return [
      Strike(
        message:
          "all frame times are multiples of \(tick.words), so the frame times are no more precise than \(tick.words)"
      )
    ]
  }
}

extension QualityCheck {
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
  /// The run's signals, in the order of outputs.
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
