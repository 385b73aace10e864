internal import Decoding

extension TraceFormat {
  /// Traces of Chrome and what is built on it, as its developer tools and `chrome://tracing` save them.
  static let chrome = TraceFormat(
    id: "chrome",
    title: "Chrome trace JSON",
    summary:
      "frames of every renderer as they reached the screen, or as they were drawn, with dropped"
      + " ones, the stretches in which frames were wanted, and user timings",
    dialects: ["object", "array"],
    supports: "all metrics of frames but CPU, GPU and latency",
    checkedAgainst:
      "four traces, counted by another program, and two without frames, which it refuses",
    recognise: { head in
      guard let outline = head.outline, case .chrome? = TraceEventShape(outline) else {
        return .no()
      }
      return .yes(dialect: TraceEventShape.container(in: outline))
    },
    read: { (source, _, dialect) throws(TraceError) in
      try ChromeTrace.runs(in: &source, dialect: dialect)
    })
}
