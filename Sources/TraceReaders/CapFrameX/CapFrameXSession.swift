internal import Recordings
internal import Units

/// A CapFrameX session: what is known of machine and program, and one or more runs.
struct CapFrameXSession: ~Copyable {
  private var description = RunDescription()
  private var runs: [Run] = []
  private var json = JSONReader()

  /// Runs, and values of a sensor, at most.
  private static let (mostRuns, mostValues) = (1 << 10, 1 << 20)

  private struct Run {
    var capture = CapFrameXCapture()
    var sensors: [CapFrameXSensor] = []
    var sensorTimes: [Double?] = []
  }

  /// Reads a session; O(bytes), in memory that grows with the presents.
  ///
  /// - Parameters:
  ///   - source: standing at its beginning.
  ///   - dialect: as recognised.
  /// - Returns: a run for each that has presents.
  /// - Throws: when the text is no JSON, or the file cannot be read on.
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
    // Whatever follows the session makes the file no JSON.
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
      let run = try readRun(&source)
      if runs.count < Self.mostRuns { runs.append(run) }
    }
  }

  private mutating func readRun(_ source: inout TraceSource) throws(TraceError) -> Run {
    var run = Run()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "CaptureData": try run.capture.read(&json, in: &source)
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
      let sensor = try readSensor(&source)
      switch id {
      case "MeasureTime": run.sensorTimes = sensor.values
      case "BetweenMeasureTime": break
      default: run.sensors.append(sensor)
      }
    }
  }

  private mutating func readSensor(
    _ source: inout TraceSource
  ) throws(TraceError) -> CapFrameXSensor {
    var sensor = CapFrameXSensor()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "Name": sensor.name = try json.scalar(in: &source) ?? ""
      case "Type": sensor.type = try json.scalar(in: &source) ?? ""
      case "Values": sensor.values = try readValues(&source)
      default: try json.skipValue(in: &source)
      }
    }
    return sensor
  }

  private mutating func readValues(_ source: inout TraceSource) throws(TraceError) -> [Double?] {
    var values: [Double?] = []
    guard try json.enterArray(in: &source) else { return values }
    while let token = try json.nextElement(in: &source) {
      if values.count < Self.mostValues {
        values.append(token == .number ? json.field.double.value : nil)
      }
      try json.skipRest(of: token, in: &source)
    }
    return values
  }

  // MARK: - Runs

  private func traceRuns(source: String, dialect: String) -> [TraceRun] {
    runs.enumerated().compactMap { index, run in
      let (timeline, origin, issues) = run.capture.timeline()
      guard let timeline else { return nil }
      var log = issues
      let times = sampleTimes(of: run, origin: origin ?? 0, issues: &log)
      let recording = Recording(
        origin: .init(
          source: source, format: "capframex-json", dialect: dialect,
          stream: runs.count > 1 ? "run \(index + 1)" : nil),
        timeline: .known(timeline),
        counters: run.sensors.compactMap { $0.counter(at: times) },
        description: description,
        issues: log.inOrder)
      return TraceRun(recording, clockOrigin: origin)
    }
  }

  /// When the samples were taken, on the clock of the presents; `nil` for one whose time is missing or
  /// goes back.
  ///
  /// Times count from the same moment as the presents'.
  private func sampleTimes(
    of run: Run, origin: Nanoseconds, issues: inout IssueLog
  ) -> [Nanoseconds?] {
    var last = Nanoseconds.min
    return run.sensorTimes.map { seconds in
      let time = seconds.flatMap { Nanoseconds(exactly: ($0 * 1e9).rounded()) }
      guard let time, time.isPlausible, time >= last else {
        issues.note(time == nil ? .unreadableSample : .timeWentBack, line: nil)
        return nil
      }
      last = time
      return time - origin
    }
  }
}
