internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// PresentMon tables, from the console or the graphical program, and reduced copies of them.
  static let presentMon = TraceFormat(
    id: "presentmon",
    title: "PresentMon",
    summary: """
      the presents of every process and swap chain, with the times of CPU, GPU, display and input for each present
      """,
    dialects: PresentMonDialect.names,
    supports: """
      all metrics of frames, latency, animation error, CPU and GPU times; captures of PresentMon's graphical program \
      also give load, power and temperature
      """,
    checkedAgainst: """
      30 captures of 2016 to 2025, in which another program found the same number of frames. Of the 30 captures, 17 \
      were made from the same event trace by PresentMon versions with different table headers. No capture of \
      PresentMon's graphical program with all telemetry was available
      """,
    recognize: { head in
      if head.header(with: "Total Frames", "Average FPS", "1st Percentile FPS") != nil {
        return .refused(.summary(tool: "PresentMon"))
      }
      if let found = found(in: head) { return .yes(dialect: found.dialect) }
      let isNear = head.header(with: "Application", "ProcessID", "SwapChainAddress") != nil
      return .no(missing: isNear ? ["MsBetweenPresents"] : [])
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let found = found(in: head) else { return [] }
      var extras = PresentExtras()
      extras.sensors = PresentExtras.Sensor.present(in: found.header, of: sensors)
      extras.losses = losses.compactMap { name in found.header.column(name).map { ($0, name) } }
      var table = PresentTable(
        below: found.header, layout: found.layout, extras: extras,
        recognized: ("presentmon", dialect), in: head, of: &source)
      return try table.runs(in: &source)
    })

  /// The header of a PresentMon table, unless a related tool such as OCAT wrote the table.
  private static func found(
    in head: TraceHead
  ) -> (header: CSVHeader, layout: PresentLayout, dialect: String)? {
    guard !CapFrameXPreface.isAbove(head) else { return nil }
    for header in head.headers {
      guard let layout = PresentLayout(header), !header.has("Motherboard"),
        !isFrameView(header)
      else { continue }
      return (header, layout, PresentMonDialect.name(of: header, layout))
    }
    return nil
  }

  /// The sensor columns that only PresentMon's graphical program writes.
  ///
  /// A sensor that is the flag of a limit, such as a power limit, is 1 while the limit is in force.
  private static let sensors: [PresentExtras.Sensor] =
    [
      .init("CPUUtilization", .cpu, .fraction),
      .init("GPUUtilization", .gpu, .fraction),
      .init("GPUPower", .power, .watts),
      .init("GPUTemperature", .temperature, .celsius),
      .init("CPUPower", .other, .watts),
      .init("CPUTemperature", .other, .celsius),
      .init("CPUFrequency", .other, .hertz, .times(1e6)),
      .init("GPUFrequency", .other, .hertz, .times(1e6)),
      .init("GPUVoltage", .other, Unit(id: "V")),
      .init("GPUMemorySizeUsed", .other, .bytes),
      .init("GPUMemoryFrequency", .other, .hertz, .times(1e6)),
      .init("GPUMemoryTemperature", .other, .celsius),
      .init("GPUMemoryPower", .other, .watts),
      .init("GPUFanSpeed[0]", .other, Unit(id: "RPM")),
    ]
    + limits.map { .init($0, .other, .count) }

  /// The columns of lost events that `--track_etw_status` adds; each column counts lost events since the start of the
  /// recording.
  private static let losses = ["EtwEventsLost", "EtwBuffersLost", "OverflowedPresents"]

  private static let limits = [
    "GPUPowerLimited", "GPUTemperatureLimited", "GPUCurrentLimited", "GPUVoltageLimited",
    "GPUUtilizationLimited",
  ]
}
