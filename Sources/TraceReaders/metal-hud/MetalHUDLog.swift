internal import Decoding
internal import Recordings
internal import Units

/// Reads the lines of the Metal performance HUD in a log, and groups them by process.
struct MetalHUDLog: ~Copyable {
  private var lines = TextLines()
  private var processes: [String: MetalHUDProcess] = [:]
  private var order: [String] = []
  private let dialect: String

  /// The maximum number of processes in a log.
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
