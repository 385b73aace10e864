internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Logs with lines of Apple's Metal performance HUD.
  static let metalHUD = TraceFormat(
    id: "metal-hud",
    title: "Metal performance HUD",
    summary: """
      the lines that contain “metal-HUD:” in the log of a program; these lines contain the present interval and GPU \
      time of each frame. Each process in the log becomes a run
      """,
    dialects: ["frame misses", "graphics memory"],
    supports: "all metrics of frames, GPU times of frames, and memory",
    checkedAgainst: """
      parts of two macOS logs in EugenePisotsky/Yarra, in which another program found the same number of frames. In \
      addition, the reader was tested with lines in the formats of the Metal HUD that Apple documents, and with lines \
      of the HUD that public programs quote in their tests
      """,
    recognize: { head in
      guard head.contains("metal-HUD: ") else { return .no() }
      let lines = String(decoding: head.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      guard let line = lines.lazy.compactMap({ MetalHUDLine(String($0)) }).first else {
        return .no()
      }
      return .yes(dialect: line.hasMisses ? "frame misses" : "graphics memory")
    },
    read: { (source, _, dialect) throws(TraceError) in
      try MetalHUDLog.runs(in: &source, dialect: dialect)
    })
}

/// Reads the lines of the Metal performance HUD in a log, and groups them by process.
struct MetalHUDLog: ~Copyable {
  private var lines = TextLines()
  private var processes: [String: MetalHUDProcess] = [:]
  private var order: [String] = []
  private let dialect: String

  private static let mostProcesses = 1 << 10

  /// Reads a log with lines of the Metal performance HUD; O(bytes) in time, O(frames) in memory.
  ///
  /// - Returns: one run per process with frames, in the order of the processes' first lines.
  /// - Throws: if no line has frames, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var log = MetalHUDLog(dialect: dialect)
    while let line = try log.lines.next(in: &source) { log.take(line) }
    let (runs, firstIssue) = log.finished(source: source.name)
    guard !runs.isEmpty else {
      throw .noData(
        path: source.name, format: TraceFormat.metalHUD.id, line: nil, firstIssue: firstIssue)
    }
    return runs
  }

  private init(dialect: String) { self.dialect = dialect }

  private mutating func take(_ field: Field) {
    guard field.offset(of: "metal-HUD: ") != nil else { return }
    guard let line = MetalHUDLine(field.text) else { return lines.note(.unusableRow, field) }
    guard processes[line.process] != nil || order.count < Self.mostProcesses else {
      return lines.note(.tooMany, field)
    }
    if processes[line.process] == nil { order.append(line.process) }
    var process = processes.removeValue(forKey: line.process) ?? MetalHUDProcess()
    process.take(line, number: lines.number, shown: field.shown)
    processes[line.process] = process
  }

  private func finished(source: String) -> (runs: [TraceRun], firstIssue: ImportIssue?) {
    var issues = lines.issues
    var runs: [TraceRun] = []
    let origin = Recording.Origin(
      source: source, format: TraceFormat.metalHUD.id, dialect: dialect)
    for name in order {
      let (run, found) = processes[name]?.run(origin, name, lines.issues) ?? (nil, IssueLog())
      issues.add(found)
      if let run { runs.append(run) }
    }
    if runs.count == 1 { runs[0].recording.origin.stream = nil }
    return (runs, issues.inOrder.first)
  }
}

/// Collects the HUD lines of one process, and computes the frames from them.
///
/// Since macOS 26, the HUD writes the pair of interval and GPU time of each frame twice, and a line can end between the
/// two copies. The frames are therefore computed when all lines are known.
struct MetalHUDProcess {
  /// The present interval and the GPU time of one frame; the GPU time is `nil` if it is missing.
  private struct Pair: Equatable {
    let interval: Nanoseconds
    let gpu: Nanoseconds?
  }

  /// A line of the HUD, with the positions of its frames in `pairs`.
  private struct Line {
    let frameNumber: Int64
    let textLine: Int
    let pairs: Range<Int>
    let memory: [Double?]
  }

  private var pairs: ContiguousArray<Pair> = []
  private var lines: [Line] = []
  private var issues = IssueLog()

  /// The limit of the first frame's interval, 60 s; a longer first interval can be the time since the machine was
  /// started, and is left out.
  private static let longestFirstInterval: Nanoseconds = 60 * .perSecond

  /// Adds a line of the HUD; a line with the frame number of the previous line is ignored as its repetition.
  ///
  /// - Parameters:
  ///   - number: the number of the line in the file.
  ///   - shown: the beginning of the line's text, for issues.
  mutating func take(_ line: MetalHUDLine, number: Int, shown: String) {
    let cells = line.cells.dropFirst(3)
    guard !cells.isEmpty else { return issues.note(.unusableRow, line: number, found: shown) }
    guard line.frameNumber != lines.last?.frameNumber else { return }
    if !cells.count.isMultiple(of: 2) { issues.note(.unreadableSample, line: number, found: shown) }
    let start = pairs.count
    var index = cells.startIndex
    while index + 1 < cells.endIndex {
      take(cells[index], cells[index + 1], line: number)
      index += 2
    }
    let memory = [line.hasMisses ? nil : Double(line.cells[1]), Double(line.cells[2])]
    lines.append(
      Line(
        frameNumber: line.frameNumber, textLine: number, pairs: start..<pairs.count,
        memory: memory.map { $0.flatMap { $0.isFinite ? $0 : nil } }))
  }

  private mutating func take(_ interval: Substring, _ gpu: Substring, line: Int) {
    guard let milliseconds = Double(interval), milliseconds.isFinite, abs(milliseconds) < 1e10
    else { return issues.note(.notANumber, line: line, found: shortened(String(interval))) }
    let busy = Double(gpu).flatMap { $0 > 0 && $0 < 1e9 ? Nanoseconds(($0 * 1e6).rounded()) : nil }
    pairs.append(Pair(interval: Nanoseconds((milliseconds * 1e6).rounded()), gpu: busy))
  }

  // MARK: - Pairs that are written twice

  /// Whether the log contains the interval and GPU time of each frame twice.
  ///
  /// If each pair occurs twice, nearly all sequences of equal pairs have an even length. A few sequences can be even by
  /// chance, so the frame numbers of the lines must show about half as many frames as there are pairs.
  private var hasEachPairTwice: Bool {
    let (runs, oddRuns) = innerRuns
    guard oddRuns * 16 <= runs else { return false }
    if runs >= 16 { return true }
    var (frameCount, pairCount) = (0.0, 0)
    for (last, line) in zip(lines, lines.dropFirst()) where line.frameNumber > last.frameNumber {
      frameCount += Double(line.frameNumber - last.frameNumber)
      pairCount += line.pairs.count
    }
    return frameCount > 0 && Double(pairCount) > 1.5 * frameCount
  }

  /// The number of sequences of equal pairs, and the number of such sequences with an odd length.
  ///
  /// The first and the last sequence do not count, because the log can begin and end between the two copies of a pair.
  private var innerRuns: (count: Int, odd: Int) {
    var (count, odd, start) = (-1, 0, 0)
    for index in pairs.indices.dropFirst() where pairs[index] != pairs[index - 1] {
      count += 1
      if count > 0, !(index - start).isMultiple(of: 2) { odd += 1 }
      start = index
    }
    return (max(count, 0), odd)
  }

  // MARK: - The run

  /// The run of the process, and the issues of the process's lines; the run is `nil` if the process has no frames.
  ///
  /// - Parameters:
  ///   - name: the name and id of the process; empty if they are unknown.
  ///   - fileIssues: the issues of the whole file.
  func run(
    _ origin: Recording.Origin, _ name: String, _ fileIssues: IssueLog
  ) -> (run: TraceRun?, issues: IssueLog) {
    let copies = hasEachPairTwice ? 2 : 1
    var frames = FrameCollector(signals: [.gpuBusy])
    var issues = issues
    var memory = [SampleCollector(), SampleCollector()]
    var isCopy = false
    noteGaps(copies, &issues)
    for line in lines {
      for index in line.pairs {
        isCopy = copies == 2 && !isCopy && index > 0 && pairs[index] == pairs[index - 1]
        if !isCopy { add(pairs[index], line, to: &frames, &issues) }
      }
      guard let time = frames.lastPresent else { continue }
      for (index, figure) in line.memory.enumerated() {
        memory[index].append(value: figure, at: time)
      }
    }
    guard let timeline = frames.finish() else { return (nil, issues) }
    var allIssues = issues
    allIssues.add(fileIssues)
    var recording = Recording(
      origin: origin, timeline: .known(timeline), counters: Self.counters(memory),
      issues: allIssues.inOrder)
    if !name.isEmpty {
      recording.origin.stream = name
      recording.description.labels["application"] = name
    }
    return (TraceRun(recording), issues)
  }

  private func add(
    _ pair: Pair, _ line: Line, to frames: inout FrameCollector, _ issues: inout IssueLog
  ) {
    guard frames.lastPresent != nil || pair.interval < Self.longestFirstInterval else { return }
    let verdict = frames.add(time: nil, frameTime: pair.interval)
    if let issue = verdict.issue {
      issues.note(issue, line: line.textLine, found: "\(Double(pair.interval) / 1e6)")
    }
    if verdict.isFrame { frames.set(0, pair.gpu) }
  }

  /// Records where lines of the HUD are missing, which their frame numbers show.
  ///
  /// The HUD reads the frame number a moment before or after the pairs, so the number can differ by one frame. The
  /// frame number goes back when the user resets the HUD's metrics.
  private func noteGaps(_ copies: Int, _ issues: inout IssueLog) {
    for (last, line) in zip(lines, lines.dropFirst()) where line.frameNumber > last.frameNumber {
      let most = max(last.pairs.count, line.pairs.count) / copies + 2
      if line.frameNumber - last.frameNumber > Int64(most) {
        issues.note(.lostBetweenDumps, line: line.textLine, found: "frame \(line.frameNumber)")
      }
    }
  }

  private static func counters(_ memory: [SampleCollector]) -> [Counter] {
    zip(["graphics memory", "process memory"], memory).compactMap { name, samples in
      guard !samples.hasNoValue else { return nil }
      return Counter(
        role: .other, name: name, unit: Unit(id: "MB"), samples: samples.withTimes(movedBy: 0))
    }
  }
}

/// A line of the Metal performance HUD.
///
/// `2026-09-24 06:42:13.540 Game[34741:1354250] metal-HUD: 93,664.89,1593.53,16.67,4.08,…`: the number of frames so
/// far, two figures of the process, then present interval and GPU time of each frame in milliseconds.
struct MetalHUDLine {
  /// The name and id of the process, such as `Game 34741`; empty if the log does not show them.
  let process: String
  /// The number of frames that the process had presented when it wrote the line.
  ///
  /// Apple's description calls this number the number of the first frame in the line, but the first line of a process
  /// has about as many frames as this number.
  let frameNumber: Int64
  /// Whether the line's second number is the count of missed frames, as before macOS 14, instead of memory.
  let hasMisses: Bool
  /// The numbers of the line as text: the frame number, two figures, and the pairs of interval and GPU time.
  let cells: [Substring]

  /// Parses a line of the Metal performance HUD; `nil` for other lines.
  init?(_ line: String) {
    guard let mark = line.firstRange(of: Self.mark) else { return nil }
    let payload = line[mark.upperBound...].prefix { !"<\"}".contains($0) }
    cells = payload.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingPrefix(while: \.isWhitespace) }.map { $0.prefix { !$0.isWhitespace } }
    guard cells.count > 2, let number = Int64(cells[0]), number >= 0 else { return nil }
    frameNumber = number
    hasMisses = !cells[1].contains(".") && cells[1].allSatisfy(\.isNumber)
    process = Self.process(in: line[..<mark.lowerBound])
  }

  private static let mark = "metal-HUD: "

  /// The name and id of the process in the text before the HUD's numbers, such as `Game 34741`; empty if the text
  /// contains no process id.
  ///
  /// The name is the last word before the id or, if the line begins with a time, all words between the time and the id.
  private static func process(in prefix: Substring) -> String {
    var words = prefix.split(separator: " ")
    while let word = words.popLast() {
      guard word.last == "]", let bracket = word.lastIndex(of: "[") else { continue }
      let id = word[word.index(after: bracket)...].prefix { $0.isNumber }
      guard !id.isEmpty else { continue }
      let time = words.lastIndex { $0.contains(":") && $0.allSatisfy("0123456789-+:.".contains) }
      let name = words[(time ?? words.count - 1).advanced(by: 1)...] + [word[..<bracket]]
      return harmless("\(name.joined(separator: " ")) \(id)", limit: 100)
    }
    return ""
  }
}
