internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// The statistics log of the overlay of the NVIDIA App, and of GeForce Experience before it.
  static let nvidiaApp = TraceFormat(
    id: "nvidia-app",
    title: "NVIDIA App statistics",
    summary:
      "frame rate, latency, load, temperature, clocks and fans as the overlay showed them, about twice a"
      + " second, one run per process, the one with most samples first; there are no frames",
    dialects: ["GeForce Experience", "NVIDIA App"],
    supports:
      "load and temperature; the mean of the sampled frame rates is fps.sampled; latency is kept as samples",
    checkedAgainst:
      "a log of 1,159 samples of the NVIDIA App; none was to be had of GeForce Experience",
    recognise: { head in
      guard let header = header(in: head) else { return .no() }
      return .yes(dialect: header.has("99(%) FPS") ? "GeForce Experience" : "NVIDIA App")
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let header = header(in: head) else { return [] }
      var reader = OverlayStatistics(below: header, of: &source)
      return try reader.runs(in: &source, dialect: dialect)
    })

  private static func header(in head: TraceHead) -> CSVHeader? {
    head.header(with: OverlayStatistics.time, "FPS", "Render Latency(MSec)")
  }
}

/// Reads the rows of such a log.
private struct OverlayStatistics: ~Copyable {
  static let time = "Timestamp (Elapsed time in seconds)"

  private let sensors: [PolledSensor]
  private let headerLine: Int
  private var rows: CSVRows
  private var logs: [Int64: SensorLog] = [:]

  private static let (timeSlot, processSlot, firstSensor) = (0, 1, 2)
  /// Processes, at most.
  private static let mostProcesses = 1 << 12

  init(below header: CSVHeader, of source: inout TraceSource) {
    headerLine = header.line
    let names = header.names.filter { !$0.isEmpty && $0 != Self.time && $0 != "PID" }
    sensors = names.map(Self.sensor)
    let columns = [Self.time, "PID"] + names
    // The header ends in a comma, the rows do not.
    rows = CSVRows(
      below: header, columns: columns.map { header.column($0) }, of: &source,
      minimumFieldCount: header.names.last == "" ? header.count - 1 : header.count)
  }

  mutating func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    while try rows.advance(in: &source) { takeRow() }
    guard !logs.isEmpty else {
      throw .noData(
        path: source.name, format: TraceFormat.nvidiaApp.id, line: headerLine,
        firstIssue: rows.issues.inOrder.first)
    }
    // The overlay also logs the desktop, as process 0: the game is the process with most samples.
    return logs.sorted { ($1.value.sampleCount, $0.key) < ($0.value.sampleCount, $1.key) }.map {
      run(of: $0.value, process: $0.key, origin: (source.name, dialect))
    }
  }

  private func run(
    of log: SensorLog, process: Int64, origin: (source: String, dialect: String)
  ) -> TraceRun {
    var recording = Recording(
      origin: .init(
        source: origin.source, format: TraceFormat.nvidiaApp.id, dialect: origin.dialect,
        stream: logs.count == 1 ? nil : "pid \(process)"),
      timeline: .withheld(because: Self.reasonForNoFrames), counters: log.counters,
      issues: rows.issues.inOrder)
    recording.description.scalars = [recording.counters.sampledFrameRate(named: "FPS")]
      .compactMap(\.self)
    return TraceRun(recording)
  }

  private static let reasonForNoFrames =
    "the overlay logs its averages about twice a second, and no frames"

  private mutating func takeRow() {
    let field = rows[Self.timeSlot]
    switch field.nanoseconds(in: .seconds) {
    case .value(let time): takeSensors(at: time)
    case .missing: rows.note(.unusableRow, field)
    case .problem(let kind): rows.note(kind, field)
    }
  }

  private mutating func takeSensors(at time: Nanoseconds) {
    let process = rows[Self.processSlot].scaledInteger(digits: 0).value ?? 0
    guard logs[process] != nil || logs.count < Self.mostProcesses else {
      return rows.note(.tooMany, rows[Self.processSlot])
    }
    var log = logs.removeValue(forKey: process) ?? SensorLog(sensors)
    var bad: [Field] = []
    let issue = log.take(
      at: time, field: { rows[Self.firstSensor + $0] }, note: { bad.append($0) })
    logs[process] = log
    if let issue { rows.note(issue, rows[Self.timeSlot]) }
    for field in bad { rows.note(.unreadableSample, field) }
  }

  // MARK: - Columns

  /// The unit stands in parentheses behind the name; that of voltages is volts, whatever the header says.
  private static func sensor(_ name: String) -> PolledSensor {
    let unit = name.split(separator: "(").last.map { $0.prefix { $0 != ")" } } ?? ""
    let word =
      if name.contains("FPS") { "FPS" } else if unit == "Milli Volts" { "V" } else { String(unit) }
    return PolledSensor(name, unit: word, role: role(of: name))
  }

  private static func role(of name: String) -> Counter.Role {
    switch name {
    case "CPU Utilization(%)": .cpu
    case "GPU1 Utilization(%)": .gpu
    case "GPU1 Temperature(Degrees celsius)": .temperature
    default: .other
    }
  }
}
