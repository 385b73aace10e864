internal import Recordings
internal import Units

/// When the display presented its frames, by their tokens.
struct DisplayPresents {
  private let tokens: [Int64]
  private let times: [Nanoseconds]

  /// Takes the frames of the display; O(n log n).
  init(_ display: SurfaceLayer?) {
    let shown = (display?.frames ?? []).filter {
      $0.end != SurfaceLayer.Frame.missing && !$0.isDropped
    }
    let sorted = shown.sorted { $0.token < $1.token }
    tokens = sorted.map(\.token)
    times = sorted.map(\.end)
  }

  /// Whether the trace has no frame of the display.
  var isEmpty: Bool { tokens.isEmpty }

  /// When a frame of the display was presented; `nil` when the trace does not tell.
  ///
  /// O(log n).
  subscript(token: Int64) -> Nanoseconds? {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle] < token { low = middle + 1 } else { high = middle }
    }
    return low < tokens.count && tokens[low] == token ? times[low] : nil
  }
}

/// Makes a run of the frames of one surface, or of the display.
struct SurfaceRun {
  /// The frames, or `nil` when there are none.
  let timeline: FrameTimeline?
  /// What the trace's clock showed at present 0.
  let clockOrigin: Nanoseconds?
  /// What was wrong with the frames.
  let issues: IssueLog

  private static let signals: [FrameSignal] = [.cpuBusy, .work, .overrun]

  /// Puts the frames of a surface in the order in which the display presented them.
  ///
  /// - Parameters:
  ///   - layer: the surface.
  ///   - presents: of the display; where there are none, a frame counts as presented when the work on
  ///     it ended.
  ///   - cpuTimes: how long the process worked on the frame of each vsync.
  init(_ layer: SurfaceLayer, presents: DisplayPresents, cpuTimes: [Int64: Nanoseconds]) {
    self.init(layer, signals: Self.signals) { frame in
      presents.isEmpty ? frame.end : presents[frame.displayToken]
    } values: { frame in
      let isExpected = frame.expectedEnd != SurfaceLayer.Frame.missing
      return [
        cpuTimes[frame.token], frame.end > frame.start ? frame.end - frame.start : nil,
        isExpected ? frame.end - frame.expectedEnd : nil,
      ]
    }
  }

  /// Puts the display's own frames in order.
  init(display: SurfaceLayer) {
    self.init(display, signals: []) {
      $0.end
    } values: { _ in
      []
    }
  }

  private init(
    _ layer: SurfaceLayer, signals: [FrameSignal],
    present: (SurfaceLayer.Frame) -> Nanoseconds?,
    values: (SurfaceLayer.Frame) -> [Nanoseconds?]
  ) {
    var collector = FrameCollector(signals: signals)
    var issues = IssueLog()
    var placed: [(present: Nanoseconds, frame: Int)] = []
    for (index, frame) in layer.frames.enumerated() {
      if frame.isDropped {
        collector.countUnplaced(.dropped)
      } else if frame.end != SurfaceLayer.Frame.missing, let time = present(frame) {
        placed.append((time, index))
      } else {
        issues.note(.unfinishedFrame, line: nil)
      }
    }
    placed.sort { ($0.present, $0.frame) < ($1.present, $1.frame) }
    var blames: [FrameBlame] = []
    for (time, index) in placed {
      let verdict = collector.add(time: time, frameTime: nil)
      if let issue = verdict.issue { issues.note(issue, line: nil) }
      guard verdict.isFrame else { continue }
      let frame = layer.frames[index]
      for (slot, value) in values(frame).enumerated() { collector.set(slot, value) }
      blames.append(JankType.blame(of: frame.jank))
    }
    timeline = collector.finish().map { $0.blaming(blames) }
    clockOrigin = collector.clockOrigin
    self.issues = issues
  }
}

extension FrameTimeline {
  fileprivate func blaming(_ blames: [FrameBlame]) -> FrameTimeline {
    FrameTimeline(
      presents: presents, kinds: kinds, signals: signals, unplaced: unplaced, blames: blames)
  }
}
