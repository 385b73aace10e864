internal import Decoding

extension TraceFormat {
  /// Metrics of XCTest's performance tests: as printed by `xcresulttool get test-results metrics`, or in a console log.
  static let xcresult = TraceFormat(
    id: "xcresult",
    title: "XCTest performance tests",
    summary: """
      the measurements of each repetition of each performance test: hitches and frame rate of scrolling, time, CPU, \
      memory, storage, launches. They are read from the output of xcresulttool, and from the console log of xcodebuild \
      or swift test
      """,
    dialects: ["test-results metrics", XCTestConsole.dialect],
    supports: """
      the metrics hitch.*, fps.avg and frames, all as the test reported them; every other value in the file becomes \
      one value per run
      """,
    checkedAgainst: """
      two console logs of xcodebuild with 16 measurements, in isaaclins/powerusermail; none of them measured hitches. \
      For xcresulttool: example files that this project wrote by its schema, because no file that xcresulttool wrote was \
      available
      """,
    recognize: { head in
      if let outline = head.outline {
        let isMetrics = outline.has("[].testIdentifier") && outline.has("[].testRuns")
        return isMetrics ? .yes(dialect: "test-results metrics") : .no()
      }
      return XCTestConsole.isConsole(head) ? .yes(dialect: XCTestConsole.dialect) : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      dialect == XCTestConsole.dialect
        ? try XCTestConsole.runs(in: &source)
        : try XcresultMetrics.runs(in: &source, dialect: dialect)
    })
}
