internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Captures of the CSV profiler in Unreal Engine.
  static let unrealCSV = TraceFormat(
    id: "unreal-csv",
    title: "Unreal CSV profile",
    summary: """
      frame times, and the times of the game thread (as CPU time), the render thread, the RHI thread and the GPU. An \
      Unreal CSV profile also has draw calls, memory, a description of the build, and events; each event becomes a \
      marker
      """,
    dialects: ["with events", "without events"],
    supports:
      "CPU, GPU and render times, memory, and all metrics of frames except latency",
    checkedAgainst:
      "example files that this project wrote; no file that Unreal Engine wrote was available",
    recognize: { head in
      guard let header = header(in: head) else { return .no() }
      return .yes(dialect: header.has("EVENTS") ? "with events" : "without events")
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let header = header(in: head) else { return [] }
      var profile = UnrealProfile(below: header, of: &source)
      return [try profile.run(in: &source, dialect: dialect)]
    })

  private static func header(in head: TraceHead) -> CSVHeader? {
    head.headers.first.flatMap { first in
      let isProfile = first.has("EVENTS", "FrameTime") || first.has("FrameTime", "GameThreadTime")
      return isProfile ? first : nil
    }
  }
}

/// Reads the rows of an Unreal Engine profile, up to the repeated header and the row of facts at the end.
///
/// A statistic that first appears in the middle of the profile adds a column after those of the first header. Only the
/// last header names such late columns, and late columns are ignored.
struct UnrealProfile: ~Copyable {
  private let signals: [(signal: FrameSignal, slot: Int)]
  private let sensors: [(sensor: PolledSensor, slot: Int)]
  private var samples: [SampleCollector]
  private var rows: CSVRows
  private var frames: FrameCollector
  private var markers: [Marker] = []
  private var facts: [String: String] = [:]

  private static let (eventsSlot, frameTimeSlot, lastSlot, firstSignal) = (0, 1, 2, 3)
  /// The maximum number of columns that first appear in the middle of a profile, and of markers.
  private static let (mostLateColumns, mostMarkers) = (4096, 100_000)

  private static let signalNames: [(String, FrameSignal)] = [
    ("GameThreadTime", .cpuBusy), ("GPUTime", .gpuBusy), ("RenderThreadTime", .render),
    ("RHIThreadTime", .issue),
  ]

  private static let sensorNames: [PolledSensor] = [
    PolledSensor("PhysicalUsedMB", unit: "MB", role: .memory),
    PolledSensor("VirtualUsedMB", unit: "MB", role: .other),
    PolledSensor("MemoryFreeMB", unit: "MB", role: .other),
    PolledSensor("RHIThreadTime", unit: "ms", role: .other),
    PolledSensor("RHI/DrawCalls", unit: "", role: .other),
    PolledSensor("RHI/PrimitivesDrawn", unit: "", role: .other),
  ]

  init(below header: CSVHeader, of source: inout TraceSource) {
    let signals = Self.signalNames.filter { header.has($0.0) }
    let sensors = Self.sensorNames.filter { header.has($0.name) }
    self.signals = signals.enumerated().map { ($1.1, Self.firstSignal + $0) }
    self.sensors = sensors.enumerated().map { ($1, Self.firstSignal + signals.count + $0) }
    samples = sensors.map { SampleCollector(scale: $0.scale) }
    frames = FrameCollector(signals: signals.map(\.1))
    let known = [header.column("EVENTS"), header.column("FrameTime"), header.count - 1]
    let names = signals.map(\.0) + sensors.map(\.name)
    let late = [UInt8](repeating: Byte.comma, count: Self.mostLateColumns)
    rows = CSVRows(
      below: CSVHeader(bytes: header.bytes + late, line: header.line),
      columns: known + names.map { header.column($0) }, of: &source, minimumFieldCount: 1)
  }

  mutating func run(in source: inout TraceSource, dialect: String) throws(TraceError) -> TraceRun {
    while try rows.advance(in: &source) { takeRow() }
    if facts.isEmpty { rows.issues.note(.truncatedText, line: rows.line) }
    let origin = Recording.Origin(
      source: source.name, format: TraceFormat.unrealCSV.id, dialect: dialect)
    guard let timeline = frames.finish() else { throw rows.noData(origin) }
    return TraceRun(
      Recording(
        origin: origin,
        timeline: .known(timeline), counters: counters, markers: markers,
        description: description, issues: rows.issues.inOrder))
  }

  // MARK: - Rows

  private mutating func takeRow() {
    let first = rows.row
    if first.starts(with: "[") { return takeFacts(first) }
    let frameTime = rows[Self.frameTimeSlot]
    if frameTime.isExactly("FrameTime") { return }
    // Every complete row is at least as long as the first header.
    if rows.isCut || rows[Self.lastSlot].count == 0 { return rows.note(.shortRow, first) }
    takeFrame(frameTime)
  }

  private mutating func takeFrame(_ field: Field) {
    let start = frames.lastPresent ?? 0
    let frameTime = field.nanoseconds(in: .milliseconds)
    if case .problem(let kind) = frameTime { return rows.note(kind, field) }
    let verdict = frames.add(time: nil, frameTime: frameTime.value)
    if let issue = verdict.issue { rows.note(issue, field, count: verdict.count) }
    guard verdict.isFrame else { return }
    for (index, column) in signals.enumerated() {
      let field = rows[column.slot]
      let value = field.nanoseconds(in: .milliseconds)
      if case .problem = value { rows.note(.unreadableSample, field) }
      frames.set(index, value.value.flatMap { $0 >= 0 ? $0 : nil })
    }
    for (index, column) in sensors.enumerated() {
      let field = rows[column.slot]
      if samples[index].append(field) != nil { rows.note(.unreadableSample, field) }
    }
    takeEvents(at: start)
  }

  /// Adds the events of a frame as markers; one field contains all events, separated by semicolons.
  private mutating func takeEvents(at time: Nanoseconds) {
    let field = rows[Self.eventsSlot]
    guard !field.isMissing else { return }
    for name in field.text.split(separator: ";") {
      guard markers.count < Self.mostMarkers else { return rows.note(.tooMany, field) }
      markers.append(Marker(start: time, end: time, name: harmless(String(name), limit: 200)))
    }
  }

  /// Reads the row of facts at the end of a profile: names in brackets and values in turn.
  ///
  /// The command line of the program is the last value and may contain commas.
  private mutating func takeFacts(_ row: Field) {
    var cells = row.text.split(separator: ",", omittingEmptySubsequences: false)[...]
    while cells.count > 1, let name = cells.popFirst(), let value = cells.popFirst() {
      guard name.hasPrefix("["), name.hasSuffix("]"), name.lowercased() != "[commandline]" else {
        return
      }
      facts[name.dropFirst().dropLast().lowercased()] = harmless(String(value), limit: 200)
    }
  }

  // MARK: - Results

  private var counters: [Counter] {
    zip(sensors, samples).compactMap { column, samples in
      guard !samples.hasNoValue else { return nil }
      return Counter(column.sensor, samples.withFrames())
    }
  }

  private var description: RunDescription {
    var description = RunDescription()
    func fact(_ name: String) -> String? { facts[name].flatMap { $0.isEmpty ? nil : $0 } }
    description.device.os = fact("os")
    description.device.cpu = fact("cpu")
    description.device.gpu = fact("gpu") ?? fact("desktopgpuadapter")
    description.device.name = fact("devicename")
    for label in ["platform", "config", "buildversion", "engineversion", "targetframerate"] {
      description.labels[label] = fact(label)
    }
    return description
  }
}
