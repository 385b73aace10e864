internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Perfetto traces in protobuf format.
  static let perfetto = TraceFormat(
    id: "perfetto",
    title: "Perfetto",
    summary: """
      the frames of each surface, from Android's FrameTimeline: when each frame was presented, how late the frame was, \
      and why; or the frames in the track events of Chrome and Flutter. From Perfetto traces, Hitchmark also reads self times of functions, waits of threads, and the CPU use \
      of processes and threads
      """,
    dialects: [
      PerfettoDialect.frameTimeline, PerfettoDialect.slices, PerfettoDialect.flutter,
      PerfettoDialect.chrome, PerfettoDialect.scheduler,
    ],
    supports:
      "all metrics of frames, the causes of late frames, and the CPU use of processes and threads",
    checkedAgainst: """
      one trace with frames, and one trace without frames, which Hitchmark refuses. In the trace with frames, another \
      program found the same causes of lateness as Hitchmark, for 801 frames of the display and 1,068 frames of \
      surfaces. A trace of Flutter's DevTools with three frames; three traces of Chrome and one of Flutter that were       converted from JSON, which give the same values in both forms
      """,
    recognize: { head in
      PerfettoHead.isPerfetto(head) ? .yes(dialect: PerfettoDialect.frameTimeline) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      var trace = try PerfettoTrace(reading: &source)
      return try trace.runs(source: source.name)
    })
}
