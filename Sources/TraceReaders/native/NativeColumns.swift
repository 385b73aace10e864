internal import Decoding
internal import Recordings
internal import Units

/// The meaning of the columns in a native table (Hitchmark's own CSV format), by the names of the columns.
///
/// A slot is a position in `wanted`, the list of columns with which `CSVRows` is created.
struct NativeColumns {
  /// A column of a native table with times or durations, and its unit.
  struct Time {
    let slot: Int
    let unit: TimeUnit
  }

  struct Signal {
    let signal: FrameSignal
    let time: Time
  }

  struct CounterColumn {
    let slot: Int
    let role: Counter.Role
    let name: String
    let unit: Unit
    let scale: SampleCollector.Scale
  }

  /// The positions in the header of the columns that are read, by slot; `nil` for a column that the table lacks.
  private(set) var wanted: [Int?] = []
  private(set) var time: Time?
  private(set) var frameTime: Time?
  private(set) var signals: [Signal] = []
  private(set) var counters: [CounterColumn] = []
  private(set) var markerEnd: Time?
  private var droppedSlot: Int?
  private(set) var nameSlot = 0
  private(set) var activitySlot = 0
  private let rowsAreFrames: Bool

  /// Identifies the columns of a native table by the names in its header.
  ///
  /// - Parameter mapped: whether each row is a frame, whatever columns the table has; `nil` if the columns decide.
  init(_ header: CSVHeader, mapped: Bool? = nil) {
    rowsAreFrames = mapped ?? false
    // The names, in lower case, that have a meaning.
    var known: Set<String> = []
    time = take("timestamp", of: header, into: &known)
    frameTime = take("frame_time", of: header, into: &known)
    // Mapped samples need no times.
    guard time != nil || frameTime != nil || mapped == false else { return }
    takeMarkers(of: header, into: &known)
    takeSignals(of: header, into: &known)
    takeCounters(of: header, besides: known)
  }

  /// Whether the table can be read, because it has a column of times.
  var isReadable: Bool { !wanted.isEmpty }

  /// Whether a table has columns with Hitchmark's names of samples.
  static func hasNames(_ header: CSVHeader) -> Bool {
    header.names.contains { samplesByName[$0.lowercased()] != nil }
  }

  /// The dialect of the table, by its contents: frames, samples, both, or markers.
  var dialect: String {
    switch (hasFrames, counters.isEmpty) {
    case (true, true): "frames"
    case (true, false): "frames and samples"
    case (false, false): "samples"
    case (false, true): "markers"
    }
  }

  /// The slot of the column that locates rows in time: the timestamp, or else the frame time.
  var timeSlot: Int { (time ?? frameTime)?.slot ?? 0 }

  /// Whether any row of the table can be a frame.
  ///
  /// A table with only timestamps and samples has no frames; a table with only timestamps has only frames.
  private var hasFrames: Bool {
    rowsAreFrames || hasFrameColumns || (counters.isEmpty && markerEnd == nil)
  }

  private var hasFrameColumns: Bool {
    frameTime != nil || !signals.isEmpty || droppedSlot != nil
  }

  // MARK: - Rows

  /// Whether the current row is a frame, because it has a value in a column of frames.
  func isFrame(_ rows: inout CSVRows) -> Bool {
    guard hasFrameColumns, time != nil, !rowsAreFrames else { return hasFrames }
    if let frameTime, !rows[frameTime.slot].isMissing { return true }
    if let droppedSlot, !rows[droppedSlot].isMissing { return true }
    for column in signals where !rows[column.time.slot].isMissing { return true }
    // In a table with only frames, the signals of a frame may be missing.
    return counters.isEmpty && markerEnd == nil
  }

  /// Whether the current row is a marker, because it has a name.
  func isMarker(_ rows: inout CSVRows) -> Bool {
    markerEnd != nil && rows[nameSlot].count > 0
  }

  /// The kind of the current row's frame: dropped if the column `dropped` is true, otherwise displayed.
  func kind(of rows: inout CSVRows) -> FrameKind {
    guard let droppedSlot else { return .displayed }
    return rows[droppedSlot].isYes ? .dropped : .displayed
  }

  // MARK: - Names

  static let signalNames: [(String, FrameSignal)] = [
    ("cpu", .cpuBusy), ("gpu", .gpuBusy), ("display_timestamp", .display), ("latency", .latency),
    ("animation_error", .animationError), ("work", .work), ("overrun", .overrun),
    ("ui", .ui), ("render", .render),
    ("input", .input), ("animation", .animation), ("layout", .layout), ("draw", .draw),
    ("sync", .sync), ("issue", .issue), ("swap", .swap),
  ]

  private mutating func want(_ column: Int?) -> Int {
    wanted.append(column)
    return wanted.count - 1
  }

  /// Finds a column of times by its name without the suffix of the unit, such as `_ms`.
  private mutating func take(
    _ name: String, of header: CSVHeader, into known: inout Set<String>
  ) -> Time? {
    for (suffix, unit) in TimeUnit.suffixes {
      guard let column = header.column(name + suffix) else { continue }
      known.insert(name + suffix)
      return Time(slot: want(column), unit: unit)
    }
    return nil
  }

  private mutating func takeMarkers(of header: CSVHeader, into known: inout Set<String>) {
    guard time != nil, let name = header.column("name") else { return }
    markerEnd = take("end", of: header, into: &known)
    guard markerEnd != nil else { return }
    nameSlot = want(name)
    activitySlot = want(header.column("activity"))
    known.formUnion(["name", "activity"])
  }

  private mutating func takeSignals(of header: CSVHeader, into known: inout Set<String>) {
    for (name, signal) in Self.signalNames {
      guard let time = take(name, of: header, into: &known) else { continue }
      signals.append(Signal(signal: signal, time: time))
    }
    if let column = header.column("dropped") {
      known.insert("dropped")
      droppedSlot = want(column)
    }
  }

  /// Reads all columns without another meaning as samples of counters.
  private mutating func takeCounters(of header: CSVHeader, besides known: Set<String>) {
    var known = known
    for (position, name) in header.names.enumerated() {
      guard !name.isEmpty, known.insert(name.lowercased()).inserted else { continue }
      let (unit, scale) = Self.unit(of: name.lowercased())
      counters.append(
        CounterColumn(
          slot: want(position), role: Self.role(of: name), name: name, unit: unit, scale: scale))
    }
  }

  static let samplesByName: [String: Counter.Role] = [
    "cpu_percent": .cpu, "gpu_percent": .gpu, "memory_mb": .memory, "memory_mib": .memory,
    "memory_bytes": .memory, "power_w": .power, "power_mw": .power, "temperature_c": .temperature,
    "battery_percent": .battery,
  ]

  private static func role(of name: String) -> Counter.Role {
    let (prefix, suffix) = ("thread.", ".cpu_percent")
    let lowercased = name.lowercased()
    let isThread = lowercased.hasPrefix(prefix) && lowercased.hasSuffix(suffix)
    if isThread, name.utf8.count > prefix.utf8.count + suffix.utf8.count {
      return .threadCPU(String(name.dropFirst(prefix.count).dropLast(suffix.count)))
    }
    return samplesByName[lowercased] ?? .other
  }

  private static let unitSuffixes: [(String, Unit, SampleCollector.Scale)] = [
    ("_percent", .fraction, .divided(by: 100)), ("_bytes", .bytes, .asWritten),
    ("_kb", .bytes, .times(1e3)), ("_mb", .bytes, .times(1e6)), ("_gb", .bytes, .times(1e9)),
    ("_mib", .bytes, .times(1_048_576)), ("_gib", .bytes, .times(1_073_741_824)),
    ("_w", .watts, .asWritten), ("_mw", .watts, .divided(by: 1000)), ("_c", .celsius, .asWritten),
    ("_hz", .hertz, .asWritten), ("_mhz", .hertz, .times(1e6)), ("_ms", .milliseconds, .asWritten),
    ("_s", .seconds, .asWritten), ("fps", .framesPerSecond, .asWritten),
  ]

  private static func unit(of name: String) -> (Unit, SampleCollector.Scale) {
    for (suffix, unit, scale) in unitSuffixes where name.hasSuffix(suffix) { return (unit, scale) }
    return (.count, .asWritten)
  }
}

extension Field {
  /// Whether the field is `1`, `true` or `yes`.
  var isYes: Bool { isWord("1") || isWord("true") || isWord("yes") }
}
