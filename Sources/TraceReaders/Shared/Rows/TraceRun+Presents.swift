internal import Decoding
internal import Recordings

extension TraceRun {
  /// The run with dropped frames counted as displayed, and an issue that explains this.
  ///
  /// A recording tool that cannot observe the display marks each frame as dropped, although it does not know whether
  /// frames were displayed.
  var withPresentsDisplayed: TraceRun {
    guard let timeline = recording.timeline.value else { return self }
    var run = self
    run.recording.timeline = .known(timeline.withoutDroppedFrames)
    run.recording.issues.append(
      ImportIssue(.noDisplayData, count: max(timeline.frameCount, 1)))
    return run
  }
}

extension FrameTimeline {
  /// The timeline with dropped frames changed to displayed ones.
  fileprivate var withoutDroppedFrames: FrameTimeline {
    let shown = NumberColumn((kinds ?? []).map { $0 == .dropped ? FrameKind.displayed : $0 })
    var unplaced = unplaced
    let dropped = unplaced.removeValue(forKey: .dropped) ?? 0
    if dropped > 0 { unplaced[.displayed, default: 0] += dropped }
    return FrameTimeline(
      presents: presents, kinds: shown.contains { $0 != .displayed } ? shown : nil,
      signals: signals, unplaced: unplaced, blames: blames, parts: parts)
  }
}
