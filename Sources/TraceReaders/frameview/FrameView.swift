internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Logs of NVIDIA FrameView: presents, PC latency, and sensors per frame.
  static let frameView = TraceFormat(
    id: "frameview",
    title: "NVIDIA FrameView",
    summary: """
      one row per present, with PC latency (from input to display), processor load, power and temperature
      """,
    dialects: ["1.x"],
    supports: "all metrics of frames, and the metrics of latency, load, power and temperature",
    checkedAgainst: """
      three FrameView logs with summaries by FrameView; Hitchmark computes all figures of these summaries
      """,
    recognize: { head in
      if head.header(with: "Log Name", "Avg FPS", "1% Low FPS") != nil {
        return .refused(.summary(tool: "FrameView"))
      }
      return found(in: head) == nil ? .no() : .yes(dialect: "1.x")
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let (header, layout) = found(in: head) else { return [] }
      var extras = PresentExtras()
      extras.sensors = PresentExtras.Sensor.present(in: header, of: sensors)
      extras.facts = ["GPU", "CPU", "Resolution"].compactMap { name in
        guard let column = header.column(name), let fact = HardwareFact(named: name) else {
          return nil
        }
        return (column, fact)
      }
      var table = PresentTable(
        below: header, layout: layout, extras: extras, recognized: ("frameview", dialect),
        in: head, of: &source)
      return try table.runs(in: &source)
    })

  private static func found(in head: TraceHead) -> (CSVHeader, PresentLayout)? {
    guard !CapFrameXPreface.isAbove(head),
      let header = head.headers.first(where: isFrameView), let layout = PresentLayout(header)
    else { return nil }
    return (header, layout)
  }

  /// Whether a header has columns that FrameView writes and related tools do not write.
  static func isFrameView(_ header: CSVHeader) -> Bool {
    header.has("GPU0Util(%)") || header.has("Render Queue Depth")
  }

  /// The sensor columns of FrameView; if two sensors have the same role, metrics use the first sensor with samples.
  private static let sensors: [PresentExtras.Sensor] = [
    .init("CPUUtil(%)", .cpu, .fraction),
    .init("GPU0Util(%)", .gpu, .fraction),
    .init("PCAT Power Total(W)", .power, .watts),
    .init("NV Pwr(W) (API)", .power, .watts),
    .init("AMDPwr(W) (API)", .power, .watts),
    .init("GPU0Temp(C)", .temperature, .celsius),
    .init("Battery Percentage", .battery, .fraction),
    .init("CPU Package Power(W)", .other, .watts),
    .init("CPU Package Temp(C)", .other, .celsius),
    .init("GPUOnlyPwr(W) (API)", .other, .watts),
    .init("GPU1Util(%)", .other, .fraction),
    .init("GPU1Temp(C)", .other, .celsius),
    .init("GPU0Clk(MHz)", .other, Unit(id: "MHz")),
    .init("GPU0MemClk(MHz)", .other, Unit(id: "MHz")),
    .init("CPUClk(MHz)", .other, Unit(id: "MHz")),
  ]
}
