internal import Recordings
internal import Units

extension QualityCheck {
  /// The smallest number of damaged rows for a finding; fewer damaged rows prove nothing.
  private static let leastDamage = 10
  private static let tolerableDamage = 0.2
  fileprivate static let tolerableDamageOfLongFrames = 0.01
  private static let tolerableDuplicates = 0.05

  static let noFrames = QualityCheck(
    id: "no-frames", severity: .warning,
    condition: """
      The trace has no frames, or only frames that metrics do not count (such as dropped frames), and the run has no \
      other measured or reported values. An average of sampled frame rates does not count as such a value.
      """,
    withholds: "all metrics that are computed from the frames of the run"
  ) { evidence in
    let recording = evidence.recording
    guard evidence.frames == nil, recording.unplacedFrameCount == 0,
      recording.description.reported.isEmpty,
      // Scalars other than the average of sampled frame rates are results of benchmarks, which have no frames.
      recording.description.scalars.allSatisfy({ $0.name == OwnMeasure.sampledFrameRate }),
      recording.description.threads == nil,
      let reason = SelectedFrames.of(recording, selection: evidence.parameters.frames).reason,
      // The check `emptyActivity` reports activities without frames by their names.
      reason != Withheld.noActiveFrames.reason
    else { return [] }
    return [Strike(message: "all metrics of frames are withheld: \(reason)")]
  }

  static let damagedFrames = QualityCheck(
    id: "damaged-frames", severity: .dataLoss,
    condition: """
      At least 10 rows, and more than 20% of the rows that the trace should contain, are missing or unreadable. Rows are \
      missing where a timestamp advances by more than the frame time. A row is unreadable if it has text in place of a number, or if its time is before the time of the row above.
      """,
    withholds: "all metrics that are computed from the frames of the run"
  ) { evidence in
    guard let (rows, frames) = evidence.damage(above: tolerableDamage) else { return [] }
    let share = 100 * rows / (rows + frames)
    let reason =
      "\(rows) rows of the trace (\(share)%) are missing or unreadable, and \(frames) frames remain"
    return [
      Strike(
        message: "\(reason); all metrics of frames are withheld", reason: reason,
        spoiled: [.frames, .longFrames])
    ]
  }

  static let damagedLongFrames = QualityCheck(
    id: "damaged-long-frames", severity: .dataLoss,
    condition: """
      At least 10 rows, and between 1% and 20% of the rows that the trace should contain, are missing or unreadable. \
      Each missing row of the trace makes the frame next to the missing row seem longer than the frame was.
      """,
    withholds: """
      percentiles of frame times from the 90th on, 1% and 0.1% lows, maxima, hitches, janks, stutter and measures of \
      spread
      """
  ) { evidence in
    guard evidence.damage(above: tolerableDamage) == nil,
      let (rows, frames) = evidence.damage(above: tolerableDamageOfLongFrames)
    else { return [] }
    let reason = "\(rows) rows of the trace are missing or unreadable, and \(frames) frames remain"
    return [
      Strike(
        message:
          "\(reason); a frame next to a missing row seems too long, so metrics of long frames are withheld",
        reason: reason, spoiled: [.longFrames])
    ]
  }

  static let contradictingTimes = QualityCheck(
    id: "contradicting-times", severity: .warning,
    condition: """
      On at least 10 rows, the timestamps of the trace advance by less than the frame times, and on at most three times \
      as many by more. Missing rows would make them advance by more only, so the two columns measure different things. \
      Hitchmark then uses the timestamps where they disagree.
      """
  ) { evidence in
    let rows = evidence.contradictingRows
    guard evidence.timesContradict,
      let frames = evidence.recording.timeline.value?.frameCount
    else { return [] }
    return [
      Strike(
        message: """
          the time column and the frame times disagree on \(rows) of \(frames) frames; the time column \
          was used
          """)
    ]
  }

  static let manyDuplicates = QualityCheck(
    id: "many-duplicates", severity: .warning,
    condition: """
      At least 10 rows of the trace, and more than 5% of all its rows, have the same timestamp as the row above them.
      """
  ) { evidence in
    guard let frames = evidence.frames?.count else { return [] }
    let rows = evidence.count(of: [.duplicateTime])
    guard rows >= leastDamage, rows.share(beside: frames) > tolerableDuplicates else { return [] }
    return [
      Strike(
        message: """
          \(rows) rows repeat the time of the row above and were left out; \(frames) frames remain. \
          The tool seems to write rows more often than frames are presented
          """)
    ]
  }
}

extension QualityEvidence {
  /// Whether so many rows of the trace are damaged that metrics of long frames are withheld.
  var withholdsLongFrames: Bool {
    damage(above: QualityCheck.tolerableDamageOfLongFrames) != nil
  }

  /// The numbers of damaged rows and of frames; `nil` if the share of damaged rows is at most `share`.
  fileprivate func damage(above share: Double) -> (rows: Int, frames: Int)? {
    guard let frames = recording.timeline.value?.frameCount else { return nil }
    let rows = damagedRows
    return rows >= 10 && rows.share(beside: frames) > share ? (rows, frames) : nil
  }
}

extension Int {
  fileprivate func share(beside others: Int) -> Double { Double(self) / Double(self + others) }
}
