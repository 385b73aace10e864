internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Responses of PerfDog's web service for a case: its summary, its seconds with their frames, or both.
  static let perfDog = TraceFormat(
    id: "perfdog",
    title: "PerfDog",
    summary: """
      the frame times, loads, memory and labels of each second of a PerfDog test case, and PerfDog's own figures; a \
      summary without the seconds gives only PerfDog's figures
      """,
    dialects: [PerfDogDialect.script, PerfDogDialect.json],
    supports: """
      CPU load, memory, and all metrics of frames except latency; each figure that PerfDog computed becomes one value \
      per run
      """,
    checkedAgainst: """
      a test case of 378 seconds, whose published averages, variance and number of janks Hitchmark reproduces
      """,
    recognize: { head in
      let isSummary = head.contains("\"caseData\"") && head.contains("\"fps_avg\"")
      let isReport = head.contains("\"DataList\"") && head.contains("\"TimeStamp\"")
      guard isSummary || isReport else { return .no() }
      let isJSON = head.firstVisibleByte == UInt8(ascii: "{")
      return .yes(dialect: isJSON ? PerfDogDialect.json : PerfDogDialect.script)
    },
    read: { (source, head, dialect) throws(TraceError) in
      try PerfDogFile.runs(in: &source, dialect: dialect)
    })
}

/// The container of PerfDog's responses, which is the name of the dialect.
enum PerfDogDialect {
  static let script = "script"
  static let json = "JSON"
}

/// Reads PerfDog's responses for a case: JSON objects, or objects that a script assigns to names.
struct PerfDogFile: ~Copyable {
  private var json: JSONReader
  private var test = PerfDogCase()

  /// The maximum number of frames, and of samples, in one second of a case.
  private static let mostOfSecond = 100_000

  private init(isScript: Bool) { json = JSONReader(isScript: isScript) }

  /// Reads PerfDog's responses in a file; O(bytes) in time, O(frames) in memory.
  ///
  /// - Returns: one run; no run if the file has neither a second nor a figure.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var file = PerfDogFile(isScript: dialect == PerfDogDialect.script)
    var token = try file.json.next(in: &source)
    while token == .beginObject {
      try file.readAnswer(&source)
      token = try file.json.next(in: &source)
    }
    let origin = Recording.Origin(
      source: source.name, format: TraceFormat.perfDog.id, dialect: dialect)
    return file.test.run(origin).map { [$0] } ?? []
  }

  /// Reads a JSON object of PerfDog's response; known members are read at any depth.
  private mutating func readAnswer(_ source: inout TraceSource) throws(TraceError) {
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "data", "report", "caseDetail":
        if try json.enterObject(in: &source) { try readAnswer(&source) }
      case "caseData": try readFigures(&source)
      case "DataList": try readSeconds(&source)
      case "LabelList": try readLabels(&source)
      default: test.note(try json.scalar(in: &source), as: key)
      }
    }
  }

  private mutating func readFigures(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      test.note(figure: try json.number(in: &source), named: key)
    }
  }

  private mutating func readLabels(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while try json.nextObject(in: &source) {
      var (start, end): (Nanoseconds?, Nanoseconds?)
      var text = ""
      while let key = try json.nextKey(in: &source) {
        switch key {
        case "StartTime": start = try json.time(unit: .milliseconds, in: &source)
        case "EndTime": end = try json.time(unit: .milliseconds, in: &source)
        case "Text": text = try json.scalar(in: &source) ?? ""
        default: try json.skipValue(in: &source)
        }
      }
      test.add(label: text, from: start, to: end, line: json.line)
    }
  }

  // MARK: - Seconds

  private mutating func readSeconds(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while try json.nextObject(in: &source) {
      let line = json.line
      test.add(try readSecond(&source), line: line)
      try json.check(test.isOverfull ? .max : 0, PolledSamples.mostSamples, "samples", source)
    }
  }

  private mutating func readSecond(
    _ source: inout TraceSource
  ) throws(TraceError) -> PerfDogSecond {
    var second = PerfDogSecond()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "TimeStamp": second.time = try json.time(unit: .milliseconds, in: &source)
      case "IsDelete": second.isDeleted = try json.scalar(in: &source) == "true"
      case "FrameDetails": try readFrames(of: &second, &source)
      default: try readSensors(of: &second, &source)
      }
    }
    return second
  }

  /// Reads one group of figures, such as those of the processor.
  private mutating func readSensors(
    of second: inout PerfDogSecond, _ source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      guard let sensor = PerfDogSecond.sensors[key] else {
        try json.skipValue(in: &source)
        continue
      }
      try json.check(
        second.samples.count, Self.mostOfSecond, "samples in a single second of the PerfDog test",
        source)
      second.samples.append((sensor, try json.number(in: &source)))
    }
  }

  private mutating func readFrames(
    of second: inout PerfDogSecond, _ source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      guard key == "FrameTimes" || key == "InterFrameIndex" else {
        try json.skipValue(in: &source)
        continue
      }
      guard try json.enterArray(in: &source) else { continue }
      while true {
        if key == "FrameTimes" { takePlainTimes(of: &second) }
        guard let token = try json.nextElement(in: &source) else { break }
        let count = max(second.frameTimes.count, second.generated.count)
        try json.check(
          count, Self.mostOfSecond, "frames in a single second of the PerfDog test", source)
        if key == "FrameTimes" {
          let time = token == .number ? json.field.nanoseconds(in: .milliseconds).value : nil
          second.frameTimes.append(time)
        } else if token == .number, let index = json.field.double.value {
          second.generated.insert(index)
        }
        try json.skipRest(of: token, in: &source)
      }
    }
  }

  private mutating func takePlainTimes(of second: inout PerfDogSecond) {
    var times: NumberColumn<Nanoseconds> = []
    json.takePlainTimes(in: .milliseconds, into: &times)
    second.frameTimes += times.lazy.map(Optional.some)
  }
}
