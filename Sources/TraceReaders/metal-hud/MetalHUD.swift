internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Logs with lines of Apple's Metal performance HUD.
  static let metalHUD = TraceFormat(
    id: "metal-hud",
    title: "Metal performance HUD",
    summary:
      "lines “metal-HUD:” in the log of a program, with the present interval and GPU time of each frame, one run"
      + " per process; other lines are ignored",
    dialects: ["frame misses", "graphics memory"],
    supports: "all metrics of frames, and GPU times; memory is stored as samples",
    checkedAgainst:
      "parts of two logs of macOS in EugenePisotsky/Yarra, whose frames another program counted, Apple's two"
      + " descriptions of the line, and lines that public programs quote in their tests",
    recognise: { head in
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
