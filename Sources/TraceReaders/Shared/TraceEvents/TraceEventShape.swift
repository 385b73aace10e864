internal import Decoding

/// The tool that wrote a trace in the Trace Event Format, recognized by the first events.
enum TraceEventShape {
  /// Flutter's engine wrote the trace, through its driver or its tools.
  case flutter
  /// Chrome, or any other tool that writes the Trace Event Format, wrote the trace.
  case chrome

  /// Recognizes the tool that wrote a trace by its beginning; `nil` if the trace is not in the Trace Event Format.
  init?(_ outline: JSONOutline) {
    let list = outline.has("traceEvents") ? "traceEvents[]" : "[]"
    // Chrome's developer tools write metadata of the machine first, which can be long.
    let isAnnounced = outline.hasText(at: "metadata.source") { $0 == "DevTools" }
    guard outline.has("traceEvents") || outline.has("[].ph") || isAnnounced else { return nil }
    // Snapshots of Flutter's DevTools contain the engine's trace beside the frames that DevTools shows.
    guard !outline.has("devToolsSnapshot") else { return nil }
    let isFlutter =
      outline.hasText(at: "\(list).cat") { ["Embedder", "Dart"].contains($0) }
      || outline.hasText(at: "\(list).args.name", where: Self.isFlutterThread)
    self = isFlutter ? .flutter : .chrome
  }

  /// The container of the events, `array` or `object`, which is the name of the dialect.
  static func container(in outline: JSONOutline?) -> String {
    outline?.has("[]") == true ? "array" : "object"
  }

  /// Whether a thread's name is one of Flutter's, such as `1.ui (25408)`, `io.flutter.1.raster` or `DartWorker`.
  private static func isFlutterThread(_ name: String) -> Bool {
    name.hasPrefix("io.flutter.") || name.hasPrefix("DartWorker") || name.hasPrefix("1.ui")
      || name.hasPrefix("1.raster")
  }
}
