internal import Decoding

extension TraceFormat {
  /// Payloads that MetricKit delivers to applications, as JSON.
  static let metricKit = TraceFormat(
    id: "metrickit",
    title: "MetricKit payload",
    summary: """
      the measurements of one day on a user's phone: the hitch ratio of scrolling, times, memory, signposts, and \
      histograms of hangs and launches
      """,
    dialects: ["payload", "list of MetricKit payloads"],
    supports: """
      the metric hitch.ratio as MetricKit reports it; every other value in the payload becomes one value per run
      """,
    checkedAgainst: """
      example files that this project wrote, with the keys that Apple documents; no real payload is public
      """,
    recognize: { head in
      guard let outline = head.outline else { return .no() }
      for (prefix, dialect) in [("", "payload"), ("[].", "list of MetricKit payloads")] {
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
