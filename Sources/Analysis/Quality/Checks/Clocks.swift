internal import Recordings
internal import Units

extension QualityCheck {
  /// Fewer frames may have equal or very different times by chance.
  private static let leastFrames = 60

  static let steppedClock = QualityCheck(
    id: "clock-step", severity: .dataLoss,
    condition: """
      Of at least 60 frames one lasts longer than a minute and longer than all others together: the clock \
      was set, or the machine slept.
      """,
    withholds: "whatever rests on the frames"
  ) { evidence in
    guard let frames = evidence.frames, frames.count >= leastFrames,
      let longest = evidence.sorted?.last
    else { return [] }
    let rest = frames.duration - longest
    guard longest > 60 * .perSecond, longest > rest else { return [] }
    let reason = "the clock steps by \(longest.words)"
    return [
      Strike(
        message: "\(reason) in a run of \(rest.words); no figure rests on the frames",
        reason: reason, spoiled: [.frames, .longFrames])
    ]
  }

  static let polledLog = QualityCheck(
    id: "polled-log", severity: .warning,
    condition: """
      At least 20 frames last 100 ms or more at the median, and 95% of them are within 1% of it: rows that \
      a timer wrote. Logs that say so themselves have no frames at all.
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
        message:
          "nearly all of \(sorted.count) rows come every \(median.words): this looks like a log"
          + " that was polled, not like frames")
    ]
  }

  static let longPauses = QualityCheck(
    id: "long-pauses", severity: .warning,
    condition: "Frames of a second and more take over 10% of the time of at least 60 frames."
  ) { evidence in
    guard let frames = evidence.frames, let sorted = evidence.sorted,
      frames.count >= leastFrames
    else { return [] }
    let pauses = sorted.longest { $0 >= .perSecond }
    let share = Double(pauses.duration) / Double(frames.duration)
    guard share > 0.1 else { return [] }
    return [
      Strike(
        message:
          "\(pauses.count) pauses of a second or more take \(share.percentage) of the time, and"
          + " count as long frames; mark the activities to leave them out")
    ]
  }

  static let coarseClock = QualityCheck(
    id: "coarse-clock", severity: .note,
    condition: "All of at least 60 frame times, not all equal, are multiples of 1 ms or more."
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
        message: "all times are multiples of \(tick.words); no frame time is better known than that"
      )
    ]
  }
}
