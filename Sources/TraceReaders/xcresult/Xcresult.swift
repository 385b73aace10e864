internal import Decoding

extension TraceFormat {
  /// Metrics of performance tests, as `xcresulttool get test-results metrics` prints them.
  static let xcresult = TraceFormat(
    id: "xcresult",
    title: "xcresulttool metrics",
    summary:
      "every repetition of every performance test with what was measured of it: scrolls with hitches and"
      + " frame rate, clock, CPU, memory, storage, launches",
    dialects: ["test-results metrics"],
    supports:
      "hitch.*, fps.avg and frames as reported, of single measures; everything else as scalars",
    checkedAgainst:
      "no real file: none was available, and it is written after the tool's own schema",
    recognise: { head in
      guard let outline = head.outline, outline.has("[].testIdentifier"), outline.has("[].testRuns")
      else { return .no() }
      return .yes(dialect: "test-results metrics")
    },
    read: { (source, _, dialect) throws(TraceError) in
      try XcresultMetrics.runs(in: &source, dialect: dialect)
    })
}
