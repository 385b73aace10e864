internal import Decoding
internal import Recordings
internal import Units

/// Reads the columns of one run in a CapFrameX session, each with one entry per present, and builds the frames from
/// them.
struct CapFrameXCapture: Sendable {
  private var times = OptionalColumn()
  private var frameTimes = OptionalColumn()
  private var dropped = OptionalColumn()
  /// The times from the presents to the displays of their frames.
  private var displayDelays = OptionalColumn()
  /// The ways in which frames reached the screen, as numbers of CapFrameX.
  private var modes = OptionalColumn()
  private var signals: [(signal: FrameSignal, values: OptionalColumn)] = []
  /// For each row, whether it is no frame, for example because its time is invalid; the array ends with the last such
  /// row.
  private var leftOut: [Bool] = []
  /// The maximum number of signal columns that are read; a column name may occur twice.
  private static let mostSignals = 16
  /// The remaining capacity of all columns of the session, in entries.
  private(set) var capacity: Int
  private var issues = IssueLog()

  /// The meaning of a column in a CapFrameX capture, recognized by its name.
  private enum Column {
    case time, frameTime, dropped, displayDelay, mode
    case signal(FrameSignal)

    init?(named name: String) {
      switch name.lowercased() {
      case "timeinseconds": self = .time
      case "msbetweenpresents": self = .frameTime
      case "dropped": self = .dropped
      case "msuntildisplayed": self = .displayDelay
      case "presentmode": self = .mode
      case "cpuactive": self = .signal(.cpuBusy)
      case "gpuactive": self = .signal(.gpuBusy)
      case "animationerror": self = .signal(.animationError)
      case "pclatency": self = .signal(.latency)
      default: return nil
      }
    }
  }

  /// Creates a capture without columns.
  ///
  /// - Parameter capacity: the capacity of all columns, in entries.
  init(capacity: Int) { self.capacity = capacity }

  /// Reads the JSON object with the capture's columns, which must be the next value.
  ///
  /// Columns with unknown names are skipped.
  mutating func read(
    _ json: inout JSONReader, in source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let name = try json.nextKey(in: &source) {
      switch Column(named: name) {
      case .time: times = try entries(in: .seconds, &json, &source)
      case .frameTime: frameTimes = try entries(in: .milliseconds, &json, &source)
      case .dropped: dropped = try entries(in: .nanoseconds, &json, &source)
      case .displayDelay:
        displayDelays = try entries(in: .milliseconds, &json, &source, of: .display)
      case .mode: modes = try entries(in: .nanoseconds, &json, &source, of: .animationError)
      case .signal(let signal):
        let values = try entries(in: .milliseconds, &json, &source, of: signal)
        if signals.count < Self.mostSignals { signals.append((signal, values)) }
      case nil: try json.skipValue(in: &source)
      }
    }
  }

  private mutating func entries(
    in unit: TimeUnit, _ json: inout JSONReader, _ source: inout TraceSource,
    of signal: FrameSignal? = nil
  ) throws(TraceError) -> OptionalColumn {
    var entries = OptionalColumn()
    var (times, flags) = (NumberColumn<Nanoseconds>(), [Bool]())
    guard try json.enterArray(in: &source) else { return entries }
    while true {
      json.takePlainTimes(in: unit, into: &times)
      for time in times { append(time, of: signal, to: &entries) }
      json.takePlainFlags(into: &flags)
      for flag in flags { append(flag ? 1 : 0, of: signal, to: &entries) }
      times.removeAll(keepingCapacity: true)
      flags.removeAll(keepingCapacity: true)
      guard let token = try json.nextElement(in: &source) else { return entries }
      let entry = Self.entry(token, in: unit, of: json)
      if case .problem(let kind) = entry {
        issues.note(
          signal == nil ? kind : .unreadableSample, line: nil,
          found: token == .string || token == .number ? shortened(json.text) : nil)
        if signal == nil, capacity > 0 { leaveOut(entries.count) }
      }
      append(entry.value, of: signal, to: &entries)
      try json.skipRest(of: token, in: &source)
    }
  }

  /// Adds an entry while there is capacity; a signal of 0 is missing.
  @inline(__always)
  private mutating func append(
    _ value: Nanoseconds?, of signal: FrameSignal?, to entries: inout OptionalColumn
  ) {
    guard capacity > 0 else { return issues.note(.tooMany, line: nil, found: "presents") }
    let isNone = value == 0 && signal != nil && signal != .animationError
    capacity -= 1
    entries.append(isNone ? nil : value)
  }

  private mutating func leaveOut(_ row: Int) {
    if row >= leftOut.count { leftOut += repeatElement(false, count: row - leftOut.count + 1) }
    leftOut[row] = true
  }

  private func isLeftOut(_ row: Int) -> Bool { row < leftOut.count && leftOut[row] }

  /// The value of an entry in a column, as a time.
  ///
  /// NaN and infinities, which CapFrameX writes as strings, count as missing values.
  private static func entry(
    _ token: JSONToken, in unit: TimeUnit, of json: borrowing JSONReader
  ) -> Parsed<Nanoseconds> {
    switch token {
    case .bool(let value): return .value(value ? 1 : 0)
    case .null: return .missing
    case .number, .string:
      let number = json.field.nanoseconds(in: unit)
      if case .problem(.notFinite) = number { return .missing }
      return number
    default: return .problem(.notANumber)
    }
  }

  /// Builds the timeline of the capture's frames from the columns; O(n).
  ///
  /// The columns are moved out of the capture.
  ///
  /// If columns have different lengths, the rows that are missing in a column are ignored and counted as unusable.
  ///
  /// - Returns: the timeline, which is `nil` if there are no presents.
  mutating func takeTimeline() -> (
    timeline: FrameTimeline?, origin: Nanoseconds?, issues: IssueLog
  ) {
    let lengths =
      [times.count, frameTimes.count, dropped.count, displayDelays.count]
      + signals.map(\.values.count)
    let (shortest, longest) = (lengths.filter { $0 > 0 }.min() ?? 0, lengths.max() ?? 0)
    for _ in shortest..<longest { issues.note(.unusableRow, line: nil) }
    var start = TrackingStart()
    let frames = collectFrames(rows: shortest, &start)
    (times, frameTimes, dropped) = (OptionalColumn(), OptionalColumn(), OptionalColumn())
    displayDelays = OptionalColumn()
    let timeline = frames.finish(with: takeSignals(rows: shortest)).map {
      start.corrected($0, &issues)
    }
    return (timeline, frames.clockOrigin, issues)
  }

  /// The names of the ways in which frames reached the screen, by CapFrameX's numbers.
  private static let modeNames = [
    "Other", "Hardware: Legacy Flip", "Hardware: Legacy Copy to front buffer",
    "Hardware: Independent Flip", "Composed: Flip", "Hardware Composed: Independent Flip",
    "Composed: Copy with GPU GDI", "Composed: Copy with CPU GDI",
  ]

  /// Stores the ways in which frames reached the screen as a property of the device.
  func noteModes(in description: inout RunDescription) {
    var counts: [String: Int] = [:]
    for case let mode? in modes where Self.modeNames.indices.contains(Int(mode)) {
      counts[Self.modeNames[Int(mode)], default: 0] += 1
    }
    PresentModes.note(counts, in: &description)
  }

  private mutating func collectFrames(
    rows: Int, _ start: inout TrackingStart
  ) -> FrameCollector {
    let hasDelays = !displayDelays.isAllMissing
    var frames = FrameCollector(signals: hasDelays ? [.display] : [], rows: rows)
    for row in 0..<rows where !isLeftOut(row) {
      let isDropped = !dropped.isEmpty && dropped[row] == 1
      let verdict = frames.add(
        time: times.isEmpty ? nil : times[row],
        frameTime: frameTimes.isEmpty ? nil : frameTimes[row],
        kind: isDropped ? .dropped : .displayed)
      if let issue = verdict.issue { issues.note(issue, line: nil, count: verdict.count) }
      guard verdict.isFrame else {
        leaveOut(row)
        continue
      }
      start.take(
        isUntracked: isDropped && modes.count > row && modes[row] == 0, line: nil)
      let delay = hasDelays && !isDropped ? displayDelays[row] : nil
      if hasDelays { frames.set(0, delay.map { (frames.lastPresent ?? 0) &+ $0 }) }
    }
    return frames
  }

  /// The signals of the capture's frames, such as CPU time, without columns that have no value.
  ///
  /// A column with exactly one entry per frame is not copied.
  private mutating func takeSignals(rows: Int) -> [FrameSignal: OptionalColumn] {
    var taken: [FrameSignal: OptionalColumn] = [:]
    // If several columns have the same signal, the first column with a value is used.
    while let (signal, values) = signals.popLast() {
      let column = leftOut.isEmpty && values.count == rows ? values : ofFrames(values, rows: rows)
      if !column.isAllMissing { taken[signal] = column }
    }
    return taken
  }

  private func ofFrames(_ values: OptionalColumn, rows: Int) -> OptionalColumn {
    var column = OptionalColumn()
    guard !values.isAllMissing else { return column }
    for row in 0..<rows where !isLeftOut(row) { column.append(values[row]) }
    return column
  }
}
