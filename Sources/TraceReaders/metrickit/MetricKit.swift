internal import Decoding

extension TraceFormat {
  /// Payloads that MetricKit delivers to applications, as JSON.
  static let metricKit = TraceFormat(
    id: "metrickit",
    title: "MetricKit payload",
    summary:
      "measurements of a phone in the field over a day: hitch ratio of scrolls, times, memory, hangs and"
      + " launches as histograms, signposts",
    dialects: ["payload", "list of payloads"],
    supports: "hitch.ratio as reported; everything else as scalars",
    checkedAgainst: "no real file: none is public, and the reader follows the documented keys",
    recognise: { head in
      guard let outline = head.outline else { return .no() }
      for (prefix, dialect) in [("", "payload"), ("[].", "list of payloads")] {
        let hasMetrics = outline.paths.contains { path in
          path.hasPrefix(prefix) && path.hasSuffix("Metrics")
            && !path.dropFirst(prefix.count).contains(".")
        }
        if hasMetrics, outline.has("\(prefix)metaData") || outline.has("\(prefix)timeStampBegin") {
          return .yes(dialect: dialect)
        }
      }
      return .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      try MetricKitPayload.runs(in: &source, dialect: dialect)
    })
}
