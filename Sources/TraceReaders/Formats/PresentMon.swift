internal import Recordings
internal import Units

extension TraceFormat {
  /// Tables that PresentMon writes, on the console or from its window, and trimmed copies of them.
  static let presentMon = TraceFormat(
    id: "presentmon",
    title: "PresentMon",
    summary: "presents of every process and swap chain, with CPU, GPU, display and input timing",
    dialects: PresentMonDialect.names,
    recognise: { head in
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
      var table = PresentTable(
        below: found.header, layout: found.layout, extras: extras,
        recognised: ("presentmon", dialect), in: head, of: &source)
      return try table.runs(in: &source)
    })

  /// The table's header, unless another tool of the family wrote the table.
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

  /// Columns that the window's recordings have besides.
  private static let sensors: [PresentExtras.Sensor] = [
    .init("CPUUtilization", .cpu, .fraction),
    .init("GPUUtilization", .gpu, .fraction),
    .init("GPUPower", .power, .watts),
    .init("GPUTemperature", .temperature, .celsius),
    .init("CPUPower", .other, .watts),
    .init("CPUTemperature", .other, .celsius),
  ]
}
