internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Captures of the CSV profiler in Unreal Engine.
  static let unrealCSV = TraceFormat(
    id: "unreal-csv",
    title: "Unreal CSV profile",
    summary: """
      frame times, and the times of the game thread (as CPU time), the render thread, the RHI thread and the GPU. An \
      Unreal CSV profile also has draw calls, memory, a description of the build, and events; each event becomes a \
      marker
      """,
    dialects: ["with events", "without events"],
    supports:
      "CPU, GPU and render times, memory, and all metrics of frames except latency",
    checkedAgainst:
      "example files that this project wrote; no file that Unreal Engine wrote was available",
    recognize: { head in
      guard let header = header(in: head) else { return .no() }
      return .yes(dialect: header.has("EVENTS") ? "with events" : "without events")
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let header = header(in: head) else { return [] }
      var profile = UnrealProfile(below: header, of: &source)
      return [try profile.run(in: &source, dialect: dialect)]
    })

  private static func header(in head: TraceHead) -> CSVHeader? {
    head.headers.first.flatMap { first in
      let isProfile = first.has("EVENTS", "FrameTime") || first.has("FrameTime", "GameThreadTime")
      return isProfile ? first : nil
    }
  }
}
