internal import Recordings

extension TraceFormat {
  /// Traces of Perfetto in its own binary form.
  static let perfetto = TraceFormat(
    id: "perfetto",
    title: "Perfetto",
    summary:
      "Android's FrameTimeline: every surface's frames when the display presented them, how late they"
      + " were and why; CPU use of processes and threads from the scheduler",
    dialects: [
      PerfettoDialect.frameTimeline, PerfettoDialect.slices, PerfettoDialect.scheduler,
    ],
    recognise: { head in
      PerfettoHead.isPerfetto(head) ? .yes(dialect: PerfettoDialect.frameTimeline) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      let trace = try PerfettoTrace(reading: &source)
      return try trace.runs(source: source.name)
    })
}
