internal import Recordings
internal import Units

extension QualityCheck {
  /// Fewer damaged rows prove nothing.
  private static let leastDamage = 10
  private static let tolerableDamage = 0.2
  fileprivate static let tolerableDamageOfLongFrames = 0.01
  private static let tolerableDuplicates = 0.05

  static let noFrames = QualityCheck(
    id: "no-frames", severity: .warning,
    condition: """
      The trace has no frames, such as a log that was polled, or none that count, such as dropped ones alone, and \
      nothing else was measured or reported.
      """,
    withholds: "whatever rests on the frames"
  ) { evidence in
    let recording = evidence.recording
    guard evidence.frames == nil, recording.unplacedFrameCount == 0,
      recording.description.reported.isEmpty, recording.description.scalars.isEmpty,
      recording.description.threads == nil,
      let reason = SelectedFrames.of(recording, selection: evidence.parameters.frames).reason,
      // Activities without frames are found by name.
      reason != Withheld.noActiveFrames.reason
    else { return [] }
    return [Strike(message: "no frames: \(reason)")]
  }

  static let damagedFrames = QualityCheck(
    id: "damaged-frames", severity: .dataLoss,
    condition: """
      At least 10 rows between frames were lost or left out, and they are more than 20% of all: text for \
      a number, time that goes back, events lost while recording.
      """,
    withholds: "whatever rests on the frames"
  ) { evidence in
    guard let (rows, frames) = evidence.damage(above: tolerableDamage) else { return [] }
    let reason = "\(rows) rows were lost or left out next to \(frames) frames"
    return [
      Strike(
        message: "\(reason); no figure rests on the frames", reason: reason,
        spoiled: [.frames, .longFrames])
    ]
  }

  static let damagedLongFrames = QualityCheck(
    id: "damaged-long-frames", severity: .dataLoss,
    condition: """
      At least 10 rows between frames were lost or left out, and they are more than 1% of all, up to 20%: \
      each makes a long frame that never was.
      """,
    withholds: "percentiles from the 95th on, lows, maxima, hitches, janks, stutter and spread"
  ) { evidence in
    guard evidence.damage(above: tolerableDamage) == nil,
      let (rows, frames) = evidence.damage(above: tolerableDamageOfLongFrames)
    else { return [] }
    let reason = "\(rows) rows were lost or left out next to \(frames) frames"
    return [
      Strike(
        message:
          "\(reason), and a frame next to one lasts for two; no figure rests on the long frames",
        reason: reason, spoiled: [.longFrames])
    ]
  }

  static let contradictingTimes = QualityCheck(
    id: "contradicting-times", severity: .warning,
    condition: """
      The time column and the frame times disagree on more than half of the rows, at least 10: one of them \
      is of something else. The time column counts.
      """
  ) { evidence in
    let rows = evidence.count(of: [.lostFrames])
    guard rows >= leastDamage, evidence.timesContradict,
      let frames = evidence.recording.timeline.value?.frameCount
    else { return [] }
    return [
      Strike(
        message:
          "the time column and the frame times disagree on \(rows) of \(frames) frames; the time"
          + " column counts")
    ]
  }

  static let manyDuplicates = QualityCheck(
    id: "many-duplicates", severity: .warning,
    condition: "At least 10 rows, and more than 5% of all, repeat the time of the row above."
  ) { evidence in
    guard let frames = evidence.frames?.count else { return [] }
    let rows = evidence.count(of: [.duplicateTime])
    guard rows >= leastDamage, rows.share(beside: frames) > tolerableDuplicates else { return [] }
    return [
      Strike(
        message:
          "\(rows) rows repeat the time of the row above, next to \(frames) frames; rows seem to"
          + " have been logged more often than frames were presented")
    ]
  }
}

extension QualityEvidence {
  /// Whether so many rows are damaged that figures of long frames are withheld.
  var withholdsLongFrames: Bool {
    damage(above: QualityCheck.tolerableDamageOfLongFrames) != nil
  }

  /// The damaged rows and the frames, if the damage exceeds a share.
  fileprivate func damage(above share: Double) -> (rows: Int, frames: Int)? {
    guard let frames = recording.timeline.value?.frameCount else { return nil }
    let rows = damagedRows
    return rows >= 10 && rows.share(beside: frames) > share ? (rows, frames) : nil
  }
}

extension Int {
  fileprivate func share(beside others: Int) -> Double { Double(self) / Double(self + others) }
}
