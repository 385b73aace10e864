internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Logs of Meta's Quest headsets: the lines of `adb logcat` that the runtime writes once per second.
  static let vrAPI = TraceFormat(
    id: "vrapi",
    title: "VrApi lines of logcat",
    summary: """
      one line per second with the frame rate, stale frames, loads and temperatures of an app on a Quest headset. Each \
      process becomes a run; the other lines of the log are ignored. The lines are averages over a second, not frames
      """,
    dialects: ["logcat"],
    supports: """
      load and temperature; the frame rate and the number of stale frames per second become one value each per run
      """,
    checkedAgainst: """
      example files that this project wrote with lines in Meta's documentation and in four public repositories; no whole \
      log was available
      """,
    recognize: { head in
      let isLine =
        head.contains("Stale2/5/10/max=") || head.contains("VrApi") && head.contains("Prd=")
      return isLine && head.contains("FPS=") ? .yes(dialect: "logcat") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      var log = VrAPILog()
      return try log.runs(in: &source, dialect: dialect)
    })
}

/// Reads the lines of VrApi in a log.
private struct VrAPILog: ~Copyable {
  private struct Process {
    var samples = PolledSamples()
    var lineCount = 0
    var firstTime: Nanoseconds?
    var lastTime: Nanoseconds?
    var refreshRates: Set<Double> = []
  }

  private var lines = TextLines()
  private var processes: [String: Process] = [:]

  private static let mostProcesses = 1 << 8

  mutating func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    while let line = try lines.next(in: &source) { take(line) }
    let origin = Recording.Origin(
      source: source.name, format: TraceFormat.vrAPI.id, dialect: dialect)
    guard !processes.isEmpty else {
      throw .noData(
        path: source.name, format: origin.format, line: nil, firstIssue: lines.issues.inOrder.first)
    }
    let ordered = processes.sorted { ($1.value.lineCount, $0.key) < ($0.value.lineCount, $1.key) }
    return ordered.map { id, process in
      var own = origin
      own.stream = processes.count == 1 ? nil : id.isEmpty ? "unnamed" : "pid \(id)"
      return run(of: process, own)
    }
  }

  private mutating func take(_ line: Field) {
    guard let start = line.offset(of: "FPS=") else { return }
    let head = Field(start: line.start, count: start).text
    let figures = Field(start: line.start + start, count: line.count - start).text
    guard head.isEmpty || head.contains("VrApi"), figures.contains("Prd=") else { return }
    let id = Self.process(in: head)
    guard processes[id] != nil || processes.count < Self.mostProcesses else {
      return lines.note(.tooMany, line)
    }
    var process = processes.removeValue(forKey: id) ?? Process()
    // Without a time, the lines are counted, because the runtime writes one per second.
    let time = Self.time(in: head) ?? (process.lastTime.map { $0 + .perSecond } ?? 0)
    process.firstTime = process.firstTime ?? time
    process.lastTime = time
    process.lineCount += 1
    let values = VrAPIFigures(figures)
    if values.isEmpty { lines.note(.unusableRow, line) }
    for (sensor, value) in values.samples { process.samples.take(value, of: sensor, at: time) }
    if process.samples.isOverfull { lines.note(.tooMany, line) }
    if let rate = values.refreshRate { process.refreshRates.insert(rate) }
    processes[id] = process
  }

  /// The id of the process in the beginning of a line: in brackets after the tag, or the third word after date and time.
  private static func process(in head: String) -> String {
    if let opening = head.lastIndex(of: "(") {
      return String(head[head.index(after: opening)...].prefix { $0 != ")" }.filter(\.isNumber))
    }
    let numbers = head.split(separator: " ").filter { $0.allSatisfy(\.isNumber) }
    return numbers.first.map(String.init) ?? ""
  }

  /// The time of a line: `06-14 22:00:33.011`, or seconds since 1970; `nil` if the log has no times.
  private static func time(in head: String) -> Nanoseconds? {
    let cells = head.split(separator: " ")
    guard let first = cells.first else { return nil }
    if first.contains("-"), cells.count > 1 { return SampleClock.time("1972-\(first) \(cells[1])") }
    guard first.contains("."), let seconds = Double(first), seconds > 0 else { return nil }
    return Nanoseconds(exactly: (seconds * 1e9).rounded()).flatMap { $0.isPlausible ? $0 : nil }
  }

  private func run(of process: Process, _ origin: Recording.Origin) -> TraceRun {
    let start = process.firstTime ?? 0
    var recording = Recording(
      origin: origin,
      timeline: .withheld(because: "VrApi writes averages per second, not frames"),
      counters: process.samples.counters(movedBy: start), issues: lines.issues.inOrder)
    let rates = process.refreshRates
    recording.description.device.refreshRate = rates.count == 1 ? rates.first : nil
    if rates.count > 1 {
      recording.issues.append(ImportIssue(.refreshRateChanges))
    }
    recording.description.scalars = [
      recording.counters.sampledFrameRate(named: VrAPIFigures.frameRate),
      process.samples.values(of: VrAPIFigures.staleFrames).meanOfWhole.map {
        Scalar(
          name: "vrapi.stale-frames-per-second", value: $0, unit: .count, lowerIsBetter: true)
      },
    ].compactMap(\.self)
    return TraceRun(recording, clockOrigin: start)
  }
}

/// The figures in a line of VrApi: `FPS=71/72,Prd=45ms,Tear=0,Early=0,Stale=1,…,Temp=31.0C/0.0C,…,GPU%=0.47,…`.
///
/// Source: Meta's documentation, "VrApi Stats Definition Guide".
struct VrAPIFigures {
  /// The figures that are samples, with the sensors that they belong to.
  private(set) var samples: [(sensor: PolledSensor, value: Double)] = []
  /// The refresh rate of the display in hertz, which follows the frame rate; `nil` if there is none.
  private(set) var refreshRate: Double?

  static let frameRate = "FPS"
  static let staleFrames = "Stale"

  /// Whether the line has no figure that is read.
  var isEmpty: Bool { samples.isEmpty }

  /// The figures by their names, which the runtime has kept since its first versions.
  private static let sensors: [String: PolledSensor] = Dictionary(
    uniqueKeysWithValues: [
      PolledSensor(frameRate, .framesPerSecond), PolledSensor(staleFrames, .count),
      PolledSensor("Tear", .count), PolledSensor("Early", .count),
      PolledSensor("Prd", .milliseconds), PolledSensor("TW", .milliseconds),
      PolledSensor("App", .milliseconds), PolledSensor("GD", .milliseconds),
      PolledSensor("CPU&GPU", .milliseconds),
      PolledSensor("Free", .bytes, .times(1e6)), PolledSensor("Mem", .hertz, .times(1e6)),
      PolledSensor("Temp", .celsius, role: .temperature),
      PolledSensor("GPU%", .fraction, role: .gpu), PolledSensor("CPU%", .fraction, role: .cpu),
    ].map { ($0.name, $0) })

  init(_ text: String) {
    var seen: Set<String> = []
    for entry in text.split(separator: ",") {
      let parts = entry.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let sensor = Self.sensors[String(parts[0])],
        seen.insert(sensor.name).inserted, let value = Self.number(parts[1])
      else { continue }
      samples.append((sensor, value))
      guard sensor.name == Self.frameRate, let slash = parts[1].firstIndex(of: "/") else {
        continue
      }
      let rate = Self.number(parts[1][parts[1].index(after: slash)...])
      refreshRate = rate.flatMap { Device.isRefreshRate($0) ? $0 : nil }
    }
  }

  /// The number at the beginning of a figure, without its unit and without further numbers.
  private static func number(_ text: Substring) -> Double? {
    Double(text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" })
  }
}
