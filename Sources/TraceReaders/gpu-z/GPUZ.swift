internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Sensor logs of GPU-Z, a monitor of graphics cards for Windows.
  static let gpuZ = TraceFormat(
    id: "gpu-z",
    title: "GPU-Z sensor log",
    summary: """
      samples of the sensors of a graphics card, by default one per second. In a run's folder, the samples become those \
      of the capture
      """,
    dialects: ["text"],
    supports: "load, power and temperature of the GPU; all other sensors are stored as samples",
    checkedAgainst: """
      two logs with 21 and 6 sensors, in MateusRodriguesCosta/AMDdebug and sabbir360/GpuCheckForOpenHWMonitor
      """,
    recognize: { head in header(in: head) == nil ? .no() : .yes(dialect: "text") },
    read: { (source, head, dialect) throws(TraceError) in
      guard let header = header(in: head) else { return [] }
      let columns = SensorTable.columns(
        header.names.indices.dropFirst().filter { header.names[$0] != "" }, of: header, role: role)
      var table = SensorTable(below: header, clock: .date([0]), columns: columns, of: &source)
      let origin = Recording.Origin(source: source.name, format: "gpu-z", dialect: dialect)
      let run = try table.run(
        in: &source, origin, because: "GPU-Z samples at intervals, and logs no frames"
      ) { _ in }
      return [run]
    })

  private static func header(in head: TraceHead) -> CSVHeader? {
    head.headers.first { header in
      header.count > 1 && header.names[0] == "Date"
        && header.names[1].hasPrefix("GPU ") && header.names[1].hasSuffix("]")
    }
  }

  private static func role(of heading: SensorHeading) -> Counter.Role {
    switch (heading.name, heading.unit) {
    case ("GPU Load", "%"): .gpu
    case ("GPU Power", "W"), ("GPU Chip Power Draw", "W"), ("Board Power Draw", "W"): .power
    case ("GPU Temperature", "C"): .temperature
    default: .other
    }
  }
}
