internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Logs with lines of Apple's Metal performance HUD.
  static let metalHUD = TraceFormat(
    id: "metal-hud",
    title: "Metal performance HUD",
    summary: """
      the lines that contain “metal-HUD:” in the log of a program; these lines contain the present interval and GPU \
      time of each frame. Each process in the log becomes a run
      """,
    dialects: ["frame misses", "graphics memory"],
    supports: "all metrics of frames, GPU times of frames, and memory",
    checkedAgainst: """
      parts of two macOS logs in EugenePisotsky/Yarra, in which another program found the same number of frames. In \
      addition, the reader was tested with lines in the formats of the Metal HUD that Apple documents, and with lines \
      of the HUD that public programs quote in their tests
      """,
    recognize: { head in
      guard head.contains("metal-HUD: ") else { return .no() }
      let lines = String(decoding: head.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      guard let line = lines.lazy.compactMap({ MetalHUDLine(String($0)) }).first else {
        return .no()
      }
      return .yes(dialect: line.hasMisses ? "frame misses" : "graphics memory")
    },
    read: { (source, _, dialect) throws(TraceError) in
      try MetalHUDLog.runs(in: &source, dialect: dialect)
    })
}
