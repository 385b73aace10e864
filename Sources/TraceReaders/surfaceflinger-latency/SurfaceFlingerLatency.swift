internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Dumps of `adb shell dumpsys SurfaceFlinger --latency LAYER`, one or several per file.
  static let surfaceFlingerLatency = TraceFormat(
    id: "surfaceflinger-latency",
    title: "SurfaceFlinger --latency",
    summary: """
      the times at which the last 127 frames of an Android layer were presented. Consecutive dumps of a layer become \
      one run; lines without numbers between dumps are ignored
      """,
    dialects: ["nanoseconds"],
    supports:
      "all metrics of frames, also those that need the refresh rate, which the file contains",
    checkedAgainst: """
      two dumps of an Android phone in rajbhx/iceraven-op7, in which another program found the same number of frames. \
      In addition, the format of SurfaceFlinger's table was compared with a public description of Android's \
      FrameTracker, which writes the table
      """,
    recognize: { head in
      LatencyDumps.isDump(head.lines) ? .yes(dialect: "nanoseconds") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      var dumps = LatencyDumps()
      return [try dumps.run(in: &source, dialect: dialect)]
    })
}

/// Reads dumps of `SurfaceFlinger --latency`: a line with the refresh period, then lines of three times.
///
/// The three times of a frame are the desired present, the actual present, and the time at which the frame was ready.
/// Unused lines are `0 0 0`; the largest 64-bit integer stands for a missing actual present. Some devices write lines
/// of text after the table, and scripts that collect dumps write lines between dumps.
private struct LatencyDumps: ~Copyable {
  private var lines = TextLines()
  private var frames = FrameCollector()
  private var refreshRates: [Double: Int] = [:]
  /// The last present of all dumps, and the last present before the current dump.
  private var lastShown: Nanoseconds?
  private var lastShownBefore: Nanoseconds?
  private var rowsInDump = 0
  private var overlaps = true
  /// The number of rows `0 0 0` in all dumps.
  private var unusedRows = 0

  /// The number of frames in a dump with a full buffer: Android stores 128 frames and leaves out the frame in progress.
  private static let fullDump = 127
  private static let pending = "9223372036854775807"

  /// Whether the lines begin a dump: the first line that begins with a number is a refresh period, and the next such
  /// line has three times.
  static func isDump(_ lines: [String]) -> Bool {
    var isBelowPeriod = false
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    for line in lines {
      guard let first = line.utf8.first(where: { !isBlank($0) }), Byte.isDigit(first) else {
        continue
      }
      let cells = line.utf8.split(whereSeparator: isBlank)
      if isBelowPeriod {
        return cells.count == 3 && cells.allSatisfy { $0.allSatisfy(Byte.isDigit) }
      }
      guard cells.count == 1, let period = Int64(Substring(cells[0])),
        (Nanoseconds.perMillisecond...Nanoseconds.perSecond).contains(period)
      else { return false }
      isBelowPeriod = true
    }
    return false
  }

  mutating func run(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> TraceRun {
    while let line = try lines.next(in: &source) { take(line) }
    endDump()
    guard let timeline = frames.finish() else {
      if unusedRows > 0, lines.issues.isEmpty {
        throw .refused(path: source.name, .emptyLayer(rows: unusedRows))
      }
      throw .noData(
        path: source.name, format: TraceFormat.surfaceFlingerLatency.id, line: nil,
        firstIssue: lines.issues.inOrder.first)
    }
    var description = RunDescription()
    description.device.refreshRate = NominalRefreshRate.prevailing(among: refreshRates)
    if refreshRates.count > 1 { lines.issues.note(.refreshRateChanges, line: nil) }
    let recording = Recording(
      origin: .init(
        source: source.name, format: TraceFormat.surfaceFlingerLatency.id, dialect: dialect),
      timeline: .known(timeline), description: description, issues: lines.issues.inOrder)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  private mutating func take(_ line: Field) {
    let cells = line.words
    guard cells.contains(where: { Byte.isDigit($0.start[0]) }) else { return }
    switch cells.count {
    case 1: beginDump(cells[0], line)
    case 3: takeFrame(cells, line)
    default: lines.note(.unusableRow, line)
    }
  }

  // MARK: - Dumps

  private mutating func beginDump(_ period: Field, _ line: Field) {
    guard let period = period.scaledInteger(digits: 0).value,
      let rate = NominalRefreshRate.hertz(every: period)
    else { return lines.note(.unusableRow, line) }
    endDump()
    refreshRates[rate, default: 0] += 1
    (lastShownBefore, rowsInDump, overlaps) = (lastShown, 0, lastShown == nil)
  }

  private mutating func endDump() {
    if !overlaps, rowsInDump >= Self.fullDump {
      lines.note(.lostBetweenDumps)
    }
  }

  private mutating func takeFrame(_ cells: [Field], _ line: Field) {
    let times = cells.map { $0.nanoseconds(in: .nanoseconds) }
    if times.allSatisfy({ $0.value == 0 }) {
      unusedRows += 1
      return
    }
    rowsInDump += 1
    if cells[1].text == Self.pending { return lines.note(.unfinishedFrame, line) }
    guard case .value(let shown) = times[1], shown > 0 else {
      if case .problem(let kind) = times[1] { return lines.note(kind, line) }
      return lines.note(.unusableRow, line)
    }
    if let before = lastShownBefore, shown <= before {
      overlaps = true
      return
    }
    let verdict = frames.add(time: shown, frameTime: nil)
    if let issue = verdict.issue { lines.note(issue, line) }
    if verdict.issue == nil || verdict.isFrame { lastShown = shown }
  }
}
