internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Hardware monitoring logs of MSI Afterburner: `.hml` files, or tables made from them.
  static let afterburner = TraceFormat(
    id: "afterburner",
    title: "MSI Afterburner log",
    summary: """
      samples of sensors, by default one per second; each recording in the log becomes a run. Afterburner only samples \
      frame rates and frame times, so the log contains no single frames
      """,
    dialects: ["1.5", "1.6", AfterburnerLog.unknownVersion],
    supports: """
      load, power and temperature; the metric fps.sampled is the mean of the sampled frame rates; the sampled frame \
      times are stored as samples
      """,
    checkedAgainst: """
      a log of version 1.6 with two recordings, which a spreadsheet had opened and saved
      """,
    recognize: { head in
      var source = TraceSource(bytes: head.bytes, name: "")
      var lines = TextLines()
      var isFirst = true
      var sampleLines = 0
      // Reading lines from memory does not fail.
      while let field = try? lines.next(in: &source) {
        if field.trimmed.count == 0 { continue }
        defer { isFirst = false }
        guard let line = AfterburnerLine(field) else {
          // The first line of a copied log, and the last line of the bytes that were read, may be cut off.
          if isFirst { continue } else { break }
        }
        if let version = AfterburnerLog.version(in: line) { return .yes(dialect: version) }
        if line.kind == .names { return .yes(dialect: AfterburnerLog.unknownVersion) }
        if line.kind == .samples { sampleLines += 1 }
      }
      return sampleLines >= 10 ? .yes(dialect: AfterburnerLog.unknownVersion) : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      try AfterburnerLog.runs(in: &source, dialect: dialect)
    })
}
