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
