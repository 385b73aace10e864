internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Perfetto traces in protobuf format.
  static let perfetto = TraceFormat(
    id: "perfetto",
    title: "Perfetto",
    summary:
      "Android's FrameTimeline: the frames of each surface with their presents, how late they"
      + " were and why; self times of slices, and waits of threads; CPU use of processes and threads",
    dialects: [
      PerfettoDialect.frameTimeline, PerfettoDialect.slices, PerfettoDialect.scheduler,
    ],
    supports:
      "all metrics of frames, late frames with their causes, and the CPU use of processes and threads",
    checkedAgainst:
      "a trace whose 801 frames of the display and 1,068 of surfaces another program decoded with the same causes, and one without frames, which is refused",
    recognise: { head in
      PerfettoHead.isPerfetto(head) ? .yes(dialect: PerfettoDialect.frameTimeline) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      let trace = try PerfettoTrace(reading: &source)
      return try trace.runs(source: source.name)
    })
}
