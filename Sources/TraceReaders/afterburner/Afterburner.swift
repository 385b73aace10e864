internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Hardware monitoring logs of MSI Afterburner: `.hml` files, or tables made from them.
  static let afterburner = TraceFormat(
    id: "afterburner",
    title: "MSI Afterburner log",
    summary: """
      samples of sensors, by default one per second; each recording in the log becomes a run. Afterburner only samples \
      frame rates and frame times, so the log contains no single frames
      """,
    dialects: ["1.5", "1.6", AfterburnerLog.unknownVersion],
    supports: """
      load, power and temperature; the metric fps.sampled is the mean of the sampled frame rates; the sampled frame \
      times are stored as samples
      """,
    checkedAgainst: """
      a log of version 1.6 with two recordings, which a spreadsheet had opened and saved
      """,
    recognize: { head in
      var source = TraceSource(bytes: head.bytes, name: "")
      var lines = TextLines()
      var isFirst = true
      var sampleLines = 0
      // Reading lines from memory does not fail.
      while let field = try? lines.next(in: &source) {
        if field.trimmed.count == 0 { continue }
        defer { isFirst = false }
        guard let line = AfterburnerLine(field) else {
          // The first line of a copied log, and the last line of the bytes that were read, may be cut off.
          if isFirst { continue } else { break }
        }
        if let version = AfterburnerLog.version(in: line) { return .yes(dialect: version) }
        if line.kind == .names { return .yes(dialect: AfterburnerLog.unknownVersion) }
        if line.kind == .samples { sampleLines += 1 }
      }
      return sampleLines >= 10 ? .yes(dialect: AfterburnerLog.unknownVersion) : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      try AfterburnerLog.runs(in: &source, dialect: dialect)
    })
}

/// Reads an Afterburner log line by line.
///
/// Each title line and each new list of sensor names in the log begins a recording.
struct AfterburnerLog: ~Copyable {
  private var lines = TextLines()
  private var runs: [TraceRun] = []
  private var device: String?
  private var names: [String] = []
  private var nameCount = 0
  private var units: [Int: String] = [:]
  private var start: Nanoseconds?
  private var log: SensorLog?
  private var places: [Int] = []
  private let source: String
  private let dialect: String

  /// The maximum number of recordings per file, and of sensors per recording.
  private static let (mostRuns, mostSensors) = (1 << 12, 1 << 10)

  /// The dialect of an Afterburner log that has no title line with a version.
  static let unknownVersion = "log of an unknown version"

  static let reasonForNoFrames =
    "Afterburner samples at intervals: the log contains the time of one frame per interval, not of every frame"

  /// Reads an Afterburner log; O(bytes) in time, O(samples) in memory.
  ///
  /// - Returns: one run per recording with samples.
  /// - Throws: if no recording has samples, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var reader = AfterburnerLog(source: source.name, dialect: dialect)
    while let line = try reader.lines.next(in: &source) { reader.take(line) }
    reader.finishRun()
    guard !reader.runs.isEmpty else {
      throw .noData(
        path: source.name, format: TraceFormat.afterburner.id, line: reader.lines.number,
        firstIssue: reader.lines.issues.inOrder.first)
    }
    return reader.finished()
  }

  /// The version of Afterburner in a title line of the log; `nil` for other lines.
  static func version(in line: AfterburnerLine) -> String? {
    let title = line.text(0)
    guard line.kind == .title, title.hasPrefix("Hardware monitoring log") else { return nil }
    let version = title.split(separator: " v").last.map { $0.filter { $0.isNumber || $0 == "." } }
    return version.flatMap { $0.isEmpty ? nil : shortened($0) } ?? unknownVersion
  }

  private init(source: String, dialect: String) {
    self.source = source
    self.dialect = dialect
  }

  // MARK: - Lines

  private mutating func take(_ field: Field) {
    guard field.trimmed.count > 0 else { return }
    guard let line = AfterburnerLine(field) else { return lines.note(.unusableRow, field) }
    switch line.kind {
    case .title: finishRun()
    case .device: device = line.text(0)
    case .names: takeNames(line)
    case .unit:
      // In the log's Windows encoding, the degree sign is one byte, which a copy of the log may have converted.
      if let sensor = Int(line.text(0)) { units[sensor] = line.text(1).replacing("°", with: "") }
    case .samples: takeSamples(line, field)
    }
  }

  private mutating func takeNames(_ line: AfterburnerLine) {
    finishRun()
    start = line.time
    nameCount = line.cells.count
    names = line.cells.prefix(Self.mostSensors).indices.map(line.text)
    var seen: Set<String> = []
    places = names.indices.filter { !names[$0].isEmpty && seen.insert(names[$0]).inserted }
    let named = names.count { !$0.isEmpty }
    if places.count < named { lines.note(.duplicateColumn) }
  }

  private mutating func takeSamples(_ line: AfterburnerLine, _ field: Field) {
    guard !places.isEmpty else { return lines.note(.unusableRow, field) }
    guard line.cells.count > places.last ?? 0 else { return lines.note(.shortRow, field) }
    // With decimal commas, a line has more cells than there are sensor names, and no cell has a decimal point.
    if line.cells.count > nameCount {
      let hasPoint = field.offset(of: ".") != nil
      lines.note(hasPoint ? .longRow : .decimalComma, field)
      if !hasPoint { return }
    }
    if log == nil { log = SensorLog(sensors) }
    var bad: [Field] = []
    let cells = places.map { line.cells[$0] }
    let issue = log?.take(at: line.time, field: { cells[$0] }, note: { bad.append($0) })
    if let issue { lines.note(issue, field) }
    for field in bad { lines.note(.unreadableSample, field) }
  }

  // MARK: - Sensors

  private var sensors: [PolledSensor] {
    var taken: Set<String> = []
    return places.map { place in
      let name = names[place]
      let unit = units[place].flatMap { $0.isEmpty ? nil : $0 } ?? Self.usualUnit(of: name)
      let role = Self.role(of: name, in: unit)
      let isFirst = role == .other || taken.insert(role.name).inserted
      return PolledSensor(name, unit: unit, role: isFirst ? role : .other)
    }
  }

  /// The usual unit of a sensor by its name, for logs without unit lines, which spreadsheets remove.
  private static func usualUnit(of name: String) -> String {
    let endings = [
      ("temperature", "C"), ("clock", "MHz"), ("ower", "W"), ("Frametime", "ms"),
      ("RAM usage", "MB"),
      ("Memory usage", "MB"), ("usage", "%"),
    ]
    if name.hasPrefix("Framerate") { return "FPS" }
    return endings.first { name.hasSuffix($0.0) }?.1 ?? ""
  }

  /// The role of an Afterburner sensor in metrics, by its name and unit.
  ///
  /// Afterburner's memory sensors measure the machine or the GPU, never the process, so they have no role.
  private static func role(of name: String, in unit: String) -> Counter.Role {
    switch (name, unit) {
    case ("CPU usage", "%"): .cpu
    case ("GPU usage", "%"), ("GPU1 usage", "%"): .gpu
    case ("Power", "W"), ("GPU power", "W"), ("GPU1 power", "W"): .power
    case ("GPU temperature", "C"), ("GPU1 temperature", "C"): .temperature
    default: .other
    }
  }

  // MARK: - Runs

  private mutating func finishRun() {
    defer {
      log = nil
      places = []
      units = [:]
    }
    guard let log, !log.isEmpty else { return }
    guard runs.count < Self.mostRuns else { return lines.note(.tooMany) }
    var description = RunDescription()
    description.device.gpu = device
    description.scalars = [log.counters().sampledFrameRate(named: "Framerate")].compactMap(\.self)
    description.date = start.map { CalendarTime.text(seconds: Int($0 / .perSecond)) }
    runs.append(
      TraceRun(
        Recording(
          origin: .init(
            source: source, format: TraceFormat.afterburner.id, dialect: dialect,
            stream: description.date),
          timeline: .withheld(because: Self.reasonForNoFrames), counters: log.counters(),
          description: description), clockOrigin: log.firstTime))
  }

  private consuming func finished() -> [TraceRun] {
    let issues = lines.issues.inOrder
    let isAlone = runs.count == 1
    return runs.map { run in
      var run = run
      run.recording.issues = issues
      if isAlone { run.recording.origin.stream = nil }
      return run
    }
  }
}

/// A line of an Afterburner log: its kind, its time and its cells.
struct AfterburnerLine {
  /// The kind of a line in an Afterburner log, which is the number at the beginning of the line.
  enum Kind: Int {
    case title = 0
    case device = 1
    case names = 2
    case unit = 3
    case samples = 80
  }

  let kind: Kind

  /// The time since 1 January 1970 on the machine's clock, in whole seconds.
  let time: Nanoseconds

  /// The cells of the line after its time, without white space around them.
  let cells: [Field]

  /// Parses a line of the log; `nil` if the line does not begin with a known number and a time.
  ///
  /// - Parameter line: the bytes of the line; the cells are valid as long as this field.
  init?(_ line: Field) {
    let all = line.cells
    guard all.count > 2, let number = all[0].scaledInteger(digits: 0).value,
      let kind = Kind(rawValue: Int(number)), let time = Self.time(all[1].text)
    else { return nil }
    self.kind = kind
    self.time = time
    cells = Array(all.dropFirst(2))
  }

  /// The text of a cell, by its position after the time; empty if the line has fewer cells.
  ///
  /// The log has a Windows encoding, of which only ASCII characters are kept.
  func text(_ cell: Int) -> String {
    guard cell < cells.count else { return "" }
    return harmless(cells[cell].text.replacing("\u{FFFD}", with: ""), limit: 200)
  }

  /// Parses a date and a time in Afterburner's notation; `nil` if the text contains other numbers.
  ///
  /// The day and the year may be swapped, and `-` or `.` separates the parts of the date.
  private static func time(_ text: String) -> Nanoseconds? {
    let numbers = text.split { " -.:".contains($0) }.compactMap { UInt16($0).map(Int.init) }
    guard numbers.count == 6 else { return nil }
    let date = numbers[0] > 31 ? Array(numbers[..<3]) : numbers[..<3].reversed()
    return CalendarTime.seconds(date + numbers[3...]).map { Nanoseconds($0) * .perSecond }
  }
}

extension Field {
  /// The cells of the line: the fields between commas, without white space around them.
  fileprivate var cells: [Field] {
    UnsafeBufferPointer(start: start, count: count)
      .split(separator: Byte.comma, omittingEmptySubsequences: false)
      .map { Field(start: start + $0.startIndex, count: $0.count).trimmed }
  }
}
