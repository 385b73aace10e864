internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// CapFrameX captures: one or more runs in a JSON file.
  static let capFrameXJSON = TraceFormat(
    id: "capframex-json",
    title: "CapFrameX JSON",
    summary: """
      one or more runs, each with presents, sensor values and a description of the machine and the program
      """,
    dialects: ["1.x"],
    supports: "all metrics of frames, and the metrics of load, memory, power and temperature",
    checkedAgainst: """
      one capture, in which another JSON parser found the same 6,818 frame times to the nanosecond
      """,
    recognize: { head in
      guard head.firstVisibleByte == UInt8(ascii: "{"), head.contains("\"Runs\"") else {
        return .no()
      }
      let marks = ["\"CaptureData\"", "\"SensorData2\"", "\"GameName\""]
      return marks.contains { head.contains($0) } ? .yes(dialect: "1.x") : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      try CapFrameXSession.runs(in: &source, dialect: dialect)
    })
}

/// Reads a CapFrameX session: metadata of machine and program, and one or more runs.
struct CapFrameXSession: ~Copyable {
  private var description = RunDescription()
  private var runs: [Run] = []
  private var json = JSONReader()

  /// The remaining capacities of the session: entries for seven columns of three hours at 240 Hz, and values for a
  /// hundred sensors of an hour and a half.
  private var capacity = (entries: 1 << 24, values: 1 << 21, sensors: 1 << 12)

  private static let mostRuns = 1 << 10

  private struct Run {
    var capture: CapFrameXCapture
    var sensors: [CapFrameXSensor] = []
    var sensorTimes = SampleColumn()
    var issues = IssueLog()
  }

  /// Reads a CapFrameX session; O(bytes) in time, O(presents) in memory.
  ///
  /// - Returns: one recorded run per run of the session that has presents.
  /// - Throws: if the text is not JSON, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var session = CapFrameXSession()
    try session.read(&source)
    return session.traceRuns(source: source.name, dialect: dialect)
  }

  // MARK: - Text

  private mutating func read(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "Info": try readInfo(&source)
      case "Runs": try readRuns(&source)
      default: try json.skipValue(in: &source)
      }
    }
    // Throws if anything follows the session.
    _ = try json.next(in: &source)
  }

  private mutating func readInfo(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      let value = try json.scalar(in: &source)
      guard let value, !value.isEmpty else { continue }
      if key == "CreationDate" { description.date = harmless(value) }
      HardwareFact(named: key)?.note(value, in: &description)
    }
  }

  private mutating func readRuns(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while let token = try json.nextElement(in: &source) {
      guard token == .beginObject else {
        try json.skipRest(of: token, in: &source)
        continue
      }
      guard runs.count < Self.mostRuns else {
        throw .tooMany("runs", limit: Self.mostRuns, path: source.name, line: json.line)
      }
      runs.append(try readRun(&source))
    }
  }

  private mutating func readRun(_ source: inout TraceSource) throws(TraceError) -> Run {
    var run = Run(capture: CapFrameXCapture(capacity: capacity.entries))
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "CaptureData":
        try run.capture.read(&json, in: &source)
        capacity.entries = run.capture.capacity
      case "SensorData2": try readSensors(of: &run, &source)
      default: try json.skipValue(in: &source)
      }
    }
    return run
  }

  private mutating func readSensors(
    of run: inout Run, _ source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let id = try json.nextKey(in: &source) {
      guard try json.enterObject(in: &source) else { continue }
      let sensor = try readSensor(&source, &run.issues)
      switch id {
      case "MeasureTime": run.sensorTimes = sensor.values
      case "BetweenMeasureTime": break
      default:
        guard capacity.sensors > 0 else {
          run.issues.note(.tooMany, line: json.line, found: "sensors")
          continue
        }
        capacity.sensors -= 1
        run.sensors.append(sensor)
      }
    }
  }

  private mutating func readSensor(
    _ source: inout TraceSource, _ issues: inout IssueLog
  ) throws(TraceError) -> CapFrameXSensor {
    var sensor = CapFrameXSensor()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "Name": sensor.name = harmless(try json.scalar(in: &source) ?? "")
      case "Type": sensor.type = harmless(try json.scalar(in: &source) ?? "")
      case "Values": sensor.values = try readValues(&source, &issues)
      default: try json.skipValue(in: &source)
      }
    }
    return sensor
  }

  private mutating func readValues(
    _ source: inout TraceSource, _ issues: inout IssueLog
  ) throws(TraceError) -> SampleColumn {
    var values = SampleColumn()
    guard try json.enterArray(in: &source) else { return values }
    while let token = try json.nextElement(in: &source) {
      if capacity.values > 0 {
        capacity.values -= 1
        values.appendWithFrame(token == .number ? json.field.double.value : nil)
      } else {
        issues.note(.tooMany, line: json.line, found: "sensor values")
      }
      try json.skipRest(of: token, in: &source)
    }
    return values
  }

  // MARK: - Runs

  private mutating func traceRuns(source: String, dialect: String) -> [TraceRun] {
    var traceRuns: [TraceRun] = []
    for index in runs.indices {
      let (timeline, origin, issues) = runs[index].capture.takeTimeline()
      guard let timeline else { continue }
      var log = issues
      log.add(runs[index].issues)
      var description = description
      runs[index].capture.noteModes(in: &description)
      let times = sampleTimes(of: runs[index], origin: origin ?? 0, issues: &log)
      let recording = Recording(
        origin: .init(
          source: source, format: "capframex-json", dialect: dialect,
          stream: runs.count > 1 ? "run \(index + 1)" : nil),
        timeline: .known(timeline),
        counters: runs[index].sensors.compactMap { $0.counter(at: times) },
        description: description,
        issues: log.inOrder)
      let run = TraceRun(recording, clockOrigin: origin)
      let isDropped = timeline.kinds.map { kinds in kinds.allSatisfy { $0 == .dropped } } ?? false
      traceRuns.append(isDropped ? run.withPresentsDisplayed : run)
    }
    return traceRuns
  }

  /// The times of a run's sensor samples on the clock of the presents; `nil` for a sample whose time is missing or goes
  /// back.
  ///
  /// In the file, the times of samples and of presents have the same origin.
  private func sampleTimes(
    of run: Run, origin: Nanoseconds, issues: inout IssueLog
  ) -> OptionalColumn {
    var times = OptionalColumn()
    var last = Nanoseconds.min
    for stretch in run.sensorTimes.stretches {
      let time = stretch.value.flatMap { Nanoseconds(exactly: ($0 * 1e9).rounded()) }
      for _ in 0..<stretch.count {
        guard let time, time.isPlausible(after: last == .min ? nil : last), time >= last else {
          issues.note(time == nil ? .unreadableSample : .timeWentBack, line: nil)
          times.append(nil)
          continue
        }
        last = time
        times.append(time - origin)
      }
    }
    return times
  }
}

/// One sensor in the JSON of a CapFrameX capture.
struct CapFrameXSensor: Sendable {
  /// The name of the sensor within its kind, such as `GPU Core`.
  var name = ""
  /// The kind of the sensor, such as `Load`.
  var type = ""
  /// The samples of the sensor, in the sensor's own unit.
  var values = SampleColumn()

  /// The sensor as a counter with sample times; `nil` if no sample has a value.
  ///
  /// - Parameter times: the times of the samples on the clock of the presents, not decreasing; `nil` for a sample
  ///   without a time.
  func counter(at times: OptionalColumn) -> Counter? {
    var samples = SampleCollector(scale: kind.scale)
    var next = 0
    for stretch in values.stretches {
      let positions = next..<min(next + stretch.count, times.count)
      for case let time? in positions.lazy.map({ times[$0] }) {
        samples.append(value: stretch.value, at: time)
      }
      next = positions.upperBound
    }
    guard !samples.hasNoValue else { return nil }
    return Counter(
      role: role, name: "\(name) (\(type))", unit: kind.unit,
      samples: samples.withTimes(movedBy: 0))
  }

  /// The role of the sensor in metrics, which only use sensors of the whole processor, of the graphics card and of the
  /// game.
  private var role: Counter.Role {
    switch (type, name) {
    case ("Load", "CPU Total"): .cpu
    case ("Load", "GPU Core"): .gpu
    case ("Data", "Used Memory Game"): .memory
    case ("Power", "GPU Power"), ("Power", "GPU TBP"), ("Power", "GPU Package"): .power
    case ("Temperature", "GPU Core"): .temperature
    case ("Level", "Charge Level"): .battery
    default: .other
    }
  }

  /// The base unit of the sensor, by its kind, and the conversion to it.
  private var kind: (unit: Unit, scale: SampleCollector.Scale) {
    switch type {
    case "Load", "Level", "Control": (.fraction, .divided(by: 100))
    case "Power": (.watts, .asWritten)
    case "Temperature": (.celsius, .asWritten)
    case "Clock", "Frequency": (Unit(id: "MHz"), .asWritten)
    case "Data": (.bytes, .times(1_073_741_824))
    case "SmallData": (.bytes, .times(1_048_576))
    case "Voltage": (Unit(id: "V"), .asWritten)
    default: (.count, .asWritten)
    }
  }
}
