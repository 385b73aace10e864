internal import Decoding
internal import Recordings

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
