internal import Recordings

extension QualityCheck {
  static let mergedFrames = QualityCheck(
    id: "merged-frames", severity: .warning,
    condition: """
      Rows that the trace should contain are missing or unreadable, but these are fewer than 10 rows or at most 1% of \
      all rows; at most 1% is only a note. A frame next to a missing row may have the time of two frames, so a long frame may not be a hitch.
      """
  ) { evidence in
    guard let frames = evidence.frames?.count, frames > 0, !evidence.withholdsLongFrames else {
      return []
    }
    let rows = evidence.damagedRows
    guard rows > 0 else { return [] }
    let slowest = max(1, frames / 100)
    let were = rows == 1 ? "row was" : "rows were"
    let doubtful = rows < slowest ? "\(rows) of the \(slowest) frames" : "all frames"
    return [
      Strike(
        message: """
          \(rows) \(were) lost or left out among \(frames) frames, so a frame time may cover two \
          frames; this affects the longest frame time, and up to \(doubtful) of the 1% low
          """,
        severity: rows * 99 > frames ? .warning : .note)
    ]
  }
}
