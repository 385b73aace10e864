internal import Recordings

extension QualityCheck {
  static let mergedFrames = QualityCheck(
    id: "merged-frames", severity: .warning,
    condition: """
      Rows between frames were lost or left out, fewer than 10 or up to 1% of all: a frame beside one lasts for two \
      where times tell how long frames lasted, so the longest ones may be no hitches.
      """
  ) { evidence in
    guard let frames = evidence.frames?.count, frames > 0, !evidence.withholdsLongFrames else {
      return []
    }
    let rows = evidence.damagedRows
    guard rows > 0 else { return [] }
    let slowest = max(1, frames / 100)
    return [Strike(fact: .mergedFrames(rows, frames: frames, slowest: slowest))]
  }
}
