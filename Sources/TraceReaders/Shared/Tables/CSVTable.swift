internal import Decoding
internal import Recordings
internal import Units

/// A kind of CSV table of a format: its header, and how its rows become runs.
///
///     CSVTable.frames(
///       dialect: "1", header: { $0.header(with: "frame", "ms") },
///       columns: [TableColumn("ms", .frameTime(.milliseconds))])
///
/// A format with plain tables only declares the columns. Shared code reads the rows, records their problems and creates
/// the runs.
struct CSVTable: Sendable {
  /// Finds the header of a CSV table; `nil` if the beginning of a trace has no such table.
  typealias Header = @Sendable (TraceHead) -> CSVHeader?

  /// The dialect or version of the trace format that has this CSV table.
  let dialect: String
  let header: Header
  /// Reads the rows below the header of the CSV table into runs.
  let read:
    @Sendable (CSVHeader, inout TraceSource, Recording.Origin) throws(TraceError) -> [TraceRun]

  /// Declares a CSV table in which each row is a frame, with a time, a frame time, or both.
  static func frames(
    dialect: String, header: @escaping Header, columns: [TableColumn]
  ) -> CSVTable {
    CSVTable(dialect: dialect, header: header) { (header, source, origin) throws(TraceError) in
      var rows = TableRows(below: header, columns: columns, of: &source)
      return [try rows.frames(in: &source, origin)]
    }
  }

  /// Declares a CSV table in which each row has samples of sensors at a time, and no frame.
  /// - Parameters:
  ///   - columns: the columns of a header; with a `process` column, each process becomes a run, and the process with
  ///     the most samples comes first.
  ///   - reason: the reason why the run has no frames, as a clause.
  ///   - startsAtZero: whether the times of a run are moved so that the first sample is at 0.
  ///   - describe: a function that adds metadata to the whole run.
  static func samples(
    dialect: String, header: @escaping Header,
    columns: @escaping @Sendable (CSVHeader) -> [TableColumn], because reason: String,
    startsAtZero: Bool, describe: @escaping @Sendable (inout Recording, inout IssueLog) -> Void
  ) -> CSVTable {
    CSVTable(dialect: dialect, header: header) { (header, source, origin) throws(TraceError) in
      var rows = TableRows(below: header, columns: columns(header), of: &source)
      return try rows.samples(
        in: &source, origin, because: reason, startsAtZero: startsAtZero, describe: describe)
    }
  }
}

extension TraceFormat {
  /// Declares a trace format whose files are CSV tables.
  ///
  /// A trace is read as the first of these tables whose header matches.
  ///
  /// - Parameters:
  ///   - tables: the CSV tables, one per dialect.
  ///   - missing: the columns that are missing in a trace that nearly has this format.
  init(
    id: String, title: String, summary: String, supports: String, checkedAgainst: String,
    tables: [CSVTable], missing: @escaping @Sendable (TraceHead) -> [String] = { _ in [] }
  ) {
    self.init(
      id: id, title: title, summary: summary, dialects: tables.map(\.dialect), supports: supports,
      checkedAgainst: checkedAgainst,
      recognize: { head in
        let table = tables.first { $0.header(head) != nil }
        return table.map { .yes(dialect: $0.dialect) } ?? .no(missing: missing(head))
      },
      read: { (source, head, dialect) throws(TraceError) in
        guard let table = tables.first(where: { $0.dialect == dialect }),
          let header = table.header(head)
        else { return [] }
        let origin = Recording.Origin(source: source.name, format: id, dialect: dialect)
        return try table.read(header, &source, origin)
      })
  }
}

/// A column of a declared CSV table: its name or position, and the meaning of its values.
struct TableColumn: Sendable {
  enum Role: Sendable {
    /// The column contains the time of the row: the end of its frame, or the time of its samples.
    case time(TimeUnit)
    /// The column contains the duration of the row's frame.
    case frameTime(TimeUnit)
    /// The column contains a measurement of the row's frame, such as the time of the GPU; below 0 it is missing.
    case signal(FrameSignal, TimeUnit)
    case sample(PolledSensor)
    case process
  }

  let position: @Sendable (CSVHeader) -> Int?
  let role: Role

  /// Declares a column by its name, upper or lower case.
  init(_ name: String, _ role: Role) {
    position = { $0.column(name) }
    self.role = role
  }

  /// Declares a column by its position, counted from 0.
  init(at position: Int, _ role: Role) {
    self.position = { _ in position }
    self.role = role
  }
}

/// Reads the rows of a CSV table whose columns are declared.
struct TableRows: ~Copyable {
  private var rows: CSVRows
  /// Positions among the times of `rows`.
  private var time: Int?
  private var frameTime: Int?
  private var signals: [(time: Int, signal: FrameSignal)] = []
  private var process: Int?
  private var sensors: [(slot: Int, sensor: PolledSensor)] = []

  private static let mostProcesses = 1 << 12

  init(below header: CSVHeader, columns: [TableColumn], of source: inout TraceSource) {
    var times: [CSVRows.Time] = []
    func position(_ slot: Int, _ unit: TimeUnit) -> Int {
      times.append(CSVRows.Time(slot: slot, unit: unit))
      return times.count - 1
    }
    for (slot, column) in columns.enumerated() {
      switch column.role {
      case .time(let unit): time = position(slot, unit)
      case .frameTime(let unit): frameTime = position(slot, unit)
      case .signal(let signal, let unit): signals.append((position(slot, unit), signal))
      case .sample(let sensor): sensors.append((slot, sensor))
      case .process: process = slot
      }
    }
    // Some headers end in a comma, but their rows do not.
    rows = CSVRows(
      below: header, columns: columns.map { $0.position(header) }, of: &source,
      minimumFieldCount: header.names.last == "" ? header.count - 1 : header.count,
      times: times, needsOnlyTimes: sensors.isEmpty)
  }

  // MARK: - Frames

  /// Reads a table in which each row is a frame, with signals and samples of sensors.
  mutating func frames(
    in source: inout TraceSource, _ origin: Recording.Origin
  ) throws(TraceError) -> TraceRun {
    var frames = FrameCollector(signals: signals.map(\.signal), rows: source.expectedLines)
    var samples = sensors.map { SampleCollector(scale: $0.sensor.scale) }
    while try rows.advance(in: &source) {
      let time = duration(time)
      if time.isProblem { continue }
      let frameTime = duration(frameTime)
      if frameTime.isProblem { continue }
      let verdict = frames.add(time: time.value, frameTime: frameTime.value)
      let first = self.time ?? self.frameTime
      if let issue = verdict.issue {
        rows.note(
          issue, (first.map { rows.timeField($0) } ?? rows[0]).trimmed, count: verdict.count)
      }
      guard verdict.isFrame else { continue }
      for (index, column) in signals.enumerated() {
        let value = rows.time(column.time)
        if value.isProblem { rows.note(.unreadableSample, rows.timeField(column.time)) }
        frames.set(index, value.value.flatMap { $0 >= 0 ? $0 : nil })
      }
      for (index, column) in sensors.enumerated() {
        let field = rows[column.slot]
        if samples[index].append(field) != nil { rows.note(.unreadableSample, field) }
      }
    }
    guard let timeline = frames.finish() else { throw rows.noData(origin) }
    let counters = zip(sensors, samples).compactMap { column, samples in
      samples.hasNoValue ? nil : Counter(column.sensor, samples.withFrames())
    }
    let recording = Recording(
      origin: origin, timeline: .known(timeline), counters: counters, issues: rows.issues.inOrder)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  /// A time in the current row, missing if the table has no such column; records the problem of a row that must be
  /// skipped.
  private mutating func duration(_ position: Int?) -> Parsed<Nanoseconds> {
    guard let position else { return .missing }
    let time = rows.time(position)
    if case .problem(let kind) = time { rows.note(kind, rows.timeField(position).trimmed) }
    return time
  }

  // MARK: - Samples

  /// Reads a table in which each row has samples at a time; one run per process, the process with the most samples
  /// first.
  mutating func samples(
    in source: inout TraceSource, _ origin: Recording.Origin, because reason: String,
    startsAtZero: Bool, describe: (inout Recording, inout IssueLog) -> Void
  ) throws(TraceError) -> [TraceRun] {
    var logs: [Int64: SensorLog] = [:]
    while try rows.advance(in: &source) {
      if let time = sampleTime() { takeSamples(at: time, into: &logs) }
    }
    guard !logs.isEmpty else { throw rows.noData(origin) }
    let ordered = logs.sorted {
      ($1.value.sampleCount, $0.key) < ($0.value.sampleCount, $1.key)
    }
    return ordered.map { process, log in
      var recording = Recording(
        origin: origin, timeline: .withheld(because: reason),
        counters: log.counters(startAtZero: startsAtZero))
      recording.origin.stream = logs.count == 1 ? nil : "pid \(process)"
      describe(&recording, &rows.issues)
      recording.issues = rows.issues.inOrder
      return TraceRun(recording)
    }
  }

  private mutating func sampleTime() -> Nanoseconds? {
    guard let time else { return nil }
    switch rows.time(time) {
    case .value(let value): return value
    case .missing: rows.note(.unusableRow, rows.timeField(time))
    case .problem(let kind): rows.note(kind, rows.timeField(time))
    }
    return nil
  }

  private mutating func takeSamples(at time: Nanoseconds, into logs: inout [Int64: SensorLog]) {
    let key = process.flatMap { rows[$0].scaledInteger(digits: 0).value } ?? 0
    guard logs[key] != nil || logs.count < Self.mostProcesses else {
      return rows.note(.tooMany, process.map { rows[$0] })
    }
    var log = logs.removeValue(forKey: key) ?? SensorLog(sensors.map(\.sensor))
    var unreadable: [Field] = []
    let issue = log.take(
      at: time, field: { rows[sensors[$0].slot] }, note: { unreadable.append($0) })
    if !log.isEmpty { logs[key] = log }
    if let issue, let position = self.time { rows.note(issue, rows.timeField(position)) }
    for field in unreadable { rows.note(.unreadableSample, field) }
  }
}

extension Counter {
  init(_ sensor: PolledSensor, _ samples: SampleColumn) {
    self.init(role: sensor.role, name: sensor.name, unit: sensor.unit, samples: samples)
  }
}

extension CSVRows {
  /// The error for a table without a usable row.
  func noData(_ origin: Recording.Origin) -> TraceError {
    .noData(
      path: origin.source, format: origin.format, line: headerLine,
      firstIssue: issues.inOrder.first)
  }
}
