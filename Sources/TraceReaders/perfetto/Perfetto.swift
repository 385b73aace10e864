internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Perfetto traces in protobuf format.
  static let perfetto = TraceFormat(
    id: "perfetto",
    title: "Perfetto",
    summary: """
      the frames of each surface, from Android's FrameTimeline: when each frame was presented, how late the frame was, \
      and why; or the frames in the track events of Chrome and Flutter. From Perfetto traces, Hitchmark also reads self \
      times of functions, waits of threads, and the CPU use of processes and threads
      """,
    dialects: [
      PerfettoDialect.frameTimeline, PerfettoDialect.slices, PerfettoDialect.flutter,
      PerfettoDialect.chrome, PerfettoDialect.scheduler,
    ],
    supports:
      "all metrics of frames, the causes of late frames, and the CPU use of processes and threads",
    checkedAgainst: """
      one trace of Android, in which another program found the same causes of lateness as Hitchmark, for 801 frames of \
      the display and 1,068 frames of surfaces; and one trace of Flutter with three frames, in which another program \
      found the same build and render times. Track events of Chrome only with example files, one of them in both forms, \
      which give the same values
      """,
    recognize: { head in
      PerfettoHead.isPerfetto(head) ? .yes(dialect: PerfettoDialect.frameTimeline) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      var trace = try PerfettoTrace(reading: &source)
      return try trace.runs(source: source.name)
    })
}
