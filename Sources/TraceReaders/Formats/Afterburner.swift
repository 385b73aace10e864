internal import Recordings

extension TraceFormat {
  /// The hardware monitoring log of MSI Afterburner: `.hml`, or a table made of it.
  static let afterburner = TraceFormat(
    id: "afterburner",
    title: "MSI Afterburner log",
    summary:
      "sensors as they were sampled, once a second unless set otherwise, each recording in the file a run;"
      + " frame rates and frame times are of single moments, so there are no frames",
    dialects: ["1.5", "1.6", "of an unknown version"],
    supports: "load, power and temperature; frame rates and frame times are kept as samples",
    checkedAgainst: "a log of 1.6 with two recordings, as a spreadsheet had saved it",
    recognise: { head in
      var source = TraceSource(bytes: head.bytes, name: "")
      var lines = TextLines()
      // Bytes in memory cannot fail to be read.
      while let field = try? lines.next(in: &source) {
        if field.trimmed.count == 0 { continue }
        guard let line = AfterburnerLine(field) else { return .no() }
        if let version = AfterburnerLog.version(in: line) { return .yes(dialect: version) }
        // A copy can begin with the names.
        return line.kind == .names ? .yes(dialect: "of an unknown version") : .no()
      }
      return .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      try AfterburnerLog.runs(in: &source, dialect: dialect)
    })
}
