internal import Decoding

extension TraceFormat {
  /// `<name>.timeline.json` files of Flutter's driver: traces of the engine.
  static let flutterTimeline = TraceFormat(
    id: "flutter-timeline",
    title: "Flutter timeline",
    summary:
      "how long every frame took to build, to rasterize, and on its way through both; the engine does"
      + " not tell when frames were presented, so there is no frame rate",
    dialects: ["object", "array"],
    supports: "frame.ui, frame.render and frame.work",
    checkedAgainst:
      "a trace of Flutter's driver: averages, percentiles and longest times are those of the summary beside it",
    recognise: { head in
      guard let outline = head.outline, case .flutter? = TraceEventShape(outline) else {
        return .no()
      }
      return .yes(dialect: TraceEventShape.container(in: outline))
    },
    read: { (source, _, dialect) throws(TraceError) in
      [try FlutterEngineTrace.run(in: &source, dialect: dialect)]
    })
}
