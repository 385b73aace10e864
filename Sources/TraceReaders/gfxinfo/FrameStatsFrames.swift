internal import Decoding
internal import Recordings
internal import Units

/// Collects the frames of one Android window from its `framestats` tables, of one dump or several consecutive dumps.
///
/// A dump contains about the last 120 frames, so consecutive dumps overlap. The intended vsync identifies a frame in
/// several dumps.
struct FrameStatsFrames {
  /// The number of rows in a dump whose buffer is full; before a dump with fewer rows, no frames were lost.
  private static let fullDump = 120

  private static let signals: [FrameSignal] =
    [.cpuBusy, .gpuBusy, .display, .work, .overrun] + stages.map(\.signal)

  /// The consecutive stages of the work on a frame, each with the columns for its start and end.
  ///
  /// If a stage has several columns for a time, the first column with a value counts. Between `SyncQueued` and
  /// `SyncStart`, the frame waits for the render thread.
  private static let stages: [Stage] = [
    Stage(.input, .handleInputStart, [.animationStart]),
    Stage(.animation, .animationStart, [.performTraversalsStart]),
    Stage(.layout, .performTraversalsStart, [.drawStart]),
    Stage(.draw, .drawStart, [.syncQueued, .syncStart]),
    Stage(.sync, .syncStart, [.issueDrawCommandsStart]),
    Stage(.issue, .issueDrawCommandsStart, [.swapBuffers]),
    Stage(.swap, .swapBuffers, [.swapBuffersCompleted, .frameCompleted]),
  ]

  /// A stage of the work on a frame, with the columns that contain its start and its end.
  private struct Stage {
    let signal: FrameSignal
    let start: FrameStatsColumn
    let ends: [FrameStatsColumn]

    init(_ signal: FrameSignal, _ start: FrameStatsColumn, _ ends: [FrameStatsColumn]) {
      self.signal = signal
      self.start = start
      self.ends = ends
    }

    /// The duration of the stage in a row; `nil` if a time is missing or the stage ends before it starts.
    func duration(in row: FrameStatsTable) -> Nanoseconds? {
      guard let start = row[start], let end = ends.lazy.compactMap({ row[$0] }).first else {
        return nil
      }
      return end >= start ? end - start : nil
    }
  }

  /// The shortest time without a requested frame that is idle; a slower animation would not look like one.
  private static let shortestPause = 100 * Nanoseconds.perMillisecond

  private var frames = FrameCollector(signals: signals)
  private var lastVsync = Nanoseconds.min
  private var lastVsyncBefore = Nanoseconds.min
  private var lastCompleted: Nanoseconds?
  /// The first and the last vsync of the excluded frames that are not all before the last frame.
  private var excluded: ClosedRange<Nanoseconds>?
  private var excludedBefore = Nanoseconds.min
  /// The shortest step between vsyncs so far, at most that of 60 Hz, for tables without the refresh interval.
  private var shortestStep: Nanoseconds = 16_666_667
  private var rowsInDump = 0
  private var hasOverlap = false
  private var refreshRates: [Double: Int] = [:]

  /// The time that the trace's clock shows at present 0; `nil` if no row was usable.
  var clockOrigin: Nanoseconds? { frames.clockOrigin }

  /// Whether no row of the window was usable.
  var isEmpty: Bool { frames.lastPresent == nil }

  /// The timeline of the window's frames; `nil` if no row was usable.
  ///
  /// O(n).
  var timeline: FrameTimeline? { frames.finish() }

  /// The refresh rate, in hertz, that at least 90% of the rows have; `nil` if there is none.
  var refreshRate: Double? { NominalRefreshRate.prevailing(among: refreshRates) }

  /// Whether the rows have several refresh rates, none of which at least 90% of the rows have.
  var changesRefreshRate: Bool { !refreshRates.isEmpty && refreshRate == nil }

  /// Begins another dump of the window.
  mutating func beginDump() {
    lastVsyncBefore = lastVsync
    excludedBefore = max(excludedBefore, excluded?.upperBound ?? .min)
    rowsInDump = 0
    hasOverlap = lastVsync == .min
  }

  /// Adds the frame in the row that the table read last; rows of earlier dumps are ignored.
  ///
  /// - Returns: the issue to record; `nil` if the row has no problem.
  mutating func take(_ row: FrameStatsTable) -> ImportIssue.Kind? {
    guard let vsync = row[.intendedVsync], let completed = row[.frameCompleted], completed > vsync
    else {
      if row.isFlagged { return .excludedFrame }
      return row.hasAbsurdTime ? .outOfRange : .unusableRow
    }
    let last = lastVsync == .min ? nil : lastVsync
    guard vsync.isPlausible(after: last), completed.isPlausible(after: vsync) else {
      return .outOfRange
    }
    rowsInDump += 1
    guard vsync > lastVsyncBefore else {
      hasOverlap = true
      return nil
    }
    // An excluded frame may be of another surface, so the clock of the other frames does not move.
    if row.isFlagged { return exclude(vsync) }
    guard vsync > lastVsync else { return vsync == lastVsync ? .duplicateTime : .timeWentBack }
    if let rate = row.interval.flatMap(NominalRefreshRate.hertz) {
      refreshRates[rate, default: 0] += 1
    }
    addIdleTime(before: row, from: vsync, to: completed)
    let verdict = frames.add(time: completed, frameTime: nil)
    if verdict.isFrame { setSignals(of: row, from: vsync, to: completed) }
    (lastVsync, lastCompleted) = (vsync, max(lastCompleted ?? completed, completed))
    if let last = excluded?.upperBound, last < vsync { excluded = nil }
    return verdict.issue
  }

  private mutating func exclude(_ vsync: Nanoseconds) -> ImportIssue.Kind? {
    guard vsync > excludedBefore else { return nil }
    if vsync > lastVsync {
      let known = excluded ?? vsync...vsync
      excluded = min(known.lowerBound, vsync)...max(known.upperBound, vsync)
    }
    return .excludedFrame
  }

  /// Adds the time before a frame in which none was requested, or in which Android excludes frames.
  ///
  /// It ends one refresh before the frame, earlier by as much as the frame was late.
  private mutating func addIdleTime(
    before row: FrameStatsTable, from vsync: Nanoseconds, to completed: Nanoseconds
  ) {
    guard let lastCompleted else { return }
    let step = vsync - lastVsync
    if step >= 2 * .perMillisecond { shortestStep = min(shortestStep, step) }
    let refresh = row.interval ?? shortestStep
    let deadline = row[.frameDeadline] ?? vsync + refresh
    let start = completed - refresh - max(0, completed - deadline)
    let isUnknown =
      excluded.map { $0.lowerBound < vsync && $0.upperBound > lastVsync } ?? false
      && start - lastCompleted > refresh / 2
    guard isUnknown || vsync - lastCompleted >= Self.shortestPause else { return }
    _ = frames.addIdle(until: start)
  }

  /// Whether frames between the previous dump and the current dump of the window are lost.
  ///
  /// - Returns: whether frames between this dump and the previous one are lost.
  func lostFramesBeforeDump() -> Bool { !hasOverlap && rowsInDump >= Self.fullDump }

  private mutating func setSignals(
    of row: FrameStatsTable, from vsync: Nanoseconds, to completed: Nanoseconds
  ) {
    let swapped = row[.swapBuffersCompleted] ?? completed
    let submitted = row[.commandSubmissionCompleted] ?? row[.swapBuffers]
    // Android reuses the memory of rows: until the display reports its time, a row contains the display time of an
    // earlier frame.
    let shown = row[.displayPresentTime].flatMap { $0 >= completed ? $0 : nil }
    frames.set(0, row[.handleInputStart].flatMap { duration(from: $0, to: swapped) })
    frames.set(1, row[.gpuCompleted].flatMap { duration(from: submitted, to: $0) })
    frames.set(2, shown.map { $0 - (clockOrigin ?? 0) })
    frames.set(3, completed - vsync)
    frames.set(4, row[.frameDeadline].map { completed - $0 })
    for (slot, stage) in Self.stages.enumerated() { frames.set(5 + slot, stage.duration(in: row)) }
  }

  private func duration(from start: Nanoseconds?, to end: Nanoseconds) -> Nanoseconds? {
    start.flatMap { end > $0 ? end - $0 : nil }
  }
}
