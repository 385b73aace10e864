internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Tables and lists of frame rates, one per second or per another interval, as many programs write them.
  static let frameRateSamples = TraceFormat(
    id: "fps-samples",
    title: "tables of frame rates",
    summary: """
      a column of frame rates such as FPS or Framerate, with or without times, and with other samples such as GPU usage \
      (%). The tables of PerfDog and of many games' own logs have this form. Rows are samples, never frames; a table \
      whose times show that each row is a frame does not have this format
      """,
    dialects: ["table", "list"],
    supports: """
      the metric fps.sampled is the mean of the sampled frame rates; samples of columns with a unit, and the load of the \
      CPU and the GPU
      """,
    checkedAgainst: """
      six logs named fps_log.csv of a simulation in DoyleAaron/Concurrent-Development-24-25, and example files with the \
      columns of PerfDog and MSI Afterburner
      """,
    recognize: { head in
      guard let table = FrameRateTable(head), isOnlyThis(head) else { return .no() }
      return .yes(dialect: table.clock == nil ? "list" : "table")
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let table = FrameRateTable(head) else { return [] }
      let origin = Recording.Origin(source: source.name, format: "fps-samples", dialect: dialect)
      return [try table.run(in: &source, origin)]
    })

  /// Whether no other format recognizes a file: a column of frame rates alone says little about a table.
  private static func isOnlyThis(_ head: TraceHead) -> Bool {
    all.allSatisfy { format in
      if format.id == "fps-samples" { return true }
      if case .no = format.recognize(head) { return true }
      return false
    }
  }
}
