internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Records of OVR Metrics Tool on Meta's Quest headsets.
  static let questMetrics = TraceFormat(
    id: "ovr-metrics",
    title: "OVR Metrics Tool",
    summary: """
      one row per second with the frame rate, stale frames, loads, temperatures and memory of a Quest headset. The \
      rows are averages over a second, not frames
      """,
    supports: """
      load, memory, battery and temperature; the frame rate and the number of stale frames become one value each per \
      run
      """,
    checkedAgainst:
      "example files that this project wrote; no file that OVR Metrics Tool wrote was available",
    tables: [
      .samples(
        // The columns differ between releases of the tool, and are found by name.
        dialect: "any columns",
        header: { $0.header(with: "Time Stamp", "average_frame_rate") },
        columns: { header in
          let sensors = header.names.compactMap { name in
            QuestMetricsSensor.sensor(named: name).map { TableColumn(name, .sample($0)) }
          }
          return [TableColumn("Time Stamp", .time(.milliseconds))] + sensors
        },
        because: "OVR Metrics Tool writes averages per second, not frames",
        startsAtZero: false,
        describe: describe)
    ],
    missing: { head in
      head.header(with: "average_frame_rate", "stale_frame_count") == nil ? [] : ["Time Stamp"]
    })

  @Sendable
  private static func describe(_ recording: inout Recording, issues: inout IssueLog) {
    let rates = recording.counters.first { $0.name == "display_refresh_rate" }
    let known = rates?.samples.stretches.compactMap(\.value).filter(Device.isRefreshRate) ?? []
    let distinct = Set(known)
    recording.description.device.refreshRate = distinct.count == 1 ? distinct.first : nil
    if distinct.count > 1 { issues.note(.refreshRateChanges, line: nil) }
    recording.description.scalars = QuestMetricsSensor.scalars(of: recording.counters)
  }
}

/// Recognizes the columns of OVR Metrics Tool as sensors with a unit and a role.
///
/// The names of the columns end in Meta's spelling of the units; a megabyte is a million bytes.
///
/// Source: Meta's documentation of OVR Metrics Tool, "Stats definition guide", and its SDK's `MetricsSnapshot`.
enum QuestMetricsSensor {
  private static let roles: [String: Counter.Role] = [
    "cpu_utilization_percentage": .cpu, "gpu_utilization_percentage": .gpu,
    "app_pss_MB": .memory, "battery_temperature_celcius": .temperature,
    "battery_level_percentage": .battery,
  ]

  /// The units of columns by the suffix of the column's name, longer suffixes first.
  private static let units: [(String, Unit, SampleCollector.Scale)] = [
    ("_frames_per_second", .framesPerSecond, .asWritten),
    ("_frame_rate", .framesPerSecond, .asWritten), ("_refresh_rate", .hertz, .asWritten),
    ("_percentage", .fraction, PolledSensor.percent), ("_celcius", .celsius, .asWritten),
    ("_milliseconds", .milliseconds, .asWritten),
    ("_microseconds", .milliseconds, .divided(by: 1000)),
    ("_MHz", .hertz, .times(1e6)), ("_MB", .bytes, .times(1e6)), ("_count", .count, .asWritten),
    ("_consecutive", .count, .asWritten), ("_level", .count, .asWritten),
  ]

  /// The sensor of a column in an OVR Metrics record; `nil` for the time, and for a column without a known unit.
  static func sensor(named name: String) -> PolledSensor? {
    let plain = name.drop { $0 == " " }
    // The use of a single processor core has no role in metrics.
    let isOfCore = plain.contains("_core")
    let stem = isOfCore ? plain.prefix { !$0.isNumber }.dropLast("_core".count) : plain
    guard let (_, unit, scale) = units.first(where: { stem.hasSuffix($0.0) }) else { return nil }
    return PolledSensor(String(plain), unit, scale, role: roles[String(plain)] ?? .other)
  }

  /// The figures of a whole record: the column, the name, whether it is a mean or a sum, and whether lower is better.
  private static let figures: [(column: String, name: String, isMean: Bool, lower: Bool)] = [
    ("stale_frame_count", "ovr-metrics.stale-frames", false, true),
    ("screen_tear_count", "ovr-metrics.screen-tears", false, true),
    ("app_gpu_time_microseconds", "ovr-metrics.app-gpu-time", true, true),
  ]

  /// The figures of a whole record: means and sums over the rows with a value.
  static func scalars(of counters: [Counter]) -> [Scalar] {
    let frameRate = counters.sampledFrameRate(named: "average_frame_rate")
    return [frameRate].compactMap(\.self)
      + figures.compactMap { figure in
        guard let counter = counters.first(where: { $0.name == figure.column }) else { return nil }
        let known = counter.samples.stretches.filter { $0.value != nil }
        let count = known.reduce(0) { $0 + $1.count }
        let sum = known.reduce(0.0) { $0 + ($1.value ?? 0) * Double($1.count) }
        guard count > 0 else { return nil }
        return Scalar(
          name: figure.name, value: figure.isMean ? sum / Double(count) : sum, unit: counter.unit,
          lowerIsBetter: figure.lower)
      }
  }
}
