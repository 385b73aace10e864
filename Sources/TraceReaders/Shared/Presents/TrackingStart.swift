internal import Decoding
internal import Recordings

/// The frames at the start of a capture for which the tool did not track the display yet.
///
/// The tool writes them as dropped, but whether they were is unknown.
struct TrackingStart {
  private var count = 0
  private var line: Int?
  private var isOver = false

  @inline(__always)
  mutating func take(isUntracked: Bool, line: Int?) {
    if isOver { return }
    isOver = !isUntracked
    guard !isOver else { return }
    count += 1
    self.line = self.line ?? line
  }

  /// The timeline with these frames counted as displayed, if the display of a later one is known.
  func corrected(_ timeline: FrameTimeline, _ issues: inout IssueLog) -> FrameTimeline {
    guard count > 0, let kinds = timeline.kinds, kinds.contains(.displayed) else {
      return timeline
    }
    for _ in 0..<count { issues.note(.untrackedDisplay, line: line) }
    return timeline.withKinds(kinds.enumerated().map { $0 < count ? .displayed : $1 })
  }
}
