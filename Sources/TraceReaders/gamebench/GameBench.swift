internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Session results of GameBench's web service.
  static let gameBench = TraceFormat(
    id: "gamebench",
    title: "GameBench",
    summary: """
      the figures of a measurement session as GameBench reports them, with the device and the app; or sensor samples, \
      at most one per second, and no frames
      """,
    dialects: [
      GameBenchDialect.session, GameBenchDialect.search, GameBenchDialect.measure,
      GameBenchDialect.export,
    ],
    supports: """
      the metrics fps.median and fps.stability.median, as GameBench reports them; load, battery and temperature, from \
      samples
      """,
    checkedAgainst: """
      six responses of GameBench's web service, one of which Hitchmark refuses. No CSV export of GameBench was \
      available
      """,
    recognize: { head in
      guard let outline = head.outline else {
        let isExport = GameBenchTable.header(in: head) != nil
        return isExport ? .yes(dialect: GameBenchDialect.export) : .no()
      }
      let places = ["", "response."]
      for place in places {
        if outline.has(place + "sessionId"), outline.has(place + "samples") {
          return .yes(dialect: GameBenchDialect.measure)
        }
        if outline.has(place + "app.packageName"), outline.has(place + "device") {
          return .yes(dialect: GameBenchDialect.session)
        }
        if outline.has(place + "results[].app"), outline.has(place + "totalHits") {
          return .yes(dialect: GameBenchDialect.search)
        }
      }
      let isStability = head.contains("gamebench") && outline.has("response[]")
      return isStability ? .refused(.summary(tool: "GameBench")) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      let origin = GameBenchDialect.origin(source.name, dialect)
      guard let header = GameBenchTable.header(in: head), head.outline == nil else {
        return try GameBenchFile.runs(in: &source, origin)
      }
      var table = GameBenchTable(below: header, of: &source)
      return [try table.run(in: &source, origin)]
    })
}

/// The dialects of GameBench files, which are named after their content; a file may contain a request and its response.
enum GameBenchDialect {
  static let session = "session"
  static let search = "list of GameBench sessions"
  static let measure = "samples of one GameBench measure"
  static let export = "CSV export"

  /// The origin of a run that was read from a GameBench file.
  static func origin(_ source: String, _ dialect: String) -> Recording.Origin {
    Recording.Origin(source: source, format: TraceFormat.gameBench.id, dialect: dialect)
  }
}

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

/// Reads GameBench's CSV export: one row per sample.
///
/// The order of columns differs between sessions.
///
/// The names of columns are those of GameBench's web service, and columns are found by the last part of the name, as in
/// `cpu.totalCpuUsage`. No CSV export is public, so this reader was not tested with a real file.
struct GameBenchTable: ~Copyable {
  private static let time = "timestamp"

  private let names: [String]
  private var rows: CSVRows

  /// The header of a GameBench export at the beginning of a trace; `nil` if there is none.
  static func header(in head: TraceHead) -> CSVHeader? {
    head.headers.first { header in
      header.has(time) && header.names.contains { measure(named: $0) != nil }
    }
  }

  private static func measure(named name: String) -> String? {
    let last = name.split(whereSeparator: { "./ ".contains($0) }).last.map(String.init) ?? ""
    return GameBenchMeasure.sensors[last] == nil ? nil : last
  }

  init(below header: CSVHeader, of source: inout TraceSource) {
    let known = header.names.enumerated().compactMap { index, name in
      Self.measure(named: name).map { (index, $0) }
    }
    names = known.map(\.1)
    let columns = [header.column(Self.time)] + known.map { Optional($0.0) }
    rows = CSVRows(below: header, columns: columns, of: &source)
  }

  /// Reads all rows of the GameBench export into a run.
  ///
  /// - Throws: if the file cannot be read, or no row has a time.
  mutating func run(
    in source: inout TraceSource, _ origin: Recording.Origin
  ) throws(TraceError) -> TraceRun {
    var measure = GameBenchMeasure()
    while try rows.advance(in: &source) {
      guard let time = rows[0].nanoseconds(in: .milliseconds).value else {
        rows.note(.unusableRow, rows[0])
        continue
      }
      measure.take(samples(), at: time, line: rows.line)
    }
    guard var run = measure.run(origin) else {
      throw rows.noData(origin)
    }
    run.recording.issues += rows.issues.inOrder
    return run
  }

  /// The values in the current row, by sensor name, without empty cells; the value is `nil` for a cell that is not a
  /// number.
  private mutating func samples() -> [(name: String, value: Double?)] {
    var samples: [(name: String, value: Double?)] = []
    for (index, name) in names.enumerated() {
      switch rows[index + 1].double {
      case .value(let value): samples.append((name, value))
      case .missing: break
      case .problem: samples.append((name, nil))
      }
    }
    return samples
  }
}
