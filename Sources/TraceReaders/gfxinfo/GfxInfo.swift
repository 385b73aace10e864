internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Output of `adb shell dumpsys gfxinfo`, with or without `framestats`, of one or several calls.
  static let gfxInfo = TraceFormat(
    id: "gfxinfo",
    title: "dumpsys gfxinfo",
    summary: """
      Android's table of the last frames of each window. Several gfxinfo dumps of a process in one file become one \
      run. If a process has several windows, each window becomes a run, and the frame counts of the whole process \
      become another run, without frames. A gfxinfo dump that contains only a summary becomes a run without frames. \
      Times in which no frame was requested are idle, and so are those around frames that Android excludes
      """,
    dialects: [
      GfxInfoDialect.summary, GfxInfoDialect.durations, GfxInfoDialect.to11,
      GfxInfoDialect.since12, GfxInfoDialect.workloadTarget,
    ],
    supports: """
      the metrics frame.work, frame.cpu, frame.gpu and frame.overrun. Dumps with framestats also give all metrics of \
      frames and the durations of the stages of work on each frame. The figures in the summary of a gfxinfo dump \
      become reported values, which Hitchmark did not compute
      """,
    checkedAgainst: """
      four dumps of gfxinfo, one of Android 12 and one in UTF-16, whose totals and percentiles equal the published \
      figures and agree with the histograms. No published figures were available for the dump of 47 processes in \
      c0dev0id/aNavMode: the figures in the repository c0dev0id/aNavMode belong to another program
      """,
    recognize: { head in
      let table = head.header(with: "Flags", "IntendedVsync", "FrameCompleted")
      if let table { return .yes(dialect: FrameStatsTable.dialect(of: table)) }
      let marks = ["** Graphics info for pid ", "---PROFILEDATA---", "Total frames rendered: "]
      guard marks.contains(where: { head.contains($0) }) else { return .no() }
      let hasDurations = head.contains("\tDraw\tPrepare\tProcess\tExecute")
      return .yes(dialect: hasDurations ? GfxInfoDialect.durations : GfxInfoDialect.summary)
    },
    read: { (source, head, dialect) throws(TraceError) in
      var reader = GfxInfoReader()
      return try reader.runs(in: &source)
    })
}

/// Reads the lines of `dumpsys gfxinfo`, of one or several dumps.
private struct GfxInfoReader: ~Copyable {
  private var lines = TextLines()
  private var processes: [GfxInfoProcess] = []
  private var process = 0
  private var window: Int?
  /// The number of windows of all processes so far.
  private var windowCount = 0
  private var table: FrameStatsTable?
  private var isInTable = false
  private var isInDurations = false

  mutating func runs(in source: inout TraceSource) throws(TraceError) -> [TraceRun] {
    begin(GfxInfoProcess(id: "", package: ""))
    while let line = try lines.next(in: &source) {
      take(line)
      try checkSize(path: source.name)
    }
    endTable()
    let origin = Recording.Origin(source: source.name, format: TraceFormat.gfxInfo.id, dialect: "")
    let firstWindowIssue = self.firstWindowIssue
    processes.removeAll(where: \.isEmpty)
    let amongSeveral = processes.count > 1
    var runs: [TraceRun] = []
    while let process = processes.popLast() {
      runs.insert(contentsOf: process.runs(origin, amongSeveral: amongSeveral), at: 0)
    }
    guard !runs.isEmpty else {
      throw .noData(
        path: source.name, format: origin.format, line: nil,
        firstIssue: (firstWindowIssue ?? lines.issues.inOrder.first))
    }
    return runs.map { run in
      var run = run
      run.recording.issues += lines.issues.inOrder
      return run
    }
  }

  /// The maximum number of processes, and of windows of all processes.
  private static let limit = 1000

  private func checkSize(path: String) throws(TraceError) {
    guard processes.count > Self.limit || windowCount > Self.limit else { return }
    throw .tooMany(
      "processes or windows in the gfxinfo dumps", limit: Self.limit, path: path, line: lines.number
    )
  }

  private var firstWindowIssue: ImportIssue? {
    processes.lazy.flatMap(\.windows).compactMap { $0.issues.inOrder.first }.first
  }

  // MARK: - Lines

  private mutating func take(_ line: Field) {
    guard line.count > 0 else { return }
    if isInTable { return takeTableLine(line) }
    if line.starts(with: "---PROFILEDATA---") {
      isInTable = true
    } else if line.starts(with: "Flags,") {
      isInTable = true
      takeTableLine(line)
    } else if line.start[0] == UInt8(ascii: "\t") {
      takeIndented(line)
    } else {
      takeHeading(line)
    }
  }

  private mutating func takeHeading(_ line: Field) {
    isInDurations = false
    if line.starts(with: "** Graphics info for pid ") {
      beginProcess(line.text)
    } else if line.starts(with: "Window: ") {
      beginWindow(String(line.text.dropFirst("Window: ".count)))
    } else if let window {
      processes[process].windows[window].summary.take(line)
    } else {
      processes[process].whole.summary.take(line)
    }
  }

  private mutating func takeIndented(_ line: Field) {
    if line.offset(of: "(visibility=") != nil {
      isInDurations = false
      let name = line.trimmed.text.split(separator: " (visibility=").first.map(String.init) ?? ""
      window = findWindow(name)
    } else if line.starts(with: "\tDraw\t") {
      isInDurations = true
      let window = currentWindow()
      processes[process].windows[window].durations = OptionalColumn()
      processes[process].windows[window].dialect = GfxInfoDialect.durations
    } else if isInDurations {
      let window = currentWindow()
      processes[process].windows[window].durations.append(duration(of: line))
    }
  }

  /// The duration of a frame: the sum of the milliseconds in a line; `nil` if a number is invalid.
  private mutating func duration(of line: Field) -> Nanoseconds? {
    var sum: Nanoseconds = 0
    for word in line.words {
      guard let part = word.nanoseconds(in: .milliseconds).value, part.isPlausible,
        (sum + part).isPlausible
      else {
        lines.note(.unreadableSample, line)
        return nil
      }
      sum += part
    }
    return sum
  }

  // MARK: - Where lines belong

  private mutating func beginProcess(_ line: String) {
    let words = line.split(separator: " ")
    let id = words.dropFirst(5).first.map(String.init) ?? ""
    let package = words.dropFirst(6).first.map { $0.trimmingBrackets } ?? ""
    begin(GfxInfoProcess(id: harmless(id), package: harmless(package)))
  }

  private mutating func begin(_ new: GfxInfoProcess) {
    window = nil
    let known = processes.firstIndex { $0.id == new.id && $0.package == new.package }
    process = known ?? processes.count
    if known == nil { processes.append(new) }
    processes[process].beginDump()
  }

  /// Switches to the window that a line names; two consecutive lines may name a window, the first one with the address
  /// of its view.
  private mutating func beginWindow(_ name: String) {
    if let window, processes[process].windows[window].name.hasPrefix(name) { return }
    window = findWindow(name)
  }

  private mutating func findWindow(_ name: String, beginsTable: Bool = false) -> Int {
    let before = processes[process].windows.count
    defer { windowCount += processes[process].windows.count - before }
    return processes[process].window(named: name, beginsTable: beginsTable)
  }

  private mutating func currentWindow() -> Int {
    let position = window ?? findWindow("")
    window = position
    return position
  }

  // MARK: - Tables

  private mutating func takeTableLine(_ line: Field) {
    if line.starts(with: "---PROFILEDATA---") { return endTable() }
    if line.starts(with: "Flags,") { return beginTable(line) }
    guard var table else { return lines.note(.unusableRow, line) }
    let reading = table.read(line)
    self.table = table
    let window = currentWindow()
    let issue =
      switch reading {
      case .row: processes[process].windows[window].frames.take(table)
      case .problem(let kind): kind as ImportIssue.Kind?
      }
    if let issue { note(issue, line, in: window) }
  }

  private mutating func beginTable(_ line: Field) {
    let bytes = Array(UnsafeBufferPointer(start: line.start, count: line.count))
    let header = CSVHeader(bytes: bytes, line: lines.number)
    guard let table = FrameStatsTable(header) else { return lines.note(.unusableRow, line) }
    self.table = table
    let name = window.map { processes[process].windows[$0].name } ?? ""
    // Without the name of the process, the end of a dump is unknown, so all tables with the same name belong to one
    // window.
    let isNamed = !processes[process].id.isEmpty
    let position = findWindow(name, beginsTable: isNamed)
    window = position
    processes[process].windows[position].dialect = FrameStatsTable.dialect(of: header)
    processes[process].windows[position].frames.beginDump()
  }

  private mutating func endTable() {
    if table != nil, let window {
      if processes[process].windows[window].frames.lostFramesBeforeDump() {
        processes[process].windows[window].issues.note(.lostBetweenDumps, line: lines.number)
      }
    }
    isInTable = false
    table = nil
    window = nil
  }

  private mutating func note(_ issue: ImportIssue.Kind, _ line: Field, in window: Int) {
    let isBroken = lines.isCut && issue.severity > .note
    processes[process].windows[window].issues.note(
      isBroken ? .truncatedLine : issue, line: lines.number, found: line.shown)
  }
}

extension Substring {
  fileprivate var trimmingBrackets: String {
    String(drop { $0 == "[" }.prefix { $0 != "]" })
  }
}
