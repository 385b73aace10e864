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

/// A column of `dumpsys gfxinfo framestats`.
///
/// The names of these columns in the table differ from the names here only in case.
enum FrameStatsColumn: Int, CaseIterable {
  case flags
  case intendedVsync
  case frameCompleted
  case handleInputStart
  case animationStart
  case performTraversalsStart
  case drawStart
  case syncQueued
  case syncStart
  case issueDrawCommandsStart
  case frameDeadline
  case frameInterval
  case frameStartTime
  case swapBuffers
  case swapBuffersCompleted
  case commandSubmissionCompleted
  case gpuCompleted
  case displayPresentTime
}

/// Reads the `framestats` table of one window: its header, and its rows one by one.
struct FrameStatsTable {
  private let positions: [Int?]
  private let fieldCount: Int
  private var values: [Nanoseconds]

  /// The result of reading a line of the table: a row, or a problem.
  enum Reading {
    case row
    /// The row of the table cannot be used, for this reason.
    case problem(ImportIssue.Kind)
  }

  /// Parses the header of a `framestats` table; `nil` if the line is not such a header.
  init?(_ header: CSVHeader) {
    guard header.has("Flags", "IntendedVsync", "FrameCompleted") else { return nil }
    positions = FrameStatsColumn.allCases.map { header.column("\($0)") }
    fieldCount = header.names.last == "" ? header.count - 1 : header.count
    values = Array(repeating: 0, count: fieldCount)
  }

  /// The dialect of the `framestats` table, named after the Android versions that write it.
  static func dialect(of header: CSVHeader) -> String {
    if header.has("WorkloadTarget") { return GfxInfoDialect.workloadTarget }
    return header.has("FrameTimelineVsyncId") ? GfxInfoDialect.since12 : GfxInfoDialect.to11
  }

  /// Parses a line below the header: integers, with or without a comma after the last integer.
  mutating func read(_ line: Field) -> Reading {
    var fields = 0
    var start = 0
    hasAbsurdTime = false
    for end in 0...line.count where end == line.count || line.start[end] == Byte.comma {
      if end == line.count, start == end { break }
      guard fields < fieldCount else { return .problem(.unusableRow) }
      let field = Field(start: line.start + start, count: end - start)
      switch field.nanoseconds(in: .nanoseconds) {
      case .value(let value): values[fields] = value
      // In the table, the largest 64-bit integer represents a missing deadline or input.
      case .problem(.outOfRange), .missing:
        values[fields] = 0
        hasAbsurdTime = hasAbsurdTime || (field.count > 0 && !field.isWord("9223372036854775807"))
      case .problem(let kind): return .problem(kind)
      }
      fields += 1
      start = end + 1
    }
    return fields == fieldCount ? .row : .problem(.shortRow)
  }

  /// The value of a column in the last row; `nil` if the table does not have the column, or the value is unknown.
  subscript(column: FrameStatsColumn) -> Nanoseconds? {
    guard let position = positions[column.rawValue] else { return nil }
    return values[position] > 0 ? values[position] : nil
  }

  /// Whether the last row has a time that no clock can show.
  private(set) var hasAbsurdTime = false

  /// Whether Android marks the last row as not representative: the window changed, or nothing was drawn.
  var isFlagged: Bool { self[.flags] != nil }

  /// The interval between refreshes in the last row; `nil` if the row does not contain it.
  ///
  /// Android 12 to 14 swap the column of the interval and the column of the frame's start. The two values are easily
  /// distinguished, because the interval is a duration and the start is a time.
  var interval: Nanoseconds? {
    [self[.frameInterval], self[.frameStartTime]].compactMap { $0 }.first { $0 <= .perSecond }
  }
}
