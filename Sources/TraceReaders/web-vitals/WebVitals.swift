internal import Decoding

extension TraceFormat {
  /// Long animation frames and web vitals of a page, as scripts write them in JSON.
  static let webVitals = TraceFormat(
    id: "web-vitals",
    title: "long animation frames and web vitals",
    summary: """
      animation frames over 50 ms of a page, from performance.getEntriesByType("long-animation-frame") or a \
      PerformanceObserver, and the metrics of the library web-vitals, such as INP. The long frames become intervals that \
      are named by their longest script
      """,
    dialects: [WebVitalsDialect.value, WebVitalsDialect.lines],
    supports: """
      number, total and blocking time of long animation frames, the longest of them, and each web vital, as one value \
      each per run; no metric of frames, because frames up to 50 ms are missing. Of several page loads, a web vital is \
      the 75th percentile
      """,
    checkedAgainst: """
      example files that this project wrote by the specification of long animation frames and by the objects that \
      web-vitals documents; no recorded file was available
      """,
    recognize: { head in
      guard let outline = head.outline, WebVitalsDialect.matches(outline) else { return .no() }
      return .yes(dialect: WebVitalsDialect.of(head))
    },
    read: { (source, _, dialect) throws(TraceError) in
      var reader = WebVitalsReader()
      return [try reader.run(in: &source, dialect: dialect)]
    })
}

/// The dialects of files with web vitals: one JSON value, or one per line.
enum WebVitalsDialect {
  static let value = "JSON"
  static let lines = "JSON lines"

  /// Whether a JSON text has long animation frames or web vitals near its beginning.
  static func matches(_ outline: JSONOutline) -> Bool {
    if outline.has("traceEvents") || outline.has("[].ph") { return false }
    return outline.paths.contains { path in
      if path.hasSuffix("entryType") {
        return outline.hasText(at: path) { $0 == WebVitalsEntry.longFrame }
      }
      let object = path.dropLast("blockingDuration".count)
      if path.hasSuffix("blockingDuration"), outline.has("\(object)renderStart") { return true }
      guard path == "name" || path.hasSuffix(".name") else { return false }
      let place = path.dropLast("name".count)
      return outline.has("\(place)value") && outline.has("\(place)delta")
        && outline.hasText(at: path) { WebVitalsEntry.isVital($0) }
    }
  }

  static func of(_ head: TraceHead) -> String {
    let lines = head.lines.lazy.filter { !$0.isEmpty }.prefix(2)
    return lines.count == 2
      && lines.allSatisfy { $0.hasPrefix("{") && ($0.hasSuffix("}") || $0 != lines.first) }
      ? self.lines : value
  }
}
