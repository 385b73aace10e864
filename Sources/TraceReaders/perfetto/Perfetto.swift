internal import Decoding
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
    supports:
      "all metrics of frames, late frames with their causes, and the CPU use of processes and threads",
    checkedAgainst:
      "a trace whose 801 frames of the display and 1,068 of surfaces were decoded by another program, with the same causes, and one without frames, which it refuses",
    recognise: { head in
      PerfettoHead.isPerfetto(head) ? .yes(dialect: PerfettoDialect.frameTimeline) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      let trace = try PerfettoTrace(reading: &source)
      return try trace.runs(source: source.name)
    })
}
