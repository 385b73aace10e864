internal import Recordings
internal import Units

/// The columns of one run of a CapFrameX session: one entry a present in each.
struct CapFrameXCapture: Sendable {
  private var times = OptionalColumn()
  private var frameTimes = OptionalColumn()
  private var dropped = OptionalColumn()
  private var signals: [(signal: FrameSignal, values: OptionalColumn)] = []
  /// Whether the time or frame time of a present is there and cannot be read: no frame; up to the last such.
  private var unreadable: [Bool] = []
  /// Columns of signals, at most; a name may come twice.
  private static let mostSignals = 16
  /// How many entries are taken yet, of all columns together.
  private(set) var room: Int
  private var issues = IssueLog()

  /// What a column of a capture says.
  private enum Column {
    case time, frameTime, dropped
    case signal(FrameSignal)

    init?(named name: String) {
      switch name.lowercased() {
      case "timeinseconds": self = .time
      case "msbetweenpresents": self = .frameTime
      case "dropped": self = .dropped
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
  /// - Parameter room: for how many entries of all columns together.
  init(room: Int) { self.room = room }

  /// Reads the object of columns that is the next value; columns that nobody reads are passed over.
  ///
  /// - Parameters:
  ///   - json: stands before the object.
  ///   - source: of its text.
  /// - Throws: when the text is no JSON, or the file cannot be read on.
  mutating func read(
    _ json: inout JSONReader, in source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let name = try json.nextKey(in: &source) {
      switch Column(named: name) {
      case .time: times = try entries(in: .seconds, &json, &source)
      case .frameTime: frameTimes = try entries(in: .milliseconds, &json, &source)
      case .dropped: dropped = try entries(in: .nanoseconds, &json, &source)
      case .signal(let signal):
        let values = try entries(in: .milliseconds, &json, &source, areSamples: true)
        if signals.count < Self.mostSignals { signals.append((signal, values)) }
      case nil: try json.skipValue(in: &source)
      }
    }
  }

  private mutating func entries(
    in unit: TimeUnit, _ json: inout JSONReader, _ source: inout TraceSource,
    areSamples: Bool = false
  ) throws(TraceError) -> OptionalColumn {
    var entries = OptionalColumn()
    guard try json.enterArray(in: &source) else { return entries }
    while let token = try json.nextElement(in: &source) {
      let entry = Self.entry(token, in: unit, of: json)
      if case .problem(let kind) = entry {
        issues.note(
          areSamples ? .unreadableSample : kind, line: nil,
          found: token == .string || token == .number ? shortened(json.text) : nil)
        if !areSamples { noteUnreadable(entries.count) }
      }
      if room > 0 {
        room -= 1
        entries.append(entry.value)
      } else {
        issues.note(.tooMany, line: nil, found: "presents")
      }
      try json.skipRest(of: token, in: &source)
    }
    return entries
  }

  private mutating func noteUnreadable(_ row: Int) {
    guard room > 0 else { return }
    if row >= unreadable.count {
      unreadable += repeatElement(false, count: row - unreadable.count + 1)
    }
    unreadable[row] = true
  }

  /// An entry of a column; NaN and the infinities, which stand in quotes, are missing.
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

  /// The frames; O(n).
  ///
  /// Entries that not all columns have are left out and counted as one unusable row each.
  ///
  /// - Returns: `nil` for the timeline when there are no presents at all.
  func timeline() -> (timeline: FrameTimeline?, origin: Nanoseconds?, issues: IssueLog) {
    var issues = issues
    let columns = [times, frameTimes, dropped] + signals.map(\.values)
    let lengths = columns.map(\.count).filter { $0 > 0 }
    let (shortest, longest) = (lengths.min() ?? 0, lengths.max() ?? 0)
    for _ in shortest..<longest { issues.note(.unusableRow, line: nil) }
    var frames = FrameCollector(signals: signals.map(\.signal), rows: shortest)
    for row in 0..<shortest where row >= unreadable.count || !unreadable[row] {
      let isDropped = !dropped.isEmpty && dropped[row] == 1
      let verdict = frames.add(
        time: times.isEmpty ? nil : times[row],
        frameTime: frameTimes.isEmpty ? nil : frameTimes[row],
        kind: isDropped ? .dropped : .displayed)
      if let issue = verdict.issue { issues.note(issue, line: nil) }
      guard verdict.isFrame else { continue }
      for (slot, column) in signals.enumerated() {
        let value = column.values.isEmpty ? nil : column.values[row]
        frames.set(slot, value == 0 && column.signal != .animationError ? nil : value)
      }
    }
    return (frames.finish(), frames.clockOrigin, issues)
  }
}
