internal import Decoding
internal import Recordings
internal import Units

/// The unit of the time column in a present table (a table with one row per present).
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
