internal import Decoding

extension TraceFormat {
  /// Traces of Chrome and browsers based on it, as saved by the developer tools and `chrome://tracing`.
  static let chrome = TraceFormat(
    id: "chrome",
    title: "Chrome trace JSON",
    summary:
      "frames of each renderer as they reached the screen or were drawn, with dropped ones and the self"
      + " times of slices; the intervals in which frames were expected; user timings",
    dialects: ["object", "array"],
    supports: "all metrics of frames except CPU, GPU and latency",
    checkedAgainst:
      "four traces, counted by another program, and two without frames, which are refused",
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
