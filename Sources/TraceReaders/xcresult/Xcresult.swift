internal import Decoding

extension TraceFormat {
  /// Metrics of performance tests, as printed by `xcresulttool get test-results metrics`.
  static let xcresult = TraceFormat(
    id: "xcresult",
    title: "xcresulttool metrics",
    summary: """
      the measurements of each repetition of each performance test: hitches and frame rate of scrolling, time, CPU, \
      memory, storage, launches
      """,
    dialects: ["test-results metrics"],
    supports: """
      the metrics hitch.*, fps.avg and frames, all as the test reported them; every other value in the file becomes \
      one value per run
      """,
    checkedAgainst: """
      example files that this project wrote by the schema of xcresulttool; no file that xcresulttool wrote was \
      available
      """,
    recognize: { head in
      guard let outline = head.outline, outline.has("[].testIdentifier"), outline.has("[].testRuns")
      else { return .no() }
      return .yes(dialect: "test-results metrics")
    },
    read: { (source, _, dialect) throws(TraceError) in
      try XcresultMetrics.runs(in: &source, dialect: dialect)
    })
}
