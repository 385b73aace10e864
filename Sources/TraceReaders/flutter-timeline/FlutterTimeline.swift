internal import Decoding

extension TraceFormat {
  /// `<name>.timeline.json` files of Flutter's driver: traces of the engine.
  static let flutterTimeline = TraceFormat(
    id: "flutter-timeline",
    title: "Flutter timeline",
    summary: """
      the build, raster and total times of each frame; Flutter's engine does not record presents, so no frame rate can \
      be computed
      """,
    dialects: ["object", "array"],
    supports: "the metrics frame.ui, frame.render and frame.work",
    checkedAgainst: """
      one trace of Flutter's driver, whose averages, percentiles and longest times equal those in its summary
      """,
    recognize: { head in
      guard let outline = head.outline, case .flutter? = TraceEventShape(outline) else {
        return .no()
      }
      return .yes(dialect: TraceEventShape.container(in: outline))
    },
    read: { (source, _, dialect) throws(TraceError) in
      [try FlutterEngineTrace.run(in: &source, dialect: dialect)]
    })
}
