internal import Decoding

extension TraceFormat {
  /// Exports of the performance page in Flutter's DevTools.
  static let flutterDevTools = TraceFormat(
    id: "flutter-devtools",
    title: "Flutter DevTools snapshot",
    summary:
      "the build, raster and total times of each frame, the refresh rate, and the version of Flutter",
    dialects: ["2.x"],
    supports: "the metrics frame.ui, frame.render and frame.work",
    checkedAgainst: """
      one DevTools snapshot that contains three frames, and a made one with the layout of DevTools 2.20, which also has \
      the engine's trace
      """,
    recognize: { head in
      head.outline?.has("devToolsSnapshot") == true ? .yes(dialect: "2.x") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      [try FlutterSnapshot.run(in: &source, dialect: dialect)]
    })
}
