internal import Decoding
internal import Recordings
internal import Units

/// Collects the presents of one process and swap chain.
struct PresentStream {
  /// The process and swap chain that made the presents.
  let name: StreamName

  /// The number of the capture, from 1, in a file to which captures were appended.
  var capture = 1

  /// Metadata of the machine and the program, as read from the rows.
  var description = RunDescription()

  /// The sensor samples of the rows so far: one collector per sensor column.
  var sensors: [SampleCollector]

  private var frames: FrameCollector
  private var issues = IssueLog()
  private var lastRow: Row?
  private var lastSampleTime = Nanoseconds.min
  /// A generated or repeated frame, with its signals, that may share its present with the next row.
  private var held: (row: Row, signals: [Nanoseconds?])?
  /// The position of the display times among the signals of the frames; `nil` if the table has none.
  private let displaySlot: Int?
  private var start = TrackingStart()
  /// The ways in which the frames reached the screen.
  var modes = PresentModes()

  /// One row of a present table.
  struct Row {
    /// The end of the row's frame on the trace's clock; `nil` in tables of durations, and for frames without a present
    /// of their own.
    var time: Nanoseconds?
    /// The value of the time column, if the column contains something other than the end of the frame.
    var reading: Nanoseconds?
    /// The duration of the row's frame; `nil` if it is unknown.
    var frameTime: Nanoseconds?
    /// The kind of frame: displayed, dropped, generated or repeated.
    var kind: FrameKind
    /// The line number of the row; `nil` if the trace has no lines.
    var line: Int?
    /// Whether the row's line may be cut off; an issue of such a row is recorded as a truncated line.
    var isCut = false
    /// The time from the row's present, or else from its reading, to the display of its frame; `nil` if it is unknown.
    var displayDelay: Nanoseconds?
    /// Whether the tool did not know yet how the frame would reach the screen.
    var isUntracked = false

    /// Computes the end of the frame from its start, for tables whose time column contains the start.
    ///
    /// In such a table, a generated frame has the start time of the application's frame and no duration. The generated
    /// frame then has no present of its own.
    mutating func start(at start: Nanoseconds) {
      reading = start
      let isMadeUp = kind == .generated || kind == .repeated
      guard !isMadeUp || frameTime != 0 else {
        time = nil
        return
      }
      time = start &+ (frameTime ?? 0)
      displayDelay = displayDelay.map { $0 &- (frameTime ?? 0) }
    }

    /// Whether two rows describe the same present.
    ///
    /// Two rows share a present if their times are equal and their frame times, if both rows have one, are equal too.
    /// With a coarse clock, rows of different presents can have equal times, but their frame times differ.
    func sharesPresent(with other: Row) -> Bool {
      guard time == other.time, time != nil else { return false }
      guard let first = frameTime, let second = other.frameTime, first > 0, second > 0 else {
        return true
      }
      return first == second
    }
  }

  /// Creates the collector of a process and swap chain, without presents.
  ///
  /// - Parameters:
  ///   - signals: the signals of each row.
  ///   - sensors: one empty collector per sensor column.
  ///   - hasDisplayTimes: whether rows show when their frames were displayed.
  init(
    name: StreamName, signals: [FrameSignal], sensors: [SampleCollector] = [],
    hasDisplayTimes: Bool = false
  ) {
    self.name = name
    self.sensors = sensors
    displaySlot = hasDisplayTimes ? signals.count : nil
    frames = FrameCollector(signals: signals + (hasDisplayTimes ? [.display] : []))
  }

  /// Adds the next row of the process and swap chain.
  ///
  /// If frames were generated between frames of the application, several rows may have the time of one present. The
  /// present then belongs to the row of the application, if there is one, and the other rows are only counted.
  ///
  /// - Parameters:
  ///   - row: a row of this process and swap chain.
  ///   - signals: the signals of the row, in the order that was given to `init`.
  /// - Returns: whether the row became a frame, so that its samples count.
  @inline(__always)
  mutating func take(_ row: Row, signals: [Nanoseconds?]) -> Bool {
    let isShownAgain = row.kind == .generated || row.kind == .repeated
    guard isShownAgain || held != nil else { return place(row, signals) }
    return take(row, signals, isShownAgain: isShownAgain)
  }

  @inline(never)
  private mutating func take(_ row: Row, _ signals: [Nanoseconds?], isShownAgain: Bool) -> Bool {
    if let first = held {
      held = nil
      guard first.row.sharesPresent(with: row) else {
        _ = place(first.row, first.signals)
        return take(row, signals: signals)
      }
      countUnplaced(isShownAgain ? row : first.row)
      if !isShownAgain { return place(row, signals) }
      held = first
      return false
    }
    guard let time = row.time, time >= lastRow?.time ?? time,
      !(lastRow?.sharesPresent(with: row) ?? false)
    else {
      countUnplaced(row)
      return false
    }
    held = (row, signals)
    return false
  }

  /// Counts a row without a present of its own.
  private mutating func countUnplaced(_ row: Row) {
    var display: Nanoseconds?
    if let start = row.time ?? row.reading, let delay = row.displayDelay, row.kind == .generated,
      let present = frames.lastPresent, let last = lastRow?.time
    {
      display = start &+ delay &+ (present &- last)
    }
    frames.countUnplaced(row.kind, display: display)
  }

  /// Adds a sample at the time of its row, for tables in which some rows are not frames.
  ///
  /// A row without a time, or with a time before that of the previous row, adds no sample.
  ///
  /// - Parameter sensor: the position of the sensor's collector.
  /// - Returns: the problem of the field, if there is one.
  mutating func sample(_ field: Field, sensor: Int, at time: Nanoseconds?) -> ImportIssue.Kind? {
    let last = lastSampleTime == .min ? nil : lastSampleTime
    guard let time, time >= lastSampleTime, time.isPlausible(after: last) else { return nil }
    lastSampleTime = time
    return sensors[sensor].append(field, at: time)
  }

  /// The frames of one process and swap chain, complete after the last row of the table.
  struct Result {
    /// The timeline of the frames; `nil` if no row could be used.
    let timeline: FrameTimeline?
    /// The time that the trace's clock shows at present 0; `nil` if no row had a time.
    let origin: Nanoseconds?
    /// The problems found in the rows of the process and swap chain.
    let issues: IssueLog
  }

  /// Adds the row that `take` still holds, if there is one, and completes the timeline of frames.
  mutating func finish() -> Result {
    if let held { _ = place(held.row, held.signals) }
    held = nil
    let timeline = frames.finish().map { start.corrected($0, &issues) }
    return Result(timeline: timeline, origin: frames.clockOrigin, issues: issues)
  }

  private mutating func place(_ row: Row, _ signals: [Nanoseconds?]) -> Bool {
    let verdict = frames.add(
      time: row.time, frameTime: row.frameTime, kind: row.kind, reading: row.reading)
    if let issue = verdict.issue {
      let isBroken = row.isCut && !verdict.isFrame
      issues.note(isBroken ? .truncatedLine : issue, line: row.line, count: verdict.count)
    }
    guard verdict.isFrame else {
      if verdict.issue == nil { lastRow = row }
      return false
    }
    lastRow = row
    for (slot, value) in signals.enumerated() { frames.set(slot, value) }
    if let displaySlot {
      frames.set(displaySlot, row.displayDelay.map { (frames.lastPresent ?? 0) &+ $0 })
    }
    start.take(isUntracked: row.isUntracked, line: row.line)
    return true
  }
}
