internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Results of Flashlight, which polls an app on a phone during a test.
  static let flashlight = TraceFormat(
    id: "flashlight",
    title: "flashlight",
    summary: """
      the frame rate, memory and thread loads at each poll (moment of measurement), one run per iteration. Flashlight \
      does not record the frames between polls, so the file has no frame times
      """,
    dialects: [FlashlightDialect.single, FlashlightDialect.several],
    supports: """
      memory and the CPU use of threads; the frame rate and the CPU use that flashlight computes become one value each \
      per run
      """,
    checkedAgainst: """
      two results of ten iterations each, for which Hitchmark computes the same figures as the published summaries
      """,
    recognize: { head in
      guard let outline = head.outline else { return .no() }
      if outline.has("iterations[].measures") { return .yes(dialect: FlashlightDialect.single) }
      return outline.has("[].iterations[].measures")
        ? .yes(dialect: FlashlightDialect.several) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      try FlashlightFile.runs(in: &source, dialect: dialect)
    })
}

/// The dialects of Flashlight results: a file with one result, or with a list of results.
enum FlashlightDialect {
  static let single = "one result"
  static let several = "list of Flashlight results"
}

/// Reads Flashlight results: iterations of one or several tests.
struct FlashlightFile: ~Copyable {
  private var json = JSONReader()
  private var runs: [TraceRun] = []
  private let origin: Recording.Origin

  private var (iterationCount, sampleCount, sensorCount) = (0, 0, 0)

  /// The maximum number of iterations, of polls per iteration, and of threads per poll.
  private static let (mostIterations, mostPolls, mostThreads) = (1 << 12, 1 << 19, 1 << 12)
  /// The maximum number of samples and sensors of all iterations: ten minutes of two hundred threads, polled twice per
  /// second.
  private static let (mostSamples, mostSensors) = (1 << 18, 1 << 14)

  private init(origin: Recording.Origin) { self.origin = origin }

  /// Reads a file of Flashlight results; O(bytes) in time, O(polls) in memory.
  ///
  /// - Returns: one run per iteration with a poll, in the order of the file.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    let format = TraceFormat.flashlight.id
    var file = FlashlightFile(
      origin: .init(source: source.name, format: format, dialect: dialect))
    try file.read(&source, isList: dialect == FlashlightDialect.several)
    if file.runs.count == 1 { file.runs[0].recording.origin.stream = nil }
    return file.runs
  }

  private mutating func read(_ source: inout TraceSource, isList: Bool) throws(TraceError) {
    if isList {
      guard try json.enterArray(in: &source) else { return }
      while try json.nextObject(in: &source) { try readResult(&source, isAlone: false) }
    } else if try json.enterObject(in: &source) {
      try readResult(&source, isAlone: true)
    }
    // Throws if anything follows the value.
    _ = try json.next(in: &source)
  }

  // MARK: - Results

  private mutating func readResult(
    _ source: inout TraceSource, isAlone: Bool
  ) throws(TraceError) {
    var result = FlashlightResult()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "iterations": try readIterations(of: &result, &source)
      case "specs": try readSpecs(of: &result, &source)
      default: result.note(try json.scalar(in: &source), as: key)
      }
    }
    runs += result.runs(origin, isAlone: isAlone)
  }

  private mutating func readSpecs(
    of result: inout FlashlightResult, _ source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      let value = try json.number(in: &source)
      if key == "refreshRate" { result.note(refreshRate: value) }
    }
  }

  private mutating func readIterations(
    of result: inout FlashlightResult, _ source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while try json.nextObject(in: &source) {
      try json.check(iterationCount, Self.mostIterations, "iterations", source)
      iterationCount += 1
      let iteration = try readIteration(&source)
      sampleCount += iteration.sampleCount
      sensorCount += iteration.sensorCount
      try json.check(sampleCount, Self.mostSamples, "samples", source)
      try json.check(
        sensorCount, Self.mostSensors, "threads in all iterations of the Flashlight result", source)
      result.iterations.append(iteration)
    }
  }

  private mutating func readIteration(
    _ source: inout TraceSource
  ) throws(TraceError) -> FlashlightIteration {
    var iteration = FlashlightIteration()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "time": iteration.duration = try json.time(unit: .milliseconds, in: &source)
      case "measures": try readPolls(of: &iteration, &source)
      default: iteration.note(try json.scalar(in: &source), as: key)
      }
    }
    return iteration
  }

  // MARK: - Polls

  private mutating func readPolls(
    of iteration: inout FlashlightIteration, _ source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while try json.nextObject(in: &source) {
      try json.check(
        iteration.pollCount, Self.mostPolls, "polls in one iteration of the Flashlight result",
        source)
      let line = json.line
      iteration.take(try readPoll(&source), line: line)
      try json.check(sampleCount + iteration.sampleCount, Self.mostSamples, "samples", source)
      try json.check(iteration.isOverfull ? .max : 0, PolledSamples.mostSensors, "threads", source)
    }
  }

  private mutating func readPoll(
    _ source: inout TraceSource
  ) throws(TraceError) -> FlashlightPoll {
    var poll = FlashlightPoll()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "time": poll.time = try json.time(unit: .milliseconds, in: &source)
      case "fps": poll.frameRate = try json.number(in: &source)
      case "ram": poll.memory = try json.number(in: &source)
      case "cpu": try readLoads(of: &poll, &source)
      default: try json.skipValue(in: &source)
      }
    }
    return poll
  }

  private mutating func readLoads(
    of poll: inout FlashlightPoll, _ source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      guard key == "perName" else {
        try json.skipValue(in: &source)
        continue
      }
      guard try json.enterObject(in: &source) else { continue }
      while let thread = try json.nextKey(in: &source) {
        try json.check(poll.threads.count, Self.mostThreads, "threads", source)
        poll.threads.append((harmless(thread, limit: 100), try json.number(in: &source)))
      }
    }
  }
}
