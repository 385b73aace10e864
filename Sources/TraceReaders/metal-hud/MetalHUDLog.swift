internal import Decoding
internal import Recordings
internal import Units

/// A line of the Metal performance HUD.
///
/// `2026-09-24 06:42:13.540 Game[34741:1354250] metal-HUD: 93,664.89,1593.53,16.67,4.08,…`: the number of the first
/// frame, two figures of the process, then present interval and GPU time of each frame in milliseconds.
struct MetalHUDLine {
  /// The name and id of the process, such as `Game 34741`; empty if the log does not show them.
  let process: String
  let firstFrame: Int64
  /// Whether the second number is the count of missed frames, as before macOS 14, instead of memory.
  let hasMisses: Bool
  /// The figures and the pairs, as in the line.
  let cells: [Substring]

  /// Parses a line; `nil` for other lines.
  init?(_ line: String) {
    guard let mark = line.firstRange(of: Self.mark) else { return nil }
    let payload = line[mark.upperBound...].prefix { !"<\"}".contains($0) }
    cells = payload.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingPrefix(while: \.isWhitespace) }.map { $0.prefix { !$0.isWhitespace } }
    guard cells.count > 2, let number = Int64(cells[0]), number >= 0 else { return nil }
    firstFrame = number
    hasMisses = !cells[1].contains(".") && cells[1].allSatisfy(\.isNumber)
    process = Self.process(in: line[..<mark.lowerBound])
  }

  private static let mark = "metal-HUD: "

  /// The process in the last word of `… Game[34741:1354250] `.
  private static func process(in prefix: Substring) -> String {
    guard let word = prefix.split(separator: " ").last, word.last == "]",
      let bracket = word.lastIndex(of: "[")
    else { return "" }
    let id = word[word.index(after: bracket)...].prefix { $0.isNumber }
    return harmless("\(word[..<bracket]) \(id)", limit: 100)
  }
}

/// Reads the lines of the HUD and groups them by process.
struct MetalHUDLog: ~Copyable {
  private var lines = TextLines()
  private var runs: [String: Run] = [:]
  private var order: [String] = []
  private let dialect: String

  /// The maximum number of processes.
  private static let mostProcesses = 1 << 10

  fileprivate struct Run {
    var frames = FrameCollector(signals: [.gpuBusy])
    var issues = IssueLog()
    /// The number of the first frame that no line contained yet.
    var nextFrame: Int64?
    var memory: [(name: String, samples: SampleCollector)] = [
      ("graphics memory", SampleCollector()), ("process memory", SampleCollector()),
    ]
  }

  /// Reads a log; O(bytes) in time, O(frames) in memory.
  ///
  /// - Returns: one run per process with frames, in the order of their first lines.
  /// - Throws: if no line has frames, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var log = MetalHUDLog(dialect: dialect)
    while let line = try log.lines.next(in: &source) { log.take(line) }
    let runs = log.finished(source: source.name)
    guard !runs.isEmpty else {
      throw .noData(
        path: source.name, format: TraceFormat.metalHUD.id, line: nil,
        firstIssue: log.firstIssue)
    }
    return runs
  }

  private init(dialect: String) { self.dialect = dialect }

  // MARK: - Lines

  private mutating func take(_ field: Field) {
    guard field.offset(of: "metal-HUD: ") != nil else { return }
    guard let line = MetalHUDLine(field.text) else { return lines.note(.unusableRow, field) }
    guard runs[line.process] != nil || order.count < Self.mostProcesses else {
      return lines.note(.tooMany, field)
    }
    if runs[line.process] == nil { order.append(line.process) }
    var run = runs.removeValue(forKey: line.process) ?? Run()
    run.take(line, number: lines.number, shown: field.shown)
    runs[line.process] = run
  }

  private var firstIssue: ImportIssue? {
    var issues = lines.issues
    for name in order { if let run = runs[name] { issues.add(run.issues) } }
    return issues.inOrder.first
  }

  // MARK: - Runs

  private mutating func finished(source: String) -> [TraceRun] {
    let withFrames = order.filter { runs[$0]?.frames.lastPresent != nil }
    return withFrames.compactMap { name in
      guard let run = runs[name], let timeline = run.frames.finish() else { return nil }
      var issues = run.issues
      issues.add(lines.issues)
      var recording = Recording(
        origin: .init(
          source: source, format: TraceFormat.metalHUD.id, dialect: dialect,
          stream: withFrames.count > 1 && !name.isEmpty ? name : nil),
        timeline: .known(timeline), counters: run.counters, issues: issues.inOrder)
      if !name.isEmpty { recording.description.labels["application"] = name }
      return TraceRun(recording)
    }
  }
}

extension MetalHUDLog.Run {
  /// Adds the frames of a line that no earlier line contained: lines may repeat, and overlap by a frame.
  fileprivate mutating func take(_ line: MetalHUDLine, number: Int, shown: String) {
    let pairs = line.cells.dropFirst(3)
    guard !pairs.isEmpty else { return issues.note(.unusableRow, line: number, found: shown) }
    if !pairs.count.isMultiple(of: 2) { issues.note(.unreadableSample, line: number, found: shown) }
    let known = max(0, (nextFrame ?? line.firstFrame) - line.firstFrame)
    if let nextFrame, line.firstFrame > nextFrame {
      issues.note(.lostBetweenDumps, line: number, found: shown)
    }
    var index = pairs.startIndex
    var frame: Int64 = 0
    while index + 1 < pairs.endIndex {
      if frame >= known { take(pairs[index], pairs[index + 1], line: number) }
      (index, frame) = (index + 2, frame + 1)
    }
    nextFrame = max(nextFrame ?? 0, line.firstFrame + frame)
    takeMemory(of: line)
  }

  private mutating func take(_ interval: Substring, _ gpu: Substring, line: Int) {
    guard let milliseconds = Double(interval), milliseconds.isFinite, abs(milliseconds) < 1e9 else {
      return issues.note(.notANumber, line: line, found: shortened(String(interval)))
    }
    let verdict = frames.add(
      time: nil, frameTime: Nanoseconds((milliseconds * 1e6).rounded()))
    if let issue = verdict.issue { issues.note(issue, line: line, found: String(interval)) }
    guard verdict.isFrame else { return }
    let busy = Double(gpu).flatMap { $0 > 0 && $0 < 1e9 ? Nanoseconds(($0 * 1e6).rounded()) : nil }
    frames.set(0, busy)
  }

  private mutating func takeMemory(of line: MetalHUDLine) {
    guard let time = frames.lastPresent else { return }
    let figures = [line.hasMisses ? nil : Double(line.cells[1]), Double(line.cells[2])]
    for (index, figure) in figures.enumerated() {
      memory[index].samples.append(value: figure.flatMap { $0.isFinite ? $0 : nil }, at: time)
    }
  }

  fileprivate var counters: [Counter] {
    memory.compactMap { name, samples in
      guard !samples.hasNoValue else { return nil }
      return Counter(
        role: .other, name: name, unit: Unit(id: "MB"), samples: samples.withTimes(movedBy: 0))
    }
  }
}
