internal import Decoding
internal import Recordings
internal import Units

/// Reads a table of samples: each row has a date, or a time, and one sample per sensor.
struct SensorTable: ~Copyable {
  /// The columns that tell the time of a row, by position.
  enum Clock {
    /// The date and the time of day, in one or two columns.
    case date([Int])
    /// A number in a unit of time.
    case time(Int, TimeUnit)
  }

  private var rows: CSVRows
  private let clock: Clock
  private let sensors: [PolledSensor]
  private var log: SensorLog
  private var sampleCount = 0

  /// The maximum number of samples of all sensors: five hours of 451 sensors that are polled every two seconds.
  private static let mostSamples = 1 << 22
  static let mostSensors = 1 << 10

  /// Prepares to read a table.
  ///
  /// - Parameters:
  ///   - columns: the sensors with the positions of their columns; counters appear in this order.
  ///   - source: must be at its beginning; it is moved past the header.
  init(
    below header: CSVHeader, clock: Clock, columns: [(position: Int, sensor: PolledSensor)],
    of source: inout TraceSource
  ) {
    self.clock = clock
    sensors = columns.map(\.sensor)
    log = SensorLog(sensors)
    // Several columns may have the same name, of which each is read by its position.
    let unnamed = CSVHeader(header.names.indices.map { "\($0)" }, insteadOf: header)
    rows = CSVRows(
      below: unnamed, columns: clock.positions + columns.map(\.position), of: &source,
      minimumFieldCount: header.names.last == "" ? header.count - 1 : header.count)
    // HWiNFO ends its log with a row that names the device of each sensor, and such names may contain commas.
    rows.ignoredStart = ",,"
  }

  /// Reads the rows; O(bytes) in time, O(samples) in memory.
  ///
  /// - Parameters:
  ///   - reason: the reason why the run has no frames, as a clause.
  ///   - describe: adds metadata to the run.
  /// - Throws: if no row is usable, or the file cannot be read.
  mutating func run(
    in source: inout TraceSource, _ origin: Recording.Origin, because reason: String,
    describe: (inout Recording) -> Void
  ) throws(TraceError) -> TraceRun {
    while try rows.advance(in: &source) { takeRow() }
    guard let start = log.firstTime else { throw rows.noData(origin) }
    var recording = Recording(
      origin: origin, timeline: .withheld(because: reason), counters: log.counters(),
      issues: rows.issues.inOrder)
    if start.isDate, start > 0 {
      recording.description.date = CalendarTime.text(seconds: Int(start / .perSecond))
    }
    describe(&recording)
    return TraceRun(recording, clockOrigin: start.isDate ? start : nil)
  }

  private mutating func takeRow() {
    if clock.positions.indices.allSatisfy({ rows[$0].trimmed.count == 0 }) { return }
    guard let time = time() else { return rows.note(.unusableRow, rows[0]) }
    guard sampleCount < Self.mostSamples else { return rows.note(.tooMany, rows[0]) }
    sampleCount += sensors.count
    let first = clock.positions.count
    var unreadable: [Field] = []
    let issue = log.take(
      at: time, field: { rows[first + $0].sample }, note: { unreadable.append($0) })
    if let issue { rows.note(issue, rows[0]) }
    for field in unreadable { rows.note(.unreadableSample, field) }
  }

  private mutating func time() -> Nanoseconds? {
    switch clock {
    case .date(let positions):
      SampleClock.time(positions.indices.map { rows[$0].trimmed.text }.joined(separator: " "))
    case .time(_, let unit): rows[0].trimmed.nanoseconds(in: unit).value
    }
  }
}

extension SensorTable.Clock {
  fileprivate var positions: [Int] {
    switch self {
    case .date(let positions): positions
    case .time(let position, _): [position]
    }
  }
}

extension Field {
  /// The field without white space around it; empty for a dash, which stands for a missing sample.
  fileprivate var sample: Field {
    let field = trimmed
    return field.count == 1 && field.start[0] == Byte.minus ? Field(start: start, count: 0) : field
  }
}

extension SensorTable {
  /// The sensors of the columns of a table.
  ///
  /// A heading that appears again gets a number. Of several sensors with the same role in metrics, only the first has
  /// it.
  ///
  /// - Parameters:
  ///   - positions: the columns to read.
  ///   - role: the role of a column, by its heading.
  static func columns(
    _ positions: [Int], of header: CSVHeader, role: (SensorHeading) -> Counter.Role
  ) -> [(position: Int, sensor: PolledSensor)] {
    var counts: [String: Int] = [:]
    var taken: Set<Counter.Role> = []
    return positions.prefix(mostSensors).map { position in
      let heading = SensorHeading(header.names[position])
      counts[heading.text, default: 0] += 1
      let number = counts[heading.text] ?? 1
      let role = role(heading)
      let isFirst = role == .other || taken.insert(role).inserted
      return (
        position,
        heading.sensor(
          named: number == 1 ? heading.text : "\(heading.text) (\(number))",
          role: isFirst ? role : .other)
      )
    }
  }
}

/// Collects the samples of a tool that polls sensors and does not log single frames.
struct SensorLog {
  private let sensors: [PolledSensor]
  private var samples: [SampleCollector]
  /// The time of the log's first row; `nil` if the log has no row.
  private(set) var firstTime: Nanoseconds?
  private var lastTime: Nanoseconds?

  /// Creates a collector without samples.
  ///
  /// - Parameter sensors: the sensors in the order in which `take` adds their samples.
  init(_ sensors: [PolledSensor]) {
    self.sensors = sensors
    samples = sensors.map { SampleCollector(scale: $0.scale) }
  }

  /// The number of rows in the log so far; each row has one sample per sensor.
  private(set) var sampleCount = 0

  var isEmpty: Bool { sampleCount == 0 }

  /// Adds a row: the samples of all sensors at one time.
  ///
  /// - Parameters:
  ///   - field: returns the field of a sensor, by the sensor's position in the list.
  ///   - note: a function that is called with each invalid field.
  /// - Returns: the reason why the row was rejected; `nil` if it was added.
  mutating func take(
    at time: Nanoseconds, field: (Int) -> Field, note: (Field) -> Void
  ) -> ImportIssue.Kind? {
    guard time.isPlausible(after: lastTime) else { return .outOfRange }
    guard time >= lastTime ?? time else { return .timeWentBack }
    firstTime = firstTime ?? time
    lastTime = time
    sampleCount += 1
    for index in samples.indices {
      let field = field(index)
      if samples[index].append(field, at: time) != nil { note(field) }
    }
    return nil
  }

  /// The counters of the log: one per sensor that has a value.
  ///
  /// - Parameter startAtZero: whether times are moved so that the first one is 0.
  func counters(startAtZero: Bool = true) -> [Counter] {
    let origin = startAtZero ? firstTime ?? 0 : 0
    return zip(sensors, samples).compactMap { sensor, samples in
      samples.hasNoValue ? nil : Counter(sensor, samples.withTimes(movedBy: origin))
    }
  }
}

/// The heading of a column of samples, such as `GPU Load [%]` or `Framerate (FPS)`: a name and a unit.
struct SensorHeading: Sendable {
  /// The whole heading, in which a degree sign of a Windows encoding is repaired.
  let text: String
  /// The heading without its unit.
  let name: String
  /// The unit without the degree sign, such as `C`; empty if the heading has none.
  let unit: String

  init(_ heading: String) {
    // Of the characters that such headings contain, only the degree sign is not ASCII in a Windows encoding.
    text = harmless(heading.replacing("\u{FFFD}", with: "°"), limit: 200)
    let (name, unit) = Self.parts(of: text)
    self.name = name
    self.unit = unit.replacing("°", with: "")
  }

  private static func parts(of text: String) -> (name: String, unit: String) {
    for (opening, closing) in [("[", "]"), ("(", ")")] as [(Character, Character)]
    where text.last == closing {
      guard let start = text.lastIndex(of: opening) else { continue }
      let unit = String(text[text.index(after: start)...].dropLast())
      // A word in round brackets may also belong to the name, as in `Framerate (Presented)`.
      guard opening == "[" || PolledSensor.isUnit(unit) else { continue }
      return (String(text[..<start]).trimmingSpaces, unit)
    }
    return (text, "")
  }

  /// The sensor of the column, by the name that the log gives to it.
  ///
  /// - Parameters:
  ///   - name: the name of the sensor, which is the heading unless another column has the same heading.
  ///   - role: the role of the sensor in metrics.
  func sensor(named name: String, role: Counter.Role) -> PolledSensor {
    PolledSensor(name, unit: unit, role: role)
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text.drop { $0.isWhitespace })
  }
}
