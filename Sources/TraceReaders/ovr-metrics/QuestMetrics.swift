internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// The record of OVR Metrics Tool on Meta's Quest headsets.
  static let questMetrics = TraceFormat(
    id: "ovr-metrics",
    title: "OVR Metrics Tool",
    summary:
      "a row a second with the frame rate, stale frames, loads, temperatures and memory of a Quest"
      + " headset; averages, and no frames",
    dialects: [QuestMetricsDialect.all],
    supports: "load, memory, battery and temperature; frame rate and stale frames are scalars",
    checkedAgainst: "no real file: none was to be had",
    recognise: { head in
      if head.header(with: "Time Stamp", "average_frame_rate") != nil {
        return .yes(dialect: QuestMetricsDialect.all)
      }
      let near = head.header(with: "average_frame_rate", "stale_frame_count")
      return .no(missing: near == nil ? [] : ["Time Stamp"])
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let header = head.header(with: "Time Stamp", "average_frame_rate") else { return [] }
      var reader = QuestMetricsReader(below: header, of: &source)
      return [try reader.run(in: &source, dialect: dialect)]
    })
}

/// Columns differ from release to release, and are found by their names.
private enum QuestMetricsDialect {
  static let all = "any columns"
}

/// Reads the rows of a record.
private struct QuestMetricsReader: ~Copyable {
  private let headerLine: Int
  private let sensors: [PolledSensor]
  private var rows: CSVRows
  private var samples: [SampleCollector]
  private var lastTime: Nanoseconds?

  init(below header: CSVHeader, of source: inout TraceSource) {
    headerLine = header.line
    let known = header.names.compactMap { name in
      QuestMetricsSensor.sensor(named: name).map { (name: name, sensor: $0) }
    }
    sensors = known.map(\.sensor)
    samples = sensors.map { SampleCollector(scale: $0.scale) }
    let columns = [header.column("Time Stamp")] + known.map { header.column($0.name) }
    rows = CSVRows(below: header, columns: columns, of: &source)
  }

  mutating func run(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> TraceRun {
    while try rows.advance(in: &source) { takeRow() }
    guard lastTime != nil else {
      throw .noData(
        path: source.name, format: TraceFormat.questMetrics.id, line: headerLine,
        firstIssue: rows.issues.inOrder.first)
    }
    var recording = Recording(
      origin: .init(source: source.name, format: TraceFormat.questMetrics.id, dialect: dialect),
      timeline: .withheld(
        because: "OVR Metrics Tool writes averages of a second, and not the frames within it"),
      counters: counters)
    describe(&recording)
    recording.issues = rows.issues.inOrder
    return TraceRun(recording)
  }

  private mutating func takeRow() {
    let field = rows[0]
    switch field.nanoseconds(in: .milliseconds) {
    case .value(let time) where !time.isPlausible(after: lastTime): rows.note(.outOfRange, field)
    case .value(let time) where time < lastTime ?? time: rows.note(.timeWentBack, field)
    case .value(let time):
      lastTime = time
      for index in samples.indices {
        let field = rows[index + 1]
        if samples[index].append(field, at: time) != nil { rows.note(.unreadableSample, field) }
      }
    case .missing: rows.note(.unusableRow, field)
    case .problem(let kind): rows.note(kind, field)
    }
  }

  private var counters: [Counter] {
    let existing = zip(sensors, samples).filter { !$0.1.hasNoValue }
    return existing.map { sensor, samples in
      Counter(
        role: sensor.role, name: sensor.name, unit: sensor.unit,
        samples: samples.withTimes(movedBy: 0))
    }
  }

  // MARK: - The run as a whole

  private mutating func describe(_ recording: inout Recording) {
    let rates = recording.counters.first { $0.name == "display_refresh_rate" }
    let distinct = Set((rates?.samples.stretches ?? SampleStretches()).compactMap(\.value)).filter {
      $0 > 0
    }
    recording.description.device.refreshRate = distinct.count == 1 ? distinct.first : nil
    if distinct.count > 1 { rows.issues.note(.refreshRateChanges, line: nil) }
    recording.description.scalars = QuestMetricsSensor.scalars(of: recording.counters)
  }
}
