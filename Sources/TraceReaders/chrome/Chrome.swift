internal import Decoding

extension TraceFormat {
  /// Traces of Chrome and browsers based on it, as saved by the developer tools and `chrome://tracing`.
  static let chrome = TraceFormat(
    id: "chrome",
    title: "Chrome trace JSON",
    summary: """
      the frames of each renderer process that reached the screen or were drawn, dropped frames whose loss could be \
      seen, and the times in which the page requested no frame. From Chrome \
      traces, Hitchmark also reads self times of functions, stages of Chrome's work on frames, sampling profiles of \
      scripts, intervals in which frames were expected, and user timings of the page
      """,
    dialects: ["object", "array"],
    supports: """
      all metrics of frames except CPU and GPU times; latency only if the trace contains the times at which frames \
      reached the screen
      """,
    checkedAgainst: """
      four traces, in which another program found the same number of frames, and two traces without frames, which Hitchmark \
      refuses
      """,
    recognize: { head in
      guard let outline = head.outline, case .chrome? = TraceEventShape(outline) else {
        return .no()
      }
      return .yes(dialect: TraceEventShape.container(in: outline))
    },
    read: { (source, _, dialect) throws(TraceError) in
      try ChromeTrace.runs(in: &source, dialect: dialect)
    })
}
