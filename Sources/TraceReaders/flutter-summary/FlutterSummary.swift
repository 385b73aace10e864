internal import Decoding

extension TraceFormat {
  /// `<name>.timeline_summary.json` files of Flutter's driver and of `integration_test`.
  static let flutterSummary = TraceFormat(
    id: "flutter-summary",
    title: "Flutter timeline summary",
    summary: """
      the build and raster times of each frame, and the figures that Flutter computed from these times
      """,
    dialects: ["summary", "reports"],
    supports: """
      the metrics frame.ui and frame.render; each figure that Flutter computed becomes one value per run
      """,
    checkedAgainst: """
      one summary of Flutter's driver, whose averages, percentiles and longest times Hitchmark reproduces from its \
      frames
      """,
    recognize: { head in
      guard let outline = head.outline else { return .no() }
      let marks = ["average_frame_build_time_millis", "frame_build_times"]
      if marks.contains(where: outline.has) { return .yes(dialect: "summary") }
      let isBelow = outline.paths.contains { path in
        marks.contains { path.hasSuffix(".\($0)") } && path.count { $0 == "." } == 1
      }
      return isBelow ? .yes(dialect: "reports") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      try FlutterFrameSummary.runs(in: &source, dialect: dialect)
    })
}
