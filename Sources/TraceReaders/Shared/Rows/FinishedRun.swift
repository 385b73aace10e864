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
    var unplaced = unplaced
    let dropped = unplaced.removeValue(forKey: .dropped) ?? 0
    if dropped > 0 { unplaced[.displayed, default: 0] += dropped }
    return withKinds((kinds ?? []).map { $0 == .dropped ? .displayed : $0 }, unplaced: unplaced)
  }

  /// The timeline with other kinds of frames; an empty list if all are displayed.
  func withKinds(_ kinds: [FrameKind], unplaced: [FrameKind: Int]? = nil) -> FrameTimeline {
    let isPlain = kinds.allSatisfy { $0 == .displayed }
    return FrameTimeline(
      presents: presents, kinds: isPlain ? nil : NumberColumn(kinds), signals: signals,
      unplaced: unplaced ?? self.unplaced, unplacedDisplays: unplacedDisplays, blames: blames,
      parts: parts)
  }

  /// The timeline without a signal that turned out to be wrong.
  func without(_ signal: FrameSignal) -> FrameTimeline {
    FrameTimeline(
      presents: presents, kinds: kinds, signals: signals.filter { $0.key != signal },
      unplaced: unplaced, unplacedDisplays: unplacedDisplays, blames: blames, parts: parts)
  }
}
