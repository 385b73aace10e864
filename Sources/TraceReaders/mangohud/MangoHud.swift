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
    let lines = head.lines
    guard lines.count > 2, lines[0] == "os,cpu,gpu,ram,kernel,driver" else { return nil }
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
  private var frames = FrameCollector(tolerance: tolerance)
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
    rows = CSVRows(
      below: header, columns: columns, of: &source)
    let scales = sensors.map(\.scale)
    sensorRow = SensorRow(slots: slots, among: columns, scales: scales)
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
    let elapsedTime = time(Self.elapsed, preview.elapsedUnit)
    if elapsedTime.isProblem { return }
    let duration = time(Self.frameTime, preview.frameTimeUnit)
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
  private mutating func time(_ slot: Int, _ unit: TimeUnit) -> Parsed<Nanoseconds> {
    let time = rows[slot].nanoseconds(in: unit)
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
