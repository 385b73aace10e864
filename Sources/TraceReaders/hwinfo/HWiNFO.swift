internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Sensor logs of HWiNFO, a monitor of hardware for Windows.
  static let hwinfo = TraceFormat(
    id: "hwinfo",
    title: "HWiNFO log",
    summary: """
      samples of all sensors of a PC, by default one every two seconds, with or without the frame rates of the program \
      that draws. In a run's folder, the samples become those of the capture
      """,
    dialects: ["CSV"],
    supports: """
      load of the CPU, and load, power and temperature of the GPU; the metric fps.sampled is the mean of the sampled \
      frame rates, without the zeros before the program begins and after it ends. All other sensors are stored as \
      samples
      """,
    checkedAgainst: """
      four logs with 151 to 451 columns, in HunterAnnan/hwinfo_plotter, JuanjoFuchs/hwinfo-tui and \
      tablerst/HWinfoLogViewer, the last one in Chinese. None of them has frame rates; for these, only example files that \
      this project wrote
      """,
    recognize: { head in header(in: head) == nil ? .no() : .yes(dialect: "CSV") },
    read: { (source, head, dialect) throws(TraceError) in
      guard let header = header(in: head) else { return [] }
      let columns = SensorTable.columns(
        header.names.indices.filter { isNumeric(header.names[$0]) }, of: header, role: role)
      var table = SensorTable(
        below: header, clock: .date([0, 1]), columns: columns, of: &source)
      let origin = Recording.Origin(source: source.name, format: "hwinfo", dialect: dialect)
      let run = try table.run(
        in: &source, origin, because: "HWiNFO samples at intervals, and logs no frames"
      ) { recording in
        recording.counters = recording.counters.compactMap {
          frameRates.contains($0.name) ? $0.withoutIdleEnds : $0
        }
        let rates = frameRates.lazy.compactMap { [counters = recording.counters] name in
          counters.sampledFrameRate(named: name)
        }
        recording.description.scalars = rates.first.map { [$0] } ?? []
      }
      return [run]
    })

  private static func header(in head: TraceHead) -> CSVHeader? {
    head.headers.first { header in
      header.count > 2 && header.names[0] == "Date" && header.names[1] == "Time"
        && header.names[2...].contains { $0.hasSuffix("]") }
    }
  }

  /// Whether the heading belongs to a sensor with numbers; other sensors have words such as `Yes` and `No`.
  private static func isNumeric(_ heading: String) -> Bool {
    let unit = SensorHeading(heading).unit
    return heading.hasSuffix("]") && (!unit.contains("/") || unit.hasSuffix("/s"))
  }

  /// The sensors of the frame rate, from RTSS or PresentMon, the preferred one first.
  private static let frameRates = [
    "Framerate (Presented) [FPS]", "Framerate [FPS]", "Framerate (Displayed) [FPS]",
  ]

  private static func role(of heading: SensorHeading) -> Counter.Role {
    switch heading.name {
    case "Total CPU Usage": .cpu
    case "GPU Core Load", "GPU Utilization": .gpu
    case "GPU Power", "GPU ASIC Power", "Total Graphics Power (TGP)": .power
    case "GPU Temperature": .temperature
    default: .other
    }
  }
}

extension Counter {
  /// The counter without the zeros before the program begins to draw and after it ends; `nil` if it never draws.
  var withoutIdleEnds: Counter? {
    guard case .times(let times) = samples.clock else { return self }
    let values = samples.stretches.flatMap { repeatElement($0.value, count: $0.count) }
    let drawing = zip(times, values).filter { $0.1 ?? 0 != 0 }
    guard let first = drawing.first?.0, let last = drawing.last?.0 else { return nil }
    return Counter(role: role, name: name, unit: unit, samples: samples.within(first...last))
  }
}
