internal import Decoding
internal import Recordings
internal import Units

/// Reads a response of GameBench's web service: one session, a list of sessions, or samples of one measure.
struct GameBenchFile: ~Copyable {
  private var json = JSONReader()
  private var sessions: [GameBenchSession] = []
  private var measure = GameBenchMeasure()

  /// The maximum number of sessions per list, and of values per sample.
  private static let (mostSessions, mostValues) = (10_000, 100)

  /// Reads a response of GameBench's web service; O(bytes) in time, O(samples) in memory.
  ///
  /// - Returns: one run per session; no run if there is neither a figure nor a sample.
  static func runs(
    in source: inout TraceSource, _ origin: Recording.Origin
  ) throws(TraceError) -> [TraceRun] {
    var file = GameBenchFile()
    if try file.json.enterObject(in: &source) { try file.readAnswer(&source) }
    // Throws if anything follows the value.
    _ = try file.json.next(in: &source)
    let isList = file.sessions.count > 1
    let runs = file.sessions.compactMap { $0.run(origin, isAlone: !isList) }
    return runs + [file.measure.run(origin)].compactMap { $0 }
  }

  /// Reads a response of GameBench's web service, or an object that contains a response.
  private mutating func readAnswer(_ source: inout TraceSource) throws(TraceError) {
    var session = GameBenchSession()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "request": try json.skipValue(in: &source)
      case "response":
        if try json.enterObject(in: &source) { try readAnswer(&source) }
      case "results": try readSessions(&source)
      case "samples": try readSamples(&source)
      default: try readFact(of: &session, key, &source)
      }
    }
    if session.hasFigures { sessions.append(session) }
  }

  private mutating func readSessions(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while try json.nextObject(in: &source) {
      if sessions.count >= Self.mostSessions {
        throw .tooMany("sessions", limit: Self.mostSessions, path: source.name, line: json.line)
      }
      var session = GameBenchSession()
      while let key = try json.nextKey(in: &source) { try readFact(of: &session, key, &source) }
      sessions.append(session)
    }
  }

  /// Reads a figure of a GameBench session, a fact, or an object of facts such as the device.
  private mutating func readFact(
    of session: inout GameBenchSession, _ key: String, _ source: inout TraceSource
  ) throws(TraceError) {
    switch key {
    case "app", "device":
      guard try json.enterObject(in: &source) else { return }
      while let name = try json.nextKey(in: &source) {
        session.note(try json.scalar(in: &source), as: "\(key).\(name)")
      }
    default: session.note(try json.scalar(in: &source), as: key)
    }
  }

  // MARK: - Samples

  private mutating func readSamples(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while try json.nextObject(in: &source) {
      let line = json.line
      var time: Nanoseconds?
      var values: [(name: String, value: Double?)] = []
      while let key = try json.nextKey(in: &source) {
        if key == "timestamp" {
          time = try json.time(unit: .milliseconds, in: &source)
        } else if GameBenchMeasure.sensors[key] != nil, values.count < Self.mostValues {
          values.append((key, try json.number(in: &source)))
        } else {
          try json.skipValue(in: &source)
        }
      }
      measure.take(values, at: time, line: line)
      if measure.isOverfull {
        throw .tooMany(
          "samples", limit: PolledSamples.mostSamples, path: source.name, line: line)
      }
    }
  }
}
