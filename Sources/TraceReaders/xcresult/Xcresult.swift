internal import Decoding

extension TraceFormat {
  /// Metrics of performance tests, as printed by `xcresulttool get test-results metrics`.
  static let xcresult = TraceFormat(
    id: "xcresult",
    title: "xcresulttool metrics",
    summary:
      "the metrics of each repetition of each performance test: scrolls with hitches and"
      + " frame rate, clock, CPU, memory, storage, launches",
    dialects: ["test-results metrics"],
    supports:
      "hitch.*, fps.avg and frames as reported, from single measures; everything else as scalars",
    checkedAgainst:
      "no real file: none was available, and the reader follows the tool's own schema",
    recognise: { head in
      guard let outline = head.outline, outline.has("[].testIdentifier"), outline.has("[].testRuns")
      else { return .no() }
      return .yes(dialect: "test-results metrics")
    },
    read: { (source, _, dialect) throws(TraceError) in
      try XcresultMetrics.runs(in: &source, dialect: dialect)
    })
}
