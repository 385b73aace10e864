internal import Decoding
internal import Recordings
internal import Units

/// The presents of one process and swap chain.
struct PresentStream {
  /// The process and swap chain.
  let name: StreamName

  /// Metadata of the machine and the program, from the rows.
  var description = RunDescription()

  /// One collector per sensor column.
  var sensors: [SampleCollector]

  private var frames: FrameCollector
  private var issues = IssueLog()
  private var lastRow: Row?
  private var lastSampleTime = Nanoseconds.min
  /// A generated frame, with its signals, that may share its present with the next row.
  private var held: (row: Row, signals: [Nanoseconds?])?

  /// One row of a present table.
  struct Row {
    /// The end of the frame on the trace's clock; `nil` in tables of durations, and for frames without a present of
    /// their own.
    var time: Nanoseconds?
    /// The value of the time column, if it is not the end of the frame.
    var reading: Nanoseconds?
    /// The duration of the frame; `nil` if it is unknown.
    var frameTime: Nanoseconds?
    /// The kind of frame.
    var kind: FrameKind
    /// The number of the row's line; `nil` if the trace has no lines.
    var line: Int?
    /// Whether the line may be cut off; any problem in it is then recorded as such.
    var isCut = false

    /// Sets the end of the frame from its start, for tables with a start column.
    ///
    /// In such a table, a generated frame has the start of the application's frame and no duration. It then has no
    /// present of its own.
    mutating func start(at start: Nanoseconds) {
      reading = start
      let isMadeUp = kind == .generated || kind == .repeated
      time = isMadeUp && frameTime == 0 ? nil : start &+ (frameTime ?? 0)
    }

    /// Whether two rows describe the same present.
    ///
    /// Their times are equal, and so are their frame times if both have one. With a coarse clock, rows of different
    /// presents can have equal times, but their frame times differ.
    func sharesPresent(with other: Row) -> Bool {
      guard time == other.time, time != nil else { return false }
      guard let first = frameTime, let second = other.frameTime, first > 0, second > 0 else {
        return true
      }
      return first == second
    }
  }

  /// Creates an empty stream.
  ///
  /// - Parameters:
  ///   - signals: the signals of each row.
  ///   - sensors: empty collectors.
  init(name: StreamName, signals: [FrameSignal], sensors: [SampleCollector] = []) {
    self.name = name
    self.sensors = sensors
    frames = FrameCollector(signals: signals)
  }

  /// Adds the next row.
  ///
  /// If frames were generated between frames of the application, several rows may have the time of one present. The
  /// present then belongs to the row of the application, if there is one, and the other rows are only counted.
  ///
  /// - Parameters:
  ///   - row: a row of this stream.
  ///   - signals: in the order given at creation.
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
      frames.countUnplaced(isShownAgain ? row.kind : first.row.kind)
      if !isShownAgain { return place(row, signals) }
      held = first
      return false
    }
    guard let time = row.time, time >= lastRow?.time ?? time,
      !(lastRow?.sharesPresent(with: row) ?? false)
    else {
      frames.countUnplaced(row.kind)
      return false
    }
    held = (row, signals)
    return false
  }

  /// Adds a sample at the time of its row, for tables in which some rows are not frames.
  ///
  /// A row without a time, or whose time goes back, adds no sample.
  ///
  /// - Parameter sensor: the position of the collector.
  /// - Returns: the problem of the field, if there is one.
  mutating func sample(_ field: Field, sensor: Int, at time: Nanoseconds?) -> ImportIssue.Kind? {
    let last = lastSampleTime == .min ? nil : lastSampleTime
    guard let time, time >= lastSampleTime, time.isPlausible(after: last) else { return nil }
    lastSampleTime = time
    return sensors[sensor].append(field, at: time)
  }

  /// The result of a stream.
  struct Result {
    /// The frames; `nil` if no row could be used.
    let timeline: FrameTimeline?
    /// The reading of the trace's clock at present 0.
    let origin: Nanoseconds?
    /// The problems found.
    let issues: IssueLog
  }

  /// Places a row that is still pending, and completes the timeline.
  mutating func finish() -> Result {
    if let held { _ = place(held.row, held.signals) }
    held = nil
    return Result(timeline: frames.finish(), origin: frames.clockOrigin, issues: issues)
  }

  private mutating func place(_ row: Row, _ signals: [Nanoseconds?]) -> Bool {
    let verdict = frames.add(
      time: row.time, frameTime: row.frameTime, kind: row.kind, reading: row.reading)
    if let issue = verdict.issue {
      let isBroken = row.isCut && !verdict.isFrame
      issues.note(isBroken ? .truncatedLine : issue, line: row.line)
    }
    guard verdict.isFrame else {
      if verdict.issue == nil { lastRow = row }
      return false
    }
    lastRow = row
    for (slot, value) in signals.enumerated() { frames.set(slot, value) }
    return true
  }
}
