internal import Decoding
internal import Recordings
internal import Units

/// Reads the metrics of performance tests that `xcresulttool` printed.
///
/// Each repetition of a performance test becomes a run.
struct XcresultMetrics: ~Copyable {
  private var json = JSONReader()
  private var runs: [TraceRun] = []
  private var valueCount = 0
  var issues = IssueLog()
  private let source: String
  private let dialect: String

  /// The maximum number of repetitions, of metrics per test, and of values.
  static let (mostRuns, mostMetrics, mostValues) = (1 << 13, 1 << 8, 1 << 18)

  /// A metric of a test on a device, with one value per repetition.
  struct Metric {
    var identifier: String?
    var name: String?
    var unit = ""
    var polarity: String?
    var values: [Double?] = []
  }

  struct TestRun {
    var device: String?
    var configuration: String?
    var metrics: [Metric] = []
  }

  /// Reads the metrics of performance tests; O(bytes).
  ///
  /// - Returns: one run per repetition, test and device.
  /// - Throws: if the text is not JSON, nothing was measured, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var reader = XcresultMetrics(source: source.name, dialect: dialect)
    try reader.read(&source)
    return try reader.finish()
  }

  /// The runs of all tests, each with the problems of the file; throws if nothing was measured.
  consuming func finish() throws(TraceError) -> [TraceRun] {
    guard !runs.isEmpty else {
      throw .noData(
        path: source, format: TraceFormat.xcresult.id, line: nil,
        firstIssue: issues.inOrder.first)
    }
    let issues = issues.inOrder
    return runs.map { run in
      var run = run
      run.recording.issues = issues
      return run
    }
  }

  init(source: String, dialect: String) {
    self.source = source
    self.dialect = dialect
  }

  // MARK: - Text

  private mutating func read(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while let token = try json.nextElement(in: &source) {
      guard token == .beginObject else {
        try json.skipRest(of: token, in: &source)
        continue
      }
      try readTest(&source)
    }
    // Throws if anything follows the list.
    _ = try json.next(in: &source)
  }

  private mutating func readTest(_ source: inout TraceSource) throws(TraceError) {
    var test: String?
    var testRuns: [TestRun] = []
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "testIdentifier": test = try text(&source)
      case "testRuns":
        guard try json.enterArray(in: &source) else { continue }
        while let token = try json.nextElement(in: &source) {
          guard token == .beginObject else {
            try json.skipRest(of: token, in: &source)
            continue
          }
          let testRun = try readTestRun(&source)
          if testRuns.count < Self.mostRuns {
            testRuns.append(testRun)
          } else {
            issues.note(.tooMany, line: json.line, found: "test runs")
          }
        }
      default: try json.skipValue(in: &source)
      }
    }
    for testRun in testRuns { add(testRun, of: test ?? "test", isAlone: testRuns.count == 1) }
  }

  private mutating func readTestRun(_ source: inout TraceSource) throws(TraceError) -> TestRun {
    var run = TestRun()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "device": run.device = try member("deviceName", &source)
      case "testPlanConfiguration": run.configuration = try member("configurationName", &source)
      case "metrics":
        guard try json.enterArray(in: &source) else { continue }
        while let token = try json.nextElement(in: &source) {
          guard token == .beginObject else {
            try json.skipRest(of: token, in: &source)
            continue
          }
          let metric = try readMetric(&source)
          if run.metrics.count < Self.mostMetrics {
            run.metrics.append(metric)
          } else {
            issues.note(.tooMany, line: json.line, found: "metrics of one test run")
          }
        }
      default: try json.skipValue(in: &source)
      }
    }
    return run
  }

  private mutating func readMetric(_ source: inout TraceSource) throws(TraceError) -> Metric {
    var metric = Metric()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "identifier": metric.identifier = try text(&source)
      case "displayName": metric.name = try text(&source)
      case "unitOfMeasurement": metric.unit = try text(&source) ?? ""
      case "polarity": metric.polarity = try text(&source)
      case "measurements": metric.values = try readValues(&source)
      default: try json.skipValue(in: &source)
      }
    }
    return metric
  }

  private mutating func readValues(_ source: inout TraceSource) throws(TraceError) -> [Double?] {
    var values: [Double?] = []
    guard try json.enterArray(in: &source) else { return values }
    while let token = try json.nextElement(in: &source) {
      let value = token == .number ? json.field.double.value : nil
      if value == nil { issues.note(.unreadableSample, line: json.line) }
      if values.count < Self.mostRuns, valueCount < Self.mostValues {
        values.append(value)
        valueCount += 1
      } else {
        issues.note(.tooMany, line: json.line, found: "values")
      }
      try json.skipRest(of: token, in: &source)
    }
    return values
  }

  private mutating func text(_ source: inout TraceSource) throws(TraceError) -> String? {
    try json.scalar(in: &source).map { harmless($0, limit: 200) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func member(
    _ name: String, _ source: inout TraceSource
  ) throws(TraceError) -> String? {
    var value: String?
    guard try json.enterObject(in: &source) else { return nil }
    while let key = try json.nextKey(in: &source) {
      if key == name { value = try text(&source) } else { try json.skipValue(in: &source) }
    }
    return value
  }

  // MARK: - Runs

  /// Adds one run per repetition of a test.
  ///
  /// - Parameter isAlone: whether the test ran once, so that its device and configuration need not be named.
  mutating func add(_ testRun: TestRun, of test: String, isAlone: Bool) {
    let repetitions = testRun.metrics.map(\.values.count).max() ?? 0
    let place = [isAlone ? nil : testRun.device, isAlone ? nil : testRun.configuration]
      .compactMap { $0 }.joined(separator: ", ")
    for repetition in 0..<repetitions {
      guard runs.count < Self.mostRuns else {
        return issues.note(.tooMany, line: json.line, found: "repetitions")
      }
      var description = RunDescription()
      description.device.name = testRun.device
      description.labels["test"] = test
      description.labels["configuration"] = testRun.configuration
      Self.note(testRun.metrics, repetition, in: &description)
      guard !description.scalars.isEmpty else { continue }
      let number = "\(test) #\(repetition + 1)"
      var origin = Recording.Origin(
        source: source, format: TraceFormat.xcresult.id, dialect: dialect,
        stream: place.isEmpty ? number : "\(number) (\(place))")
      origin.iteration = .init(
        of: place.isEmpty ? test : "\(test) (\(place))", number: repetition + 1)
      runs.append(
        TraceRun(
          Recording(
            origin: origin,
            timeline: .withheld(because: "the metrics of a test are summary figures, not frames"),
            description: description)))
    }
  }

  private static func note(
    _ metrics: [Metric], _ repetition: Int, in description: inout RunDescription
  ) {
    var reported: [String: [Double]] = [:]
    for metric in metrics where repetition < metric.values.count {
      guard let value = metric.values[repetition], let name = metric.identifier ?? metric.name
      else { continue }
      let (unit, factor) = AppleUnit.named(metric.unit)
      guard (value * factor).isFinite, !description.scalars.contains(where: { $0.name == name })
      else { continue }
      if let (id, scale) = counterpart(of: metric, in: unit) {
        reported[id, default: []].append(value * factor * scale)
      }
      description.scalars.append(
        Scalar(
          name: name, value: value * factor, unit: unit,
          lowerIsBetter: polarity(metric.polarity, of: name)))
    }
    // If a repetition has several values, such as those of two scrolls, none of them belongs to the run as a whole.
    description.reported = reported.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  private static func polarity(_ words: String?, of name: String) -> Bool? {
    switch words {
    case "prefers smaller": true
    case "prefers larger": false
    default:
      name.hasSuffix(".frame.rate") || name.hasPrefix("Frame Rate")
        ? false : name.hasSuffix(".frame.count") || name.hasPrefix("Frame Count") ? nil : true
    }
  }

  /// The Hitchmark metric that corresponds to a test's metric, and the factor to its unit; `nil` if there is none, or
  /// the unit is another one.
  ///
  /// Identifiers differ between versions of Xcode, and between its console and `xcresulttool`, so the name decides if the
  /// identifier is missing or unknown.
  private static func counterpart(
    of metric: Metric, in unit: Unit
  ) -> (id: String, scale: Double)? {
    let (identifier, name) = (metric.identifier ?? "", metric.name ?? "")
    let isHitchMetric = identifier.contains("XCTMetric_Hitch")
    let found =
      identifiers.first { identifier.hasSuffix($0.ending) }
      ?? (isHitchMetric ? hitchMetrics.first { identifier.hasSuffix($0.ending) } : nil)
      ?? displayNames.first { name == $0.ending || name.hasPrefix("\($0.ending) (") }
    guard let found else { return nil }
    if found.unit == unit { return (found.id, 1) }
    return found.unit == .milliseconds && unit == .seconds ? (found.id, 1000) : nil
  }

  private typealias Counterpart = (ending: String, id: String, unit: Unit)

  private static let identifiers: [Counterpart] = [
    (".animation.hitch.time.ratio", "hitch.ratio", .millisecondsPerSecond),
    (".hitchTimeRatio", "hitch.ratio", .millisecondsPerSecond),
    (".animation.hitch.number", "hitch.count", .count),
    (".animation.hitches.total.duration", "hitch.time", .milliseconds),
    (".animation.frame.rate", "fps.avg", .framesPerSecond),
    (".animation.frame.count", "frames", .count),
  ]

  /// The endings of the identifiers that `XCTHitchMetric` gives since iOS 26.
  private static let hitchMetrics: [Counterpart] = [
    (".time.ratio", "hitch.ratio", .millisecondsPerSecond),
    (".total.duration", "hitch.time", .milliseconds),
    (".number", "hitch.count", .count),
  ]

  private static let displayNames: [Counterpart] = [
    ("Hitch Time Ratio", "hitch.ratio", .millisecondsPerSecond),
    ("Total Hitch Duration", "hitch.time", .milliseconds),
    ("Hitches Total Duration", "hitch.time", .milliseconds),
    ("Number of Hitches", "hitch.count", .count), ("Frame Rate", "fps.avg", .framesPerSecond),
    ("Frame Count", "frames", .count),
  ]
}
