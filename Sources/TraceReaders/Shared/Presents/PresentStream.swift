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

/// The process and swap chain that a row of a present table belongs to.
struct StreamName: Sendable, Equatable {
  /// The file name of the program, such as `dwm.exe`; empty if it is unknown.
  let application: String
  let process: String
  /// The address of the swap chain without leading zeros; only PresentMon 1.x writes the address.
  let swapChain: String

  /// Reads process and swap chain from the fields of a row; each field may be empty.
  init(application: Field, process: Field, swapChain: Field) {
    self.application = harmless(application.trimmed.text)
    self.process = harmless(process.trimmed.text)
    self.swapChain = Self.withoutPadding(harmless(swapChain.trimmed.text))
  }

  /// The process and swap chain as shown to users, such as `dwm.exe 1564 0x240A8D570F0`; an unknown program is shown as
  /// `pid`.
  var text: String {
    let program = application.isEmpty && !process.isEmpty ? "pid" : application
    return [program, process, swapChain].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func withoutPadding(_ address: String) -> String {
    guard address.hasPrefix("0x") else { return address }
    let digits = address.dropFirst(2).drop { $0 == "0" }
    return digits.isEmpty ? "0x0" : "0x" + digits
  }
}

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

/// Reads the columns of a table in which the recording tool counts lost events.
struct LossCounters {
  private let names: [String]
  private let slots: Range<Int>
  /// The largest count of lost events per column, and the first line in which the count was not 0.
  private var losses: [(count: Int, line: Int)?]

  /// Prepares to read columns that count lost events.
  ///
  /// - Parameter first: the slot of the first of these columns; the slots of the other columns follow.
  init(_ names: [String], from first: Int) {
    self.names = names
    slots = first..<(first + names.count)
    losses = names.map { _ in nil }
  }

  /// Whether the table has no column that counts lost events.
  var isEmpty: Bool { slots.isEmpty }

  /// Reads the counts of lost events in a row.
  ///
  /// The largest count of a column is used, because rows may be out of order.
  mutating func take(from rows: inout CSVRows) {
    for (index, slot) in slots.enumerated() {
      let shown = rows[slot].double.value.flatMap { Int(exactly: $0.rounded()) }
      guard let count = shown, count > losses[index]?.count ?? 0 else { continue }
      losses[index] = (count, losses[index]?.line ?? rows.line)
    }
  }

  /// Records the lost events of each column as an issue.
  func note(in issues: inout IssueLog) {
    for case let (name, loss?) in zip(names, losses) {
      issues.note(losses: loss.count, of: name, line: loss.line)
    }
  }
}

/// The ways in which frames of a process and swap chain reached the screen, such as `Composed: Flip`, by how often.
struct PresentModes {
  private var modes = KnownTexts()
  private var counts: [Int] = []
  private var latest = 0

  private static let most = 16
  /// A mode of a smaller share of the frames is a transition, not a condition of the run.
  private static let leastShare = 0.05

  /// Counts the mode of a displayed frame.
  @inline(__always)
  mutating func note(_ field: Field) {
    if latest < modes.count, modes.isText(latest, at: field.start, count: field.count) {
      counts[latest] += 1
    } else {
      switchMode(field)
    }
  }

  @inline(never)
  private mutating func switchMode(_ field: Field) {
    if field.isMissing { return }
    latest =
      counts.indices.first { modes.isText($0, at: field.start, count: field.count) } ?? counts.count
    guard latest == counts.count else {
      counts[latest] += 1
      return
    }
    guard counts.count < Self.most else { return }
    modes.append(UnsafeBufferPointer(start: field.start, count: field.count))
    counts.append(1)
  }

  /// Stores the modes of at least 5% of the frames as a property of the device.
  func note(in description: inout RunDescription) {
    let known = counts.enumerated().map { (harmless(modes.text($0)), $1) }
    Self.note(Dictionary(known, uniquingKeysWith: +), in: &description)
  }

  /// Stores modes with their numbers of frames.
  static func note(_ counts: [String: Int], in description: inout RunDescription) {
    let all = counts.values.reduce(0, +)
    let names = counts.filter { Double($0.value) >= leastShare * Double(all) }.keys
    guard !names.isEmpty else { return }
    description.device.properties[RunDescription.presentation] =
      names.sorted().joined(separator: RunDescription.severalModes)
  }
}
