internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// `benchmarkData.json` of AndroidX Macrobenchmark and Microbenchmark.
  static let macrobenchmark = TraceFormat(
    id: "macrobenchmark",
    title: "AndroidX Macrobenchmark",
    summary: """
      the measures and frame durations of each iteration; each benchmark becomes a stage. The file does not contain \
      the times at which frames were presented, so no frame rate can be computed
      """,
    dialects: ["1.0", "1.1+"],
    supports: """
      the metrics frame.cpu and frame.overrun; every other measure of the benchmark becomes one value per run
      """,
    checkedAgainst: """
      six Macrobenchmark results; three of them contain samples, from which Hitchmark reproduces the percentiles in \
      the results
      """,
    recognize: { head in
      guard head.firstVisibleByte == UInt8(ascii: "{"), head.contains("\"benchmarks\"") else {
        return .no()
      }
      let marks = ["\"className\"", "\"totalRunTimeNs\"", "\"cpuLocked\""]
      guard marks.contains(where: { head.contains($0) }) else { return .no() }
      return .yes(dialect: head.contains("\"sampledMetrics\"") ? "1.1+" : "1.0")
    },
    read: { (source, head, dialect) throws(TraceError) in
      try MacrobenchmarkFile.runs(in: &source, dialect: dialect)
    })
}

/// Reads results of AndroidX benchmarks: the device, and the results of each benchmark.
struct MacrobenchmarkFile: ~Copyable {
  private var json = JSONReader()
  private var description = RunDescription()
  private var results: [MacrobenchmarkResult] = []
  private let path: String
  /// The problems of the benchmark that is being read.
  private var issues = IssueLog()

  /// The maximum number of benchmarks, of metrics per benchmark, and of iterations per metric.
  private static let (mostResults, mostMetrics, mostIterations) = (10_000, 1000, 10_000)
  /// The maximum number of values in all benchmarks, and of runs.
  private static let (mostNumbers, mostRuns) = (1 << 20, 10_000)
  /// The cost of a list itself, in values, when values are counted against their limit.
  private static let sizeOfList = 16
  private var numberCount = 0
  private var runCount = 0

  private init(path: String) { self.path = path }

  /// Reads a file of AndroidX benchmark results; O(bytes) in time, O(samples) in memory.
  ///
  /// - Returns: one run per iteration, in the order of the file.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var file = MacrobenchmarkFile(path: source.name)
    try file.read(&source)
    let origin = Recording.Origin(
      source: source.name, format: TraceFormat.macrobenchmark.id, dialect: dialect)
    file.qualifyTitles()
    let runs = file.results.flatMap { $0.runs(origin, file.description) }
    guard runs.count == 1, var only = runs.first else { return runs }
    only.recording.origin.stream = nil
    return [only]
  }

  /// Prefixes the names of benchmarks with their class if several classes have a benchmark of the same name.
  private mutating func qualifyTitles() {
    let classes = Dictionary(grouping: results, by: \.name).mapValues {
      Set($0.map(\.className)).count
    }
    for index in results.indices where classes[results[index].name, default: 1] > 1 {
      let name = results[index].className.split(separator: ".").last ?? ""
      results[index].title = "\(name).\(results[index].name)"
    }
  }

  private mutating func read(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "context": try readContext(&source)
      case "benchmarks": try readBenchmarks(&source)
      default: try json.skipValue(in: &source)
      }
    }
    // Throws if anything follows the value.
    _ = try json.next(in: &source)
  }

  // MARK: - The device

  private mutating func readContext(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "build": try readBuild(&source)
      case "payload": try readLabels(&source)
      default: note(try json.scalar(in: &source), as: Self.contextFacts[key])
      }
    }
  }

  private enum Fact {
    case property(String)
    case label(String)
  }

  /// The facts about the device and the build that are read, by their names in the file.
  ///
  /// Facts that make figures incomparable become properties of the device, with the names that other formats use.
  private static let contextFacts: [String: Fact] = [
    "cpuCoreCount": .property("cores"), "memTotalBytes": .property("memory"),
    "cpuLocked": .property("cpu_locked"), "cpuMaxFreqHz": .property("cpu_max_hz"),
    "sustainedPerformanceModeEnabled": .label("sustained_performance_mode"),
    "artMainlineVersion": .label("art"), "compilationMode": .label("compilation"),
  ]

  private mutating func note(_ value: String?, as fact: Fact?) {
    guard let value, !value.isEmpty, let fact else { return }
    switch fact {
    case .property(let name): description.device.properties[name] = harmless(value)
    case .label(let name): description.labels[name] = harmless(value)
    }
  }

  private mutating func readBuild(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    var names: [String: String] = [:]
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "brand", "model", "fingerprint": names[key] = try json.scalar(in: &source)
      case "version": try readVersion(&source)
      default: try json.skipValue(in: &source)
      }
    }
    let name = [names["brand"], names["model"]].compactMap { $0 }.joined(separator: " ")
    if !name.isEmpty { description.device.name = harmless(name) }
    note(names["fingerprint"], as: .label("fingerprint"))
  }

  private mutating func readVersion(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      guard key == "sdk", let level = try json.scalar(in: &source) else {
        if key != "sdk" { try json.skipValue(in: &source) }
        continue
      }
      description.device.os = "Android API \(harmless(level))"
    }
  }

  private mutating func readLabels(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      try check(description.labels.count, Self.mostMetrics, "labels")
      note(try json.scalar(in: &source), as: .label(harmless(key)))
    }
  }

  // MARK: - Benchmarks

  private func check(_ count: Int, _ limit: Int, _ what: String) throws(TraceError) {
    if count >= limit { throw .tooMany(what, limit: limit, path: path, line: json.line) }
  }

  private mutating func readBenchmarks(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while let token = try json.nextElement(in: &source) {
      guard token == .beginObject else {
        try json.skipRest(of: token, in: &source)
        continue
      }
      try check(results.count, Self.mostResults, "benchmarks")
      let result = try readBenchmark(&source)
      runCount += result.runCount
      try check(runCount, Self.mostRuns, "iterations of all benchmarks in the file")
      results.append(result)
    }
  }

  private mutating func readBenchmark(
    _ source: inout TraceSource
  ) throws(TraceError) -> MacrobenchmarkResult {
    var result = MacrobenchmarkResult()
    issues = IssueLog()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "name": result.name = harmless(try json.scalar(in: &source) ?? "")
      case "className": result.className = harmless(try json.scalar(in: &source) ?? "")
      case "metrics":
        try readMetrics(&source) { (file, name, source) throws(TraceError) in
          result.add(metric: name, try file.readValues(&source))
        }
      case "sampledMetrics":
        try readMetrics(&source) { (file, name, source) throws(TraceError) in
          result.add(sampledMetric: name, try file.readSamples(&source))
        }
      default: try json.skipValue(in: &source)
      }
    }
    result.issues.add(issues)
    return result
  }

  /// Reads an object of metrics, and calls a function for the list `runs` of each metric.
  private mutating func readMetrics(
    _ source: inout TraceSource,
    _ readRuns: (inout Self, String, inout TraceSource) throws(TraceError) -> Void
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    var count = 0
    while let name = try json.nextKey(in: &source) {
      guard try json.enterObject(in: &source) else { continue }
      while let key = try json.nextKey(in: &source) {
        if key == "runs" {
          try check(count, Self.mostMetrics, "metrics of one benchmark in the file")
          count += 1
          try readRuns(&self, harmless(name), &source)
        } else {
          try json.skipValue(in: &source)
        }
      }
    }
  }

  private mutating func count(numbers: Int) throws(TraceError) {
    try check(numberCount, Self.mostNumbers, "numbers")
    numberCount += numbers
  }

  /// Reads a metric's list of numbers, one per iteration.
  private mutating func readValues(_ source: inout TraceSource) throws(TraceError) -> [Double?] {
    var values: [Double?] = []
    guard try json.enterArray(in: &source) else { return values }
    while let token = try json.nextElement(in: &source) {
      try check(values.count, Self.mostIterations, "iterations")
      try count(numbers: 1)
      values.append(token == .number ? json.field.double.value : nil)
      try json.skipRest(of: token, in: &source)
    }
    return values
  }

  /// Reads a metric's samples: one list of milliseconds per iteration.
  private mutating func readSamples(
    _ source: inout TraceSource
  ) throws(TraceError) -> [OptionalColumn] {
    var iterations: [OptionalColumn] = []
    guard try json.enterArray(in: &source) else { return iterations }
    while let token = try json.nextElement(in: &source) {
      try check(iterations.count, Self.mostIterations, "iterations")
      try count(numbers: Self.sizeOfList)
      guard token == .beginArray else {
        try json.skipRest(of: token, in: &source)
        iterations.append(OptionalColumn())
        continue
      }
      var samples = OptionalColumn()
      while let sample = try json.nextElement(in: &source) {
        try count(numbers: 1)
        samples.append(time(of: sample))
        try json.skipRest(of: sample, in: &source)
      }
      iterations.append(samples)
    }
    return iterations
  }

  private mutating func time(of sample: JSONToken) -> Nanoseconds? {
    if sample == .null { return nil }
    if sample == .number, let time = json.field.nanoseconds(in: .milliseconds).value {
      return time
    }
    let isText = sample == .string || sample == .number
    issues.note(.unreadableSample, line: json.line, found: isText ? shortened(json.text) : nil)
    return nil
  }
}
