internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Tables of CapFrameX' Vulkan layer for Linux: frame times, and two columns that measure nothing.
  static let capFrameXLayer = TraceFormat(
    id: "capframex-layer",
    title: "CapFrameX for Linux",
    summary: "frame times; its latency columns are copies of them and are not read",
    dialects: ["1"],
    supports: "metrics of frames that need no latency",
    checkedAgainst: "no real file: none was to be had",
    recognise: { head in
      let names = ["msbetweenpresents", "msuntilrendercomplete", "msuntildisplayed"]
      let isLayer = head.headers.first?.names.map { $0.lowercased() } == names
      return isLayer ? .yes(dialect: "1") : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let header = head.headers.first else { return [] }
      var frames = FrameCollector()
      var rows = CSVRows(below: header, columns: [0], of: &source)
      while try rows.advance(in: &source) {
        switch rows[0].nanoseconds(in: .milliseconds) {
        case .problem(let kind): rows.note(kind, rows[0])
        case let frameTime:
          let verdict = frames.add(time: nil, frameTime: frameTime.value)
          if let issue = verdict.issue { rows.note(issue, rows[0]) }
        }
      }
      guard let timeline = frames.finish() else {
        throw .noData(
          path: source.name, format: "capframex-layer", line: header.line,
          firstIssue: rows.issues.inOrder.first)
      }
      let recording = Recording(
        origin: .init(source: source.name, format: "capframex-layer", dialect: dialect),
        timeline: .known(timeline), issues: rows.issues.inOrder)
      return [TraceRun(recording)]
    })
}
