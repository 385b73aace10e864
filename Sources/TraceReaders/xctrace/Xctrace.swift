internal import Decoding

extension TraceFormat {
  /// Tables of an Instruments recording, as written by `xctrace export`.
  static let xctrace = TraceFormat(
    id: "xctrace",
    title: "xctrace export",
    summary: """
      frames, which are displayed surfaces or their swaps; refreshes of the display, hitches and hangs \
      with their causes, render times, CPU time by thread, displays, and the table of contents
      """,
    dialects: ["tables", "contents"],
    supports: """
      all metrics of frames, from displayed surfaces; frame.render, from renders; hitches, as \
      reported. The CPU time of threads comes from a time profile, and their shares of the cycles from \
      a CPU profile
      """,
    checkedAgainst: """
      seven tables of a recording of hitches; a time profile, whose sums another program computed too; \
      and a CPU profile of 584 samples in fzhinkin/xctraceprof
      """,
    recognize: { head in
      guard head.firstVisibleByte == UInt8(ascii: "<") else { return .no() }
      if head.contains("<trace-query-result") { return .yes(dialect: "tables") }
      return head.contains("<trace-toc") ? .yes(dialect: "contents") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      dialect == "contents"
        ? [try XctraceContents.run(in: &source, dialect: dialect)]
        : try XctraceExport.runs(in: &source, dialect: dialect)
    })
}
