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

/// Reads results of Unity's performance tests in NUnit XML: one line of JSON per test.
struct UnityTestLog: ~Copyable {
  private var xml = XMLReader()
  private var line: [UInt8] = []
  private var isTooLong = false
  private var tests: [UnityResults.Test] = []
  private var issues = IssueLog()
  private let source: String

  /// The maximum length of a line in bytes, and the maximum number of tests.
  private static let (longestLine, mostTests) = (8 << 20, 1 << 12)
  /// The prefixes of lines with results, in version 2 and 1 of Unity's performance testing package.
  private static let marks = ["##performancetestresult2:", "##performancetestresult:"]

  /// Reads an NUnit log with results of Unity's tests; O(bytes) in time, O(samples) in memory.
  ///
  /// - Returns: one run per test with samples.
  /// - Throws: if the text is not XML, nothing was measured, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var log = UnityTestLog(source: source.name)
    do throws(TraceError) {
      try log.read(&source)
    } catch {
      guard log.xml.isCutOff, !log.tests.isEmpty else { throw error }
      log.issues.note(.truncatedText, line: nil)
    }
    guard !log.tests.isEmpty || !log.issues.isEmpty else {
      throw .refused(
        path: source.name, .noFrames(format: TraceFormat.unity.id, wanted: marks, categories: []))
    }
    return try UnityResults.runs(
      of: log.tests, RunDescription(), log.issues,
      .init(source: source.name, format: TraceFormat.unity.id, dialect: dialect))
  }

  private init(source: String) { self.source = source }

  private mutating func read(_ source: inout TraceSource) throws(TraceError) {
    while true {
      switch try xml.next(in: &source) {
      case .text: take(xml.words)
      case .begin, .end: finishLine()
      case .finished: return
      }
    }
  }

  /// Adds a piece of the log's text, which may begin and end within a line.
  private mutating func take(_ text: Field) {
    let bytes = UnsafeBufferPointer(start: text.start, count: text.count)
    for (index, piece) in bytes.split(
      separator: Byte.newline, omittingEmptySubsequences: false
    ).enumerated() {
      if index > 0 { finishLine() }
      if line.count + piece.count > Self.longestLine { isTooLong = true }
      if !isTooLong { line += piece }
    }
  }

  private mutating func finishLine() {
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    let start = line.prefix(64)
    guard let mark = Self.marks.first(where: { start.starts(with: $0.utf8) }) else { return }
    guard !isTooLong, tests.count < Self.mostTests else {
      return issues.note(
        .tooMany, line: nil, found: isTooLong ? "bytes of one Unity test result" : "tests")
    }
    let json = Array(line.dropFirst(mark.utf8.count))
    do throws(TraceError) {
      tests.append(try UnityResults.test(in: json, name: source))
    } catch {
      issues.note(.unusableRow, line: nil, found: shortened(String(decoding: json, as: UTF8.self)))
    }
  }
}
