internal import Decoding
internal import Recordings
internal import Units

/// The positions of columns in a present table.
struct PresentLayout: Sendable {
  /// The position of each column, by `PresentColumn.rawValue`; `nil` if the table lacks it.
  let columns: [Int?]

  /// The time column; `nil` if the table has only durations.
  let time: TimeColumn?

  /// Whether the time column contains the start of a frame instead of its present.
  let timeIsStart: Bool

  /// Whether the table is from PresentMon 1.x, which writes 0 for unknown values.
  let zeroIsMissing: Bool

  /// Whether application, process and swap chain are adjacent columns.
  ///
  /// These columns are adjacent in all tables except FrameView's. If they are adjacent, one comparison decides whether
  /// a row belongs to the process and swap chain of the previous row.
  let hasAdjacentKey: Bool

  /// Whether rows distinguish frames of the application from generated ones.
  let hasFrameType: Bool

  /// The column that shows whether a frame was displayed; `nil` if there is none.
  let fate: PresentColumn?

  /// Finds the columns of a present table in its header.
  ///
  /// The result is `nil` if no column has the duration of a frame, or if the rows do not name the application of the
  /// presents.
  init?(_ header: CSVHeader) {
    let durations = PresentColumn.frameTime.names + ["CPUWait"]
    guard header.column(named: durations) != nil else { return nil }
    var columns = PresentColumn.allCases.map { header.column(named: $0.names) }
    let hasPresents = header.has("MsBetweenPresents") || header.has("MsBetweenAppPresents")
    timeIsStart = !hasPresents
    if columns[PresentColumn.frameTime] == nil {
      guard let wait = header.column("CPUWait") else { return nil }
      columns[PresentColumn.frameTime] = header.column("CPUBusy")
      columns[PresentColumn.frameTimeRest] = wait
    }
    let candidates = hasPresents ? TimeColumn.presents : TimeColumn.starts
    time = candidates.first { header.has($0.name) }
    columns[PresentColumn.time] = time.flatMap { header.column($0.name) }
    guard columns[PresentColumn.frameTime] != nil,
      time != nil || columns[PresentColumn.application] != nil
    else { return nil }
    zeroIsMissing = columns[PresentColumn.dropped] != nil
    fate = [.dropped, .displayed].first { columns[$0] != nil }
    hasFrameType = columns[PresentColumn.frameType] != nil
    let key: [PresentColumn] = [.application, .process, .swapChain]
    let positions = key.compactMap { columns[$0] }
    hasAdjacentKey = positions.count == 3 && positions == Array(positions[0]..<(positions[0] + 3))
    self.columns = columns
  }

  func has(_ column: PresentColumn) -> Bool { columns[column] != nil }

  /// The signals that the table contains, such as CPU time, each with its column.
  ///
  /// For latency there are three possible columns; the first column with a value in any row is used.
  var signals: [(signal: FrameSignal, column: PresentColumn)] {
    let all: [(signal: FrameSignal, column: PresentColumn)] = [
      (.cpuBusy, .cpuBusy), (.gpuBusy, .gpuBusy), (.animationError, .animationError),
      (.latency, .clickLatency), (.latency, .inputLatency), (.latency, .systemLatency),
    ]
    return all.filter { has($0.column) }
  }
}

extension [Int?] {
  /// The position of a column in the header; `nil` if the table lacks the column.
  subscript(column: PresentColumn) -> Int? {
    get { self[column.rawValue] }
    set { self[column.rawValue] = newValue }
  }
}

/// A column of a present table, independent of the version that wrote it.
///
/// PresentMon changed the names of columns at 1.8 (`Ms…` became `ms…`; lookup ignores case). At 2.0, frames are
/// measured from the start of CPU work, and names lose their unit. At 2.3.1, frames are measured from present to
/// present again, and names have units.
enum PresentColumn: Int, CaseIterable {
  case application
  case process
  case swapChain
  case time
  case frameTime
  /// The column with the time to add to `frameTime` in PresentMon 2.0, which has no column for the whole frame time.
  case frameTimeRest
  /// The column that contains `1` if the frame was never displayed.
  case dropped
  /// The column with the time or the duration of the frame's display; empty or 0 for a frame that was not displayed.
  case displayed
  case frameType
  /// The column with the way in which a frame reached the screen, such as `Composed: Flip`.
  case presentMode
  /// The column with the time from the row's time to the display of the frame.
  case displayDelay
  case cpuBusy
  case gpuBusy
  case animationError
  /// The column with the latency from a click to the display of the click's effect.
  case clickLatency
  /// The column with the latency from any input to the display of the input's effect.
  case inputLatency
  /// The column with the latency from an input that the game itself marked to the display.
  case systemLatency

  /// The names that PresentMon versions use for the column, the preferred name first.
  ///
  /// The names of time columns are in `TimeColumn.all`.
  var names: [String] {
    switch self {
    case .application: ["Application"]
    case .process: ["ProcessID"]
    case .swapChain: ["SwapChainAddress"]
    case .time, .frameTimeRest: []
    case .frameTime: ["MsBetweenPresents", "MsBetweenAppPresents", "FrameTime"]
    case .dropped: ["Dropped", "AppMissed"]
    case .displayed:
      ["MsUntilDisplayed", "DisplayLatency", "MsBetweenDisplayChange", "DisplayedTime"]
    case .frameType: ["FrameType"]
    case .presentMode: ["PresentMode"]
    case .displayDelay: ["MsUntilDisplayed", "DisplayLatency"]
    case .cpuBusy: ["MsCPUBusy", "CPUBusy"]
    case .gpuBusy: ["MsGPUBusy", "GPUBusy", "msGPUActive", "GPUDuration"]
    case .animationError: ["MsAnimationError", "AnimationError"]
    case .clickLatency: ["MsClickToPhotonLatency", "ClickToPhotonLatency"]
    case .inputLatency: ["MsAllInputToPhotonLatency", "AllInputToPhotonLatency"]
    case .systemLatency: ["MsPCLatency"]
    }
  }
}

/// A column of a present table with the time of a frame: its present, or the start of its CPU work.
struct TimeColumn: Sendable {
  let name: String

  /// The unit of time that the column's name implies.
  let unit: TimeUnit

  /// Whether the column's unit of time must be verified with the data.
  ///
  /// Clock ticks are 100 ns on most machines, but not on all. With `--qpc_time_ms`, PresentMon 2.3.1 and later write
  /// milliseconds under `TimeInSeconds`. PresentMon's graphical program writes seconds under `CPUStartTime`.
  let isDoubtful: Bool

  private init(_ name: String, _ unit: TimeUnit, isDoubtful: Bool = false) {
    self.name = name
    self.unit = unit
    self.isDoubtful = isDoubtful
  }

  /// The possible columns with the time of the present, the preferred one first.
  ///
  /// Dates are accepted in all these columns, because PresentMon 1.x writes dates under `TimeInSeconds`.
  static let presents = [
    TimeColumn("TimeInSeconds", .seconds, isDoubtful: true),
    TimeColumn("TimeInMs", .milliseconds),
    TimeColumn("TimeInDateTime", .nanoseconds),
    TimeColumn("TimeInQPC", .ticks, isDoubtful: true),
    TimeColumn("QPCTime", .ticks, isDoubtful: true),
  ]

  /// The possible columns with the time at which the CPU started the frame, the preferred one first.
  static let starts = [
    TimeColumn("CPUStartTime", .milliseconds, isDoubtful: true),
    TimeColumn("CPUStartTimeInMs", .milliseconds),
    TimeColumn("CPUStartQPCTime", .milliseconds, isDoubtful: true),
    TimeColumn("CPUStartQPCTimeInMs", .milliseconds),
    TimeColumn("CPUStartTimeInSeconds", .seconds),
    TimeColumn("CPUStartDateTime", .nanoseconds),
    TimeColumn("CPUStartQPC", .ticks, isDoubtful: true),
  ]
}

/// The unit of the time column in a present table.
enum PresentClock: Sendable, Equatable {
  /// The time is a decimal fraction; moving the decimal point by this number of digits gives nanoseconds.
  case decimal(digits: Int)
  /// The time is a count of ticks, each of which lasts this many nanoseconds.
  case ticks(nanoseconds: Double)

  /// Parses a field of the time column; a date is accepted in place of a number.
  @inline(__always)
  func read(_ field: Field) -> Parsed<Nanoseconds> {
    guard case .decimal(let digits) = self else { return readTicks(field) }
    let time = field.scaledInteger(digits: digits)
    guard case .problem(.notANumber) = time else { return time }
    return CalendarTime.nanoseconds(field).map { .value($0) } ?? time
  }

  private func readTicks(_ field: Field) -> Parsed<Nanoseconds> {
    guard case .ticks(let size) = self else { return .missing }
    switch field.double {
    case .value(let count):
      return Nanoseconds(exactly: (count * size).rounded()).map { .value($0) }
        ?? .problem(.outOfRange)
    case .missing: return .missing
    case .problem(let kind): return .problem(kind)
    }
  }

  /// Determines the unit of a present table's time column.
  ///
  /// The name of the time column determines the unit. If the name is ambiguous, the steps between the times of the
  /// first rows are compared with the rows' frame times. If this comparison is not conclusive, the unit in the name is
  /// used.
  static func of(_ layout: PresentLayout, below header: CSVHeader, in head: TraceHead)
    -> PresentClock
  {
    guard let time = layout.time else { return .decimal(digits: 0) }
    let named = PresentClock.decimal(digits: time.unit.digits)
    guard time.isDoubtful, !(layout.zeroIsMissing && time.unit == .seconds) else { return named }
    guard let steps = try? stepsPerMillisecond(layout, below: header, in: head) else {
      return named
    }
    return clock(stepsPerMillisecond: steps, named: time.unit)
  }

  /// The unit of the time column that fits the measured steps: the unit in its name, another unit, or ticks of any
  /// length.
  static func clock(stepsPerMillisecond steps: Double, named unit: TimeUnit) -> PresentClock {
    let units: [TimeUnit] = [unit, .seconds, .milliseconds, .ticks]
    if let fitting = units.first(where: { abs(steps * Double($0.length) / 1e6 - 1) < 0.02 }) {
      return .decimal(digits: fitting.digits)
    }
    return unit == .ticks ? .ticks(nanoseconds: 1e6 / steps) : .decimal(digits: unit.digits)
  }

  /// The median step of the time column per millisecond of frame time; `nil` if no two consecutive rows are of the same
  /// process and swap chain.
  private static func stepsPerMillisecond(
    _ layout: PresentLayout, below header: CSVHeader, in head: TraceHead
  ) throws(TraceError) -> Double? {
    var source = TraceSource(bytes: head.bytes, name: "")
    var rows = CSVRows(below: header, columns: layout.columns, of: &source)
    var ratios: [Double] = []
    var last: (key: [String], time: Double, frameTime: Double)?
    while ratios.count < 64, try rows.advance(in: &source) {
      let key: [PresentColumn] = [.application, .process, .swapChain]
      let names = key.map { rows[$0.rawValue].text }
      guard let time = rows[PresentColumn.time.rawValue].double.value,
        let frameTime = rows[PresentColumn.frameTime.rawValue].double.value
      else { continue }
      let duration = layout.timeIsStart ? last?.frameTime ?? 0 : frameTime
      if let last, last.key == names, duration > 0, time > last.time {
        ratios.append((time - last.time) / duration)
      }
      let rest = rows[PresentColumn.frameTimeRest.rawValue].double.value ?? 0
      last = (names, time, frameTime + rest)
    }
    return ratios.isEmpty ? nil : ratios.sorted()[ratios.count / 2]
  }
}

// The meaning of fields that describe a frame in present tables (tables with one row per present).

extension Field {
  /// Whether the field is `1`, or `true` as in copies of a table that other programs wrote.
  @inline(__always)
  var isOne: Bool {
    count == 1 ? start[0] == UInt8(ascii: "1") : isWord("true")
  }

  /// Whether the field has no value or only zeros.
  var isMissingOrZero: Bool {
    if isMissing { return true }
    for index in 0..<count where start[index] != Byte.zero && start[index] != Byte.point {
      return false
    }
    return true
  }

  /// The kind of a frame that the application did not render, by the frame type in the field; `nil` for the
  /// application's own frames.
  var madeUpKind: FrameKind? {
    if isMissing || isWord("application") || isWord("notset") || isWord("unspecified") {
      return nil
    }
    return isWord("repeated") ? .repeated : .generated
  }
}
