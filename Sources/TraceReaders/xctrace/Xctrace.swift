internal import Decoding

extension TraceFormat {
  /// Tables of an Instruments recording, as written by `xctrace export`.
  static let xctrace = TraceFormat(
    id: "xctrace",
    title: "xctrace export",
    summary: """
      frames, which are displayed surfaces or their swaps, and refreshes of the display. An export of xctrace may also \
      contain hitches and hangs with their causes, render times, CPU time by thread, displays, and the table of \
      contents of the recording
      """,
    dialects: ["tables", "contents"],
    supports: """
      all metrics of frames, from displayed surfaces; the metric frame.render, from renders; hitches, as Instruments \
      reports them; fps.sampled and the load of the GPU, from the frame rates that Instruments estimates once per second. The CPU time of threads comes from a time profile, and their shares of the CPU cycles from a CPU \
      profile
      """,
    checkedAgainst: """
      seven tables of one recording of hitches, a time profile, and a CPU profile of 584 samples in \
      fzhinkin/xctraceprof. The tables core-animation-fps-estimate, hitches-summary and hitches-render-interval only with \
      example files that this project wrote: public programs that read them show their columns, but no export was \
      available. From the time profile, another program computed the same sum of sampled CPU time as \
      Hitchmark
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
