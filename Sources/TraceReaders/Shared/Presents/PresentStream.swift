internal import Decoding
internal import Recordings
internal import Units

/// What one process and swap chain presented.
struct PresentStream {
  /// Which one.
  let name: StreamName

  /// What its rows say of the machine and the program.
  var description = RunDescription()

  /// Its sensors, as the table has them.
  var sensors: [SampleCollector]

  private var frames: FrameCollector
  private var issues = IssueLog()
  private var lastRow: Row?
  private var lastSampleTime = Nanoseconds.min
  /// A generated frame whose present another row may share, and its signals.
  private var held: (row: Row, signals: [Nanoseconds?])?

  /// One row of a table of presents.
  struct Row {
    /// When the frame ended on the trace's clock; `nil` in tables of durations, and for frames that have
    /// no time of their own.
    var time: Nanoseconds?
    /// What the time column shows, if that is not the end of the frame.
    var reading: Nanoseconds?
    /// How long it took; `nil` when the trace does not say.
    var frameTime: Nanoseconds?
    /// What became of it.
    var kind: FrameKind
    /// The line it stands in; `nil` where a trace has no lines.
    var line: Int?
    /// Whether the line may be cut off: whatever is wrong with it is then that.
    var isCut = false

    /// Sets the end of a frame from its start, which some tables have in place of the end.
    ///
    /// Such a table gives a generated frame the start of the application's frame, and no duration: the
    /// generated frame has no time of its own.
    mutating func start(at start: Nanoseconds) {
      reading = start
      let isMadeUp = kind == .generated || kind == .repeated
      time = isMadeUp && frameTime == 0 ? nil : start &+ (frameTime ?? 0)
    }

    /// Whether two rows describe one present.
    ///
    /// Their times are equal, and so are their frame times if both have one. Rows of a coarse clock can have equal times and different frame times.
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
  ///   - name: which one.
  ///   - signals: those that every row gives.
  ///   - sensors: empty collectors.
  init(name: StreamName, signals: [FrameSignal], sensors: [SampleCollector] = []) {
    self.name = name
    self.sensors = sensors
    frames = FrameCollector(signals: signals)
  }

  /// Takes the next row.
  ///
  /// A frame that was shown several times, generated frames between, has several rows of one time. One
  /// of them is the present: the application's if there is one. The others are only counted.
  ///
  /// - Parameters:
  ///   - row: of this stream.
  ///   - signals: the row's, in the order the stream was created with.
  /// - Returns: whether the row, and no later one, decided about a frame: its samples count.
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

  /// Takes a sample on the clock of the rows: where a row may turn out to be no frame of its own.
  ///
  /// - Parameters:
  ///   - field: holds the sample.
  ///   - sensor: position of its collector.
  ///   - time: of its row; a row without one, or that goes back, is no sample.
  /// - Returns: what is wrong with the field.
  mutating func sample(_ field: Field, sensor: Int, at time: Nanoseconds?) -> ImportIssue.Kind? {
    let last = lastSampleTime == .min ? nil : lastSampleTime
    guard let time, time >= lastSampleTime, time.isPlausible(after: last) else { return nil }
    lastSampleTime = time
    return sensors[sensor].append(field, at: time)
  }

  /// What became of a stream's rows.
  struct Result {
    /// The frames; `nil` when no row could be used.
    let timeline: FrameTimeline?
    /// What the trace's clock shows at present 0.
    let origin: Nanoseconds?
    /// What was wrong.
    let issues: IssueLog
  }

  /// Places a row that may still be held back, and sums up.
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
