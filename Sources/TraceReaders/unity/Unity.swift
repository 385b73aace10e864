internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Results of Unity's performance testing package: its JSON file, or the lines in NUnit XML.
  static let unity = TraceFormat(
    id: "unity",
    title: "Unity performance results",
    summary: """
      one run per test, with the frame times of the test and the median of each other list of samples. If the file \
      contains frame times in sorted order, Hitchmark does not use them as frames
      """,
    dialects: ["JSON", "JSON in version 1 of the format", "NUnit XML"],
    supports: """
      all metrics of frames except latency, and the metrics frame.ui, frame.render and frame.gpu if the test measured \
      the counters for these times. Each measure of a Unity test for which Hitchmark has no metric becomes one value \
      per run
      """,
    checkedAgainst:
      "example files that this project wrote; no file that Unity wrote was available",
    recognize: { head in
      if head.firstVisibleByte == UInt8(ascii: "<"), head.contains("<test-run") {
        return .yes(dialect: "NUnit XML")
      }
      guard let outline = head.outline else { return .no() }
      for prefix in ["", "[].", "Run."] where outline.has("\(prefix)TestSuite") {
        if outline.has("\(prefix)PlayerSystemInfo") {
          return .yes(dialect: "JSON in version 1 of the format")
        }
        if ["Results", "Hardware", "Player"].contains(where: { outline.has(prefix + $0) }) {
          return .yes(dialect: "JSON")
        }
      }
      return .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      dialect == "NUnit XML"
        ? try UnityTestLog.runs(in: &source, dialect: dialect)
        : try UnityResults.runs(in: &source, dialect: dialect)
    })
}
