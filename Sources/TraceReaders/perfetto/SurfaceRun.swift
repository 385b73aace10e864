internal import Decoding
internal import Recordings
internal import Units

/// Looks up the presents of the display's frames by token.
struct DisplayPresents {
  private let rows: KeyedRows
  private let times: OptionalColumn

  /// Indexes the frames of the display by token; O(n) if their tokens increase, otherwise O(n log n).
  init(_ display: SurfaceLayer?) {
    rows = KeyedRows(display?.tokens ?? OptionalColumn())
    times = display?.ends ?? OptionalColumn()
  }

  /// Whether the trace has no frames of the display.
  var isEmpty: Bool { rows.isEmpty }

  /// The present of the display's frame with a token; `nil` if it is unknown.
  ///
  /// The lookup takes O(log n) time.
  subscript(token: Int64?) -> Nanoseconds? {
    token.flatMap { rows.rows(of: $0).first { _ in true } }.flatMap { times[$0] }
  }
}

/// Builds a timeline from the frames of one surface, or of the display.
struct SurfaceRun {
  /// The timeline of the frames; `nil` if there are no frames.
  private(set) var timeline: FrameTimeline?
  /// The time that the trace's clock shows at present 0; `nil` if there are no frames.
  let clockOrigin: Nanoseconds?
  /// The problems found in the frames of the surface.
  let issues: IssueLog
  /// The start of the work on each frame, on the trace's clock.
  private let begins: OptionalColumn

  /// Builds the timeline of a surface's frames, sorted by present.
  ///
  /// - Parameters:
  ///   - presents: the presents of the display. If the trace has no presents of the display, the end of the work on a
  ///     frame counts as its present.
  ///   - slices: the slices of the process, which contain the CPU time per vsync.
  ///   - refresh: the time between two refreshes of the display.
  init(
    _ layer: SurfaceLayer, presents: DisplayPresents, slices: SlicesByVsync?, refresh: Nanoseconds
  ) {
    self.init(
      layer, presents: Self.presents(of: layer, presents), signals: [.cpuBusy, .work, .overrun],
      refresh: refresh
    ) {
      [
        layer.tokens[$0].flatMap { slices?.duration(ofVsync: $0) }, layer.works[$0],
        layer.overruns[$0],
      ]
    }
  }

  /// Adds to each frame the times of its parts, from the slices of a process.
  mutating func setParts(from times: inout SelfTimes, ofProcess process: Int64) {
    guard let timeline, let clockOrigin else { return }
    self.timeline?.parts = times.parts(
      ofProcess: process, in: FrameWindows(timeline, origin: clockOrigin, begins: begins))
  }

  /// Builds the timeline of the display's frames, sorted by present.
  init(display: SurfaceLayer) {
    self.init(display, presents: display.ends, signals: [], refresh: 0) { _ in [] }
  }

  private static func presents(of layer: SurfaceLayer, _ display: DisplayPresents) -> OptionalColumn
  {
    guard !display.isEmpty else { return layer.ends }
    var presents = OptionalColumn()
    for token in layer.displayTokens { presents.append(display[token]) }
    return presents
  }

  private init(
    _ layer: SurfaceLayer, presents: OptionalColumn, signals: [FrameSignal], refresh: Nanoseconds,
    values: (Int) -> [Nanoseconds?]
  ) {
    var collector = FrameCollector(signals: signals, rows: presents.count)
    var issues = IssueLog()
    var blames: NumberColumn<FrameBlame> = []
    var begins = OptionalColumn()
    let rows = KeyedRows(presents).all
    var last: Nanoseconds?
    for row in rows {
      guard let time = presents[row] else { continue }
      if let end = layer.endOfIdleTime(after: last, before: row, at: time, refresh),
        collector.addIdle(until: end)
      {
        blames.append([])
        begins.append(nil)
      }
      last = time
      let verdict = collector.add(time: time, frameTime: nil)
      if let issue = verdict.issue { issues.note(issue, line: nil) }
      guard verdict.isFrame else { continue }
      for (slot, value) in values(row).enumerated() { collector.set(slot, value) }
      blames.append(layer.blames[row])
      begins.append(layer.start(ofRow: row))
    }
    for _ in 0..<layer.droppedCount { collector.countUnplaced(.dropped) }
    let placed = presents.count { $0 != nil }
    for _ in 0..<(layer.count - layer.droppedCount - placed) {
      issues.note(.unfinishedFrame, line: nil)
    }
    timeline = collector.finish().map { $0.blaming(blames) }
    clockOrigin = collector.clockOrigin
    self.issues = issues
    self.begins = begins
  }
}

extension SurfaceLayer {
  /// The shortest time without a requested frame that is idle; a slower animation would not look like one.
  private static let shortestPause = 100 * Nanoseconds.perMillisecond

  /// The end of the time before a frame in which the surface requested none, one refresh before the frame unless it was
  /// late; `nil` if the frame was requested soon after the last one.
  fileprivate func endOfIdleTime(
    after last: Nanoseconds?, before row: Int, at present: Nanoseconds, _ refresh: Nanoseconds
  ) -> Nanoseconds? {
    guard let last, row < intendedStarts.count, let start = intendedStarts[row],
      start - last >= Self.shortestPause
    else { return nil }
    return present - refresh - max(0, overruns[row] ?? 0)
  }
}

extension FrameTimeline {
  fileprivate func blaming(_ blames: NumberColumn<FrameBlame>) -> FrameTimeline {
    FrameTimeline(
      presents: presents, kinds: kinds, signals: signals, unplaced: unplaced, blames: blames)
  }
}
