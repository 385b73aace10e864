internal import Decoding
internal import Recordings

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

/// Reads the measurements that performance tests print to the console of `xcodebuild test` or `swift test`.
///
/// A measurement is one line: `… Test Case '-[Module.Class test]' measured [Hitch Time Ratio (Scroll), ms per s] …
/// values: [4.8, 9.7], performanceMetricID:…`. All other lines are ignored.
struct XCTestConsole {
  static let dialect = "console log"

  /// A test and its metrics, in the order in which the console shows them.
  private struct Test {
    /// The name as printed, such as `-[Module.Class test]`.
    let name: String
    var run = XcresultMetrics.TestRun()
  }

  private var tests: [Test] = []
  private var positions: [String: Int] = [:]
  private var device: String?
  private var valueCount = 0

  /// Whether a file is the console log of tests.
  ///
  /// The build comes before the tests, so a log may begin with pages that contain no test.
  static func isConsole(_ head: TraceHead) -> Bool {
    if head.contains("metal-HUD:") { return false }
    if head.contains("' measured ["), head.contains("values: [") { return true }
    if head.contains("Test Suite '"), head.contains("' started at ") { return true }
    return head.contains("Command line invocation:") && head.contains("xcodebuild ")
  }

  /// Reads the measurements of a console log; O(bytes).
  ///
  /// - Returns: one run per repetition of a test.
  /// - Throws: if nothing was measured, or the file cannot be read.
  static func runs(in source: inout TraceSource) throws(TraceError) -> [TraceRun] {
    var log = XCTestConsole()
    var lines = TextLines()
    while let line = try lines.next(in: &source) { log.take(line, &lines) }
    var metrics = XcresultMetrics(source: source.name, dialect: dialect)
    metrics.issues.add(lines.issues)
    for (test, name) in zip(log.tests, log.names) {
      var run = test.run
      run.device = log.device
      metrics.add(run, of: name, isAlone: true)
    }
    return try metrics.finish()
  }

  // MARK: - Lines

  private mutating func take(_ line: Field, _ lines: inout TextLines) {
    if line.offset(of: "' measured [") != nil {
      guard let (test, metric) = Self.measurement(in: line.text) else {
        return lines.note(.unusableRow, line)
      }
      if metric.values.contains(nil) { lines.note(.unreadableSample, line) }
      if !add(metric, to: test) { lines.note(.tooMany, line) }
    } else if device == nil, line.offset(of: "-destination") != nil {
      device = Self.device(in: line.text)
    }
  }

  /// Adds a metric of a test; `false` if the log has too many tests, metrics or values.
  ///
  /// A test that ran again, such as on a second attempt, has further values of the same metric.
  private mutating func add(_ metric: XcresultMetrics.Metric, to test: String) -> Bool {
    valueCount += metric.values.count
    guard valueCount <= XcresultMetrics.mostValues else { return false }
    guard let position = positions[test] ?? begin(test) else { return false }
    let known = tests[position].run.metrics.firstIndex { $0.name == metric.name }
    if let known {
      tests[position].run.metrics[known].values += metric.values
    } else {
      guard tests[position].run.metrics.count < XcresultMetrics.mostMetrics else { return false }
      tests[position].run.metrics.append(metric)
    }
    return true
  }

  private mutating func begin(_ test: String) -> Int? {
    guard tests.count < XcresultMetrics.mostRuns else { return nil }
    positions[test] = tests.count
    tests.append(Test(name: test))
    return tests.count - 1
  }

  // MARK: - One line

  private static func measurement(
    in line: String
  ) -> (test: String, metric: XcresultMetrics.Metric)? {
    guard let test = line.part(after: "Test Case '", before: "' measured ["),
      let quantity = line.part(after: "' measured [", before: "] average:"),
      let values = line.part(after: "values: [", before: "]")
    else { return nil }
    var metric = XcresultMetrics.Metric()
    let words = quantity.split(separator: ", ")
    metric.name = harmless(words.dropLast().joined(separator: ", "), limit: 200)
    metric.unit = words.last.map(String.init) ?? ""
    metric.identifier = line.part(after: "performanceMetricID:", before: ",")
      .map { harmless($0, limit: 200) }
    metric.polarity = line.part(after: "polarity: ", before: ",")
    metric.values = values.split(separator: ", ").map {
      Double($0).flatMap { $0.isFinite ? $0 : nil }
    }
    return words.count < 2 || metric.values.isEmpty ? nil : (harmless(test, limit: 200), metric)
  }

  /// The name of the device in the option `-destination` of `xcodebuild`.
  private static func device(in line: String) -> String? {
    let destination = line.part(after: "-destination ", before: nil) ?? ""
    let name = destination.part(after: "name=", before: nil)?.prefix { !",\"'".contains($0) }
    return name.map { harmless(String($0), limit: 200) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: - Names

  /// The names of the tests as `xcresulttool` spells them, `Class/test`; with the module only where two would be equal.
  private var names: [String] {
    let short = tests.map { Self.parts(of: $0.name).suffix(2).joined(separator: "/") }
    return zip(tests, short).map { test, name in
      short.count { $0 == name } == 1 ? name : Self.parts(of: test.name).joined(separator: "/")
    }
  }

  /// The module, class and method in `-[Module.Class method]`, as Apple's platforms print it, or in `Class.method`.
  private static func parts(of test: String) -> [Substring] {
    test.split { "-[]. ".contains($0) }
  }
}

extension String {
  /// The text between two words, or up to the end; `nil` if a word is missing.
  fileprivate func part(after start: String, before end: String?) -> String? {
    guard let start = firstRange(of: start) else { return nil }
    let rest = self[start.upperBound...]
    guard let end else { return String(rest) }
    return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
  }
}
