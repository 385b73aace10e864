internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Logs of MangoHud, an overlay for Vulkan and OpenGL on Linux.
  static let mangoHud = TraceFormat(
    id: "mangohud",
    title: "MangoHud",
    summary: """
      logs of MangoHud since version 0.3, with one row per frame and with sensor values; logs before version 0.6 and \
      sampled logs contain no frames
      """,
    dialects: MangoHudVersion.allCases.map(\.name),
    supports: """
      all metrics of frames, and the metrics of load, memory, power and temperature; sampled logs give no metrics of \
      frames
      """,
    checkedAgainst: """
      27 logs of version 0.6.8 in runs/glmark2 with MangoHud's own summaries, and a sampled log of version 0.8. Logs \
      before version 0.5, which name no columns, only with example files that this project wrote by MangoHud's source
      """,
    recognize: { head in
      if head.header(with: "97% Percentile FPS", "Average FPS") != nil {
        return .refused(.summary(tool: "MangoHud"))
      }
      if let header = header(in: head) {
        return .yes(dialect: MangoHudPreview(of: header, in: head).dialect)
      }
      let nearest = head.headers.lazy.map { $0.missing(of: ["fps", "frametime", "elapsed"]) }
        .first { $0.count == 1 }
      return .no(missing: nearest ?? [])
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let header = header(in: head) else { return [] }
      let preview = MangoHudPreview(of: header, in: head)
      var reader = MangoHudReader(below: header, preview: preview, of: &source)
      var run = try reader.run(
        in: &source, .init(source: source.name, format: "mangohud", dialect: dialect))
      run.recording.description = MangoHudSystem(in: head).description
      run.recording.description.scalars = [run.recording.counters.sampledFrameRate(named: "fps")]
        .compactMap(\.self)
      return [run]
    })

  private static func header(in head: TraceHead) -> CSVHeader? {
    head.header(with: "fps", "frametime", "elapsed")
      ?? head.header(with: "fps", "cpu_load", "elapsed") ?? unnamed(in: head)
  }

  /// The columns of MangoHud 0.3 and 0.4, which writes rows without names below the properties of the machine.
  private static func unnamed(in head: TraceHead) -> CSVHeader? {
    guard head.firstLine == "os,cpu,gpu,ram,kernel,driver" else { return nil }
    let lines = head.lines
    guard lines.count > 2 else { return nil }
    let cells = lines[2].split(separator: ",", omittingEmptySubsequences: false)
    guard cells.count == 4, cells.allSatisfy({ Double($0) != nil }) else { return nil }
    return CSVHeader(["fps", "cpu_load", "gpu_load", "elapsed"], line: 2)
  }
}

/// Reads the rows of a MangoHud log.
private struct MangoHudReader: ~Copyable {
  /// The maximum difference between a frame time and the step of MangoHud's time column, 1 ms.
  ///
  /// MangoHud logs each row when it measures the row's frame.
  private static let tolerance: Nanoseconds = .perMillisecond

  /// The longest time before the beginning of the log at which its first frame may have started.
  ///
  /// If a program has not drawn a frame when its log begins, MangoHud writes the time since the start of the machine as
  /// the first frame time. Such a row is used only as the start of the second frame.
  private static let longestStartBeforeLog: Nanoseconds = .perSecond

  private let preview: MangoHudPreview
  private let sensors: [MangoHudSensor]
  private var rows: CSVRows
  private var frames: FrameCollector
  private var sensorRow: SensorRow
  private var samples: [SampleCollector]
  private var lastElapsed: Nanoseconds?

  private static let (elapsed, frameTime, firstSensor) = (0, 1, 2)

  init(below header: CSVHeader, preview: MangoHudPreview, of source: inout TraceSource) {
    self.preview = preview
    sensors = MangoHudSensor.all.filter { sensor in
      header.has(sensor.name) && !(sensor.isFrameRate && preview.rowsAreFrames)
    }
    let columns =
      [header.column("elapsed"), header.column("frametime")]
      + sensors.map { header.column($0.name) }
    let slots = sensors.indices.map { Self.firstSensor + $0 }
    frames = FrameCollector(
      tolerance: Self.tolerance, rows: preview.rowsAreFrames ? source.expectedLines : 0)
    let scales = sensors.map(\.scale)
    sensorRow = SensorRow(slots: slots, among: columns, scales: scales)
    rows = CSVRows(
      below: header, columns: columns, of: &source,
      times: [
        CSVRows.Time(slot: Self.elapsed, unit: preview.elapsedUnit),
        CSVRows.Time(slot: Self.frameTime, unit: preview.frameTimeUnit),
      ],
      needsOnlyTimes: preview.rowsAreFrames, repeated: sensorRow.ends)
    samples = scales.map { SampleCollector(scale: $0) }
  }

  mutating func run(
    in source: inout TraceSource, _ origin: Recording.Origin
  ) throws(TraceError) -> TraceRun {
    while try rows.advance(in: &source) {
      if preview.rowsAreFrames { takeFrame() } else { takeSample() }
    }
    let timeline = frames.finish()
    if timeline != nil { samples = sensorRow.finish() }
    guard timeline != nil || lastElapsed != nil else {
      throw rows.noData(origin)
    }
    let recording = Recording(
      origin: origin,
      timeline: timeline.map { .known($0) } ?? .withheld(because: preview.reasonForNoFrames),
      counters: counters,
      issues: rows.issues.inOrder)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  // MARK: - Rows

  private mutating func takeFrame() {
    let elapsedTime = time(Self.elapsed)
    if elapsedTime.isProblem { return }
    let duration = time(Self.frameTime)
    if duration.isProblem { return }
    let elapsed = elapsedTime.value
    var frameTime = duration.value
    if frames.lastPresent == nil, let elapsed, let lasted = frameTime,
      lasted - elapsed > Self.longestStartBeforeLog
    {
      rows.note(.outOfRange, rows[Self.frameTime])
      frameTime = nil
    }
    let verdict = frames.add(time: elapsed, frameTime: frameTime)
    if let issue = verdict.issue { rows.note(issue, rows[Self.elapsed], count: verdict.count) }
    if verdict.isFrame { sensorRow.append(from: &rows) }
  }

  /// A time in the current row; its problem, if it has one, is recorded, and the row must be skipped.
  @inline(__always)
  private mutating func time(_ slot: Int) -> Parsed<Nanoseconds> {
    let time = rows.time(slot)
    if case .problem(let kind) = time { rows.note(kind, rows[slot]) }
    return time
  }

  private mutating func takeSample() {
    let field = rows[Self.elapsed]
    switch field.nanoseconds(in: preview.elapsedUnit) {
    case .value(let time) where !time.isPlausible(after: lastElapsed):
      rows.note(.outOfRange, field)
    case .value(let time) where time < lastElapsed ?? time: rows.note(.timeWentBack, field)
    case .value(let time): takeSensors(at: time)
    case .missing: rows.note(.unusableRow, field)
    case .problem(let kind): rows.note(kind, field)
    }
  }

  private mutating func takeSensors(at time: Nanoseconds) {
    lastElapsed = time
    for index in samples.indices {
      let field = rows[Self.firstSensor + index]
      if samples[index].append(field, at: time) != nil { rows.note(.unreadableSample, field) }
    }
  }

  // MARK: - Counters

  /// The counters of the sensors that exist on the machine.
  ///
  /// A sensor whose value is always 0 does not exist, because MangoHud writes 0 for missing sensors.
  private var counters: [Counter] {
    let existing = zip(sensors, samples).filter { !$0.1.isNothing }
    let names = Set(existing.map(\.0.name))
    return existing.map { sensor, samples in
      Counter(
        role: sensor.role(beside: names), name: sensor.name, unit: sensor.unit,
        samples: preview.rowsAreFrames ? samples.withFrames() : samples.withTimes(movedBy: 0))
    }
  }
}

/// The properties of the machine in a MangoHud log: a line of names and a line of values, before the rows.
struct MangoHudSystem {
  private let facts: [String: String]

  /// Finds the lines with the machine's properties in the beginning of a log.
  init(in head: TraceHead) {
    let lines = head.lines
    guard let names = head.header(with: "os", "cpu", "gpu"), names.line < lines.count else {
      facts = [:]
      return
    }
    let values = CSVHeader.cells(of: Array(lines[names.line].utf8)).map { harmless($0) }
    let pairs = zip(names.names.map { $0.lowercased() }, values).filter { !$0.1.isEmpty }
    facts = Dictionary(pairs) { first, _ in first }
  }

  /// The properties of the machine as metadata of a run; MangoHud writes `ram` in KiB.
  var description: RunDescription {
    var description = RunDescription()
    description.device.os = facts["os"]
    description.device.cpu = facts["cpu"]
    description.device.gpu = facts["gpu"]
    for name in ["kernel", "driver", "cpuscheduler"] { description.labels[name] = facts[name] }
    description.labels["ram"] = facts["ram"].map { "\($0) kB" }
    return description
  }
}

/// The ranges of MangoHud versions that the columns of a log can distinguish.
enum MangoHudVersion: CaseIterable {
  case from0_3
  case from0_5
  case from0_6_0
  case from0_6_2
  case from0_6_9
  case from0_7
  case from0_8_0
  case from0_8_2

  /// The range of MangoHud versions as text, such as `0.6.0–0.6.1`.
  var name: String {
    switch self {
    case .from0_3: "0.3\u{2013}0.4"
    case .from0_5: "0.5"
    case .from0_6_0: "0.6.0\u{2013}0.6.1"
    case .from0_6_2: "0.6.2\u{2013}0.6.8"
    case .from0_6_9: "0.6.9"
    case .from0_7: "0.7"
    case .from0_8_0: "0.8.0\u{2013}0.8.1"
    case .from0_8_2: "0.8.2+"
    }
  }

  /// Determines the version of MangoHud by the columns that later versions added to the log.
  ///
  /// - Parameter unit: the unit of frame times, which became milliseconds in 0.6.9.
  init(_ header: CSVHeader, frameTimeUnit unit: TimeUnit) {
    if header.has("cpu_mhz") {
      self = .from0_8_2
    } else if header.has("cpu_power") {
      self = .from0_8_0
    } else if header.has("process_rss") {
      self = .from0_7
    } else if header.has("gpu_power") {
      self = unit == .milliseconds ? .from0_6_9 : .from0_6_2
    } else {
      self =
        header.has("frametime") ? .from0_6_0 : header.has("cpu_temp") ? .from0_5 : .from0_3
    }
  }
}

/// A sensor column of a MangoHud log.
struct MangoHudSensor: Sendable {
  let name: String
  let unit: Unit
  let scale: SampleCollector.Scale
  private let role: Counter.Role

  /// The names of rival sensors; if one of them exists, the rival sensor has the role in place of this sensor.
  private let rivals: Set<String>

  private init(
    _ name: String, _ unit: Unit, _ scale: SampleCollector.Scale = .asWritten,
    role: Counter.Role = .other, unless rivals: Set<String> = []
  ) {
    self.name = name
    self.unit = unit
    self.scale = scale
    self.role = role
    self.rivals = rivals
  }

  private static let gibibytes = SampleCollector.Scale.times(1_073_741_824)
  private static let megahertz = SampleCollector.Scale.times(1e6)
  private static let percent = SampleCollector.Scale.divided(by: 100)

  /// All sensor columns of MangoHud since version 0.5.
  ///
  /// `ram_used` and `swap_used` measure the whole system, not the process. If a log has power or temperature of CPU and
  /// GPU, the sensor of the GPU has the role, because benchmarks usually saturate the GPU.
  static let all = [
    MangoHudSensor("cpu_load", .fraction, percent, role: .cpu),
    MangoHudSensor("gpu_load", .fraction, percent, role: .gpu),
    MangoHudSensor("process_rss", .bytes, gibibytes, role: .memory),
    MangoHudSensor("gpu_power", .watts, role: .power),
    MangoHudSensor("cpu_power", .watts, role: .power, unless: ["gpu_power"]),
    MangoHudSensor("gpu_temp", .celsius, role: .temperature),
    MangoHudSensor("cpu_temp", .celsius, role: .temperature, unless: ["gpu_temp"]),
    MangoHudSensor("gpu_core_clock", .hertz, megahertz),
    MangoHudSensor("gpu_mem_clock", .hertz, megahertz),
    MangoHudSensor("cpu_mhz", .hertz, megahertz),
    MangoHudSensor("gpu_vram_used", .bytes, gibibytes),
    MangoHudSensor("ram_used", .bytes, gibibytes),
    MangoHudSensor("swap_used", .bytes, gibibytes),
    MangoHudSensor("fps", .framesPerSecond),
  ]

  /// Whether the sensor is a frame rate, which the frames themselves contain already.
  var isFrameRate: Bool { unit == .framesPerSecond }

  /// The role of the sensor in metrics, given the names of all existing sensors; `other` if a rival sensor exists.
  func role(beside names: Set<String>) -> Counter.Role {
    rivals.isDisjoint(with: names) ? role : .other
  }
}

/// Collects the sensor columns that a trace repeats on every frame.
///
/// The recording tool reads sensors a few times per second and logs them with every frame, so most rows repeat the
/// sensor fields of the row above. If the bytes from the first to the last sensor column are unchanged, the fields are
/// not parsed again.
struct SensorRow {
  private let slots: [Int]
  /// The slots of the first and the last sensor column in the table; `nil` if there is none.
  let ends: (first: Int, last: Int)?
  private var collectors: [SampleCollector]
  private var lastBytes: [UInt8] = []
  /// The line of the last row, if its bytes were remembered; 0 otherwise.
  private var lastLine = 0
  private var repetitions = 0

  /// Creates one collector per sensor column.
  ///
  /// - Parameters:
  ///   - slots: the columns' slots in `CSVRows`.
  ///   - columns: the positions of all columns in `CSVRows`.
  ///   - scales: conversions of the slots' columns to their base units.
  init(slots: [Int], among columns: [Int?], scales: [SampleCollector.Scale]) {
    self.slots = slots
    let ordered = slots.sorted { (columns[$0] ?? 0) < (columns[$1] ?? 0) }
    ends = ordered.first.flatMap { first in ordered.last.map { (first, $0) } }
    collectors = scales.map { SampleCollector(scale: $0) }
  }

  /// Adds the sensors' samples in the current row, which must be a frame.
  ///
  /// Invalid sensor fields are recorded as issues of their rows.
  @inline(__always)
  mutating func append(from rows: inout CSVRows) {
    guard let ends else { return }
    defer { lastLine = lastBytes.isEmpty ? 0 : rows.line }
    if rows.repeatsLineAbove, lastLine == rows.line - 1 {
      repetitions += 1
      return
    }
    let bytes = rows.bytes(from: ends.first, through: ends.last)
    if isRepeated(bytes) { repetitions += 1 } else { append(new: bytes, from: &rows) }
  }

  /// The collectors of the sensor columns, in the order of the slots.
  mutating func finish() -> [SampleCollector] {
    catchUp()
    return collectors
  }

  @inline(__always)
  private func isRepeated(_ bytes: Field) -> Bool {
    bytes.count == lastBytes.count
      && lastBytes.withUnsafeBufferPointer { last in
        last.baseAddress.map { Memory.equal($0, bytes.start, count: bytes.count) } ?? false
      }
  }

  @inline(never)
  private mutating func append(new bytes: Field, from rows: inout CSVRows) {
    catchUp()
    lastBytes.removeAll(keepingCapacity: true)
    lastBytes += UnsafeBufferPointer(start: bytes.start, count: bytes.count)
    for (index, slot) in slots.enumerated() {
      let field = rows[slot]
      guard collectors[index].append(field) != nil else { continue }
      rows.note(.unreadableSample, field)
      // An invalid field of the next row is then recorded even if its bytes are equal.
      lastBytes.removeAll(keepingCapacity: true)
    }
  }

  private mutating func catchUp() {
    for index in collectors.indices { collectors[index].repeatLast(repetitions) }
    repetitions = 0
  }
}
