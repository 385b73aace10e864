internal import Decoding
internal import Recordings
internal import Units

/// Reads the rows of a present table (one row per present), and separates the rows by process and swap chain.
struct PresentTable: ~Copyable {
  private let format: String
  private let dialect: String
  private let layout: PresentLayout
  private let clock: PresentClock
  private let extras: PresentExtras
  private let signals: [(signal: FrameSignal, column: PresentColumn)]
  private var signalValues: [Nanoseconds?]
  private let sensorSlots: Range<Int>
  private var losses: LossCounters
  /// The number of latencies as written, and of those with further digits before them.
  private var latencies = (plain: 0, prefixed: 0)
  private let hasFrameTimeRest: Bool
  private let hasDisplayTimes: Bool
  private let hasModes: Bool
  private var rows: CSVRows
  /// Whether any row so far shows that its frame was displayed.
  private var hasDisplayData = false
  private var streams: [PresentStream] = []
  private var firstDescription = RunDescription()
  private var positions: [[UInt8]: Int] = [:]
  private var current = 0
  /// The repeated headers so far, the captures that they began, and the latest time of the current capture.
  private var (headers, capture, latest) = (0, 1, Nanoseconds.min)
  /// The bytes of application, process and swap chain of each stream, without quotes and white space around them.
  private var keys = KnownTexts()

  /// Prepares to read the rows below the header of a present table.
  ///
  /// - Parameters:
  ///   - layout: the layout of `header`.
  ///   - extras: the other columns of the table.
  ///   - recognized: the id and the dialect of the table's format.
  ///   - source: the source of the table, which must be at its beginning.
  init(
    below header: CSVHeader, layout: PresentLayout, extras: PresentExtras = .none,
    recognized: (format: String, dialect: String), in head: TraceHead,
    of source: inout TraceSource
  ) {
    (format, dialect) = recognized
    self.layout = layout
    self.extras = extras
    clock = PresentClock.of(layout, below: header, in: head)
    signals = layout.signals
    signalValues = signals.map { _ in nil }
    hasFrameTimeRest = layout.has(.frameTimeRest)
    hasDisplayTimes = layout.has(.displayDelay)
    hasModes = layout.has(.presentMode)
    let own = layout.columns.count
    sensorSlots = own..<(own + extras.sensors.count)
    losses = LossCounters(
      extras.losses.map(\.name), from: sensorSlots.upperBound + extras.facts.count)
    let columns =
      layout.columns + extras.sensors.map(\.column) + extras.facts.map(\.column)
      + extras.losses.map(\.column)
    rows = CSVRows(
      below: header, columns: columns, of: &source, minimumFieldCount: extras.minimumFieldCount)
  }

  /// Reads all rows of the present table; O(bytes).
  ///
  /// - Returns: one run per process and swap chain, in the order of their first rows.
  /// - Throws: if the file cannot be read, or no row could be used.
  mutating func runs(in source: inout TraceSource) throws(TraceError) -> [TraceRun] {
    while try rows.advance(in: &source) {
      takeRow()
      if !losses.isEmpty { losses.take(from: &rows) }
    }
    losses.note(in: &rows.issues)
    let finished = streams.indices.map { (index: $0, result: streams[$0].finish()) }
    // If no row of a process and swap chain could be used, its problems are recorded as problems of the table.
    for stream in finished where stream.result.timeline == nil {
      rows.issues.add(stream.result.issues)
    }
    var runs = finished.compactMap { run(of: $0.index, $0.result, source: source.name) }
    if layout.fate != nil, !hasDisplayData { runs = runs.map(\.withPresentsDisplayed) }
    guard !runs.isEmpty else {
      throw rows.noData(.init(source: source.name, format: format, dialect: dialect))
    }
    return runs
  }

  // MARK: - Rows

  private mutating func takeRow() {
    let parsedTime = time()
    if parsedTime.isProblem { return }
    let frameTime = frameTime()
    if frameTime.isProblem { return }
    let time = parsedTime.value
    if let time { enterCapture(at: time) }
    let kind = kind()
    var row = PresentStream.Row(
      time: time, frameTime: frameTime.value, kind: kind, line: rows.line, isCut: rows.isCut)
    if kind == .dropped { row.isUntracked = isModeUnknown() } else { readDisplay(into: &row) }
    if layout.timeIsStart, let start = time { row.start(at: start) }
    if !signals.isEmpty { readSignals(kind: kind) }
    findStream()
    if hasModes, kind == .displayed {
      streams[current].modes.note(rows[PresentColumn.presentMode.rawValue])
    }
    let isFrame = streams[current].take(row, signals: signalValues)
    if !sensorSlots.isEmpty { takeSamples(isFrame: isFrame, time: row.time ?? time) }
  }

  /// The time in the current row; its problem, if it has one, is recorded, and the row must be skipped.
  @inline(__always)
  private mutating func time() -> Parsed<Nanoseconds> {
    guard layout.time != nil else { return .missing }
    return noting(clock.read(rows[PresentColumn.time.rawValue]), at: .time)
  }

  @inline(__always)
  private mutating func frameTime() -> Parsed<Nanoseconds> {
    let first = duration(.frameTime)
    guard hasFrameTimeRest, case .value(let busy) = first else { return first }
    let rest = duration(.frameTimeRest)
    guard case .value(let rest) = rest else { return rest }
    return .value(busy &+ rest)
  }

  @inline(__always)
  private mutating func duration(_ column: PresentColumn) -> Parsed<Nanoseconds> {
    noting(rows[column.rawValue].nanoseconds(in: .milliseconds), at: column)
  }

  @inline(__always)
  private mutating func noting(
    _ parsed: Parsed<Nanoseconds>, at column: PresentColumn
  ) -> Parsed<Nanoseconds> {
    if case .problem(let kind) = parsed { rows.note(kind, rows[column.rawValue]) }
    return parsed
  }

  @inline(__always)
  private mutating func kind() -> FrameKind {
    let isDisplayed = isDisplayed()
    if isDisplayed { hasDisplayData = true }
    if layout.hasFrameType, let kind = rows[PresentColumn.frameType.rawValue].madeUpKind {
      return kind
    }
    return isDisplayed ? .displayed : .dropped
  }

  /// Whether the current row shows that its frame was displayed.
  ///
  /// The property is mutating, because a borrowing call would make the compiler copy the table for each row.
  @inline(__always)
  private mutating func isDisplayed() -> Bool {
    switch layout.fate {
    case .dropped: !rows[PresentColumn.dropped.rawValue].isOne
    case .displayed: !rows[PresentColumn.displayed.rawValue].isMissingOrZero
    default: true
    }
  }

  private mutating func readDisplay(into row: inout PresentStream.Row) {
    guard hasDisplayTimes, row.kind != .repeated else { return }
    let delay = rows[PresentColumn.displayDelay.rawValue].nanoseconds(in: .milliseconds).value
    if let delay, delay != 0, delay < .longestDelay { row.displayDelay = delay }
  }

  /// Whether the current row does not show in which way its frame would have reached the screen.
  private mutating func isModeUnknown() -> Bool {
    guard hasModes else { return false }
    let mode = rows[PresentColumn.presentMode.rawValue]
    return mode.isMissing || mode.isWord("other") || mode.isWord("unknown")
  }

  /// Reads the signals of the current row into a buffer that all rows reuse.
  private mutating func readSignals(kind: FrameKind) {
    for (index, entry) in signals.enumerated() {
      signalValues[index] = signal(entry.signal, entry.column, kind: kind)
    }
  }

  /// The value of a signal in the current row; `nil` if the value is missing or unknown.
  ///
  /// PresentMon 1.x writes 0 for unknown values, and a latency is never 0.
  private mutating func signal(
    _ signal: FrameSignal, _ column: PresentColumn, kind: FrameKind
  ) -> Nanoseconds? {
    let parsed = rows[column.rawValue].nanoseconds(in: .milliseconds)
    if case .problem(let kind) = parsed {
      // PresentMon subtracts unsigned times, so that small errors below 0 become huge.
      let isOverflow = signal == .animationError && kind == .outOfRange
      rows.note(isOverflow ? .overflowedSample : .unreadableSample, rows[column.rawValue])
    }
    let value = parsed.value
    switch signal {
    case .animationError: return kind == .displayed ? value : nil
    case .latency: return value.flatMap { latency($0, in: column) }
    default: return value == 0 && layout.zeroIsMissing ? nil : value
    }
  }

  /// A latency, unless it is 0 or implausibly long.
  @inline(__always)
  private mutating func latency(_ value: Nanoseconds, in column: PresentColumn) -> Nanoseconds? {
    guard value < .longestDelay else { return longLatency(in: column) }
    if value == 0 { return nil }
    if column == .systemLatency { latencies.plain += 1 }
    return value
  }

  /// The latency after the digits 45998, which FrameView 1.6 writes before each value: 459986.03 for 6.03.
  @inline(never)
  private mutating func longLatency(in column: PresentColumn) -> Nanoseconds? {
    let field = rows[column.rawValue].trimmed
    let rest = Field(start: field.start + min(5, field.count), count: max(field.count - 5, 0))
    guard field.starts(with: "45998"), let value = rest.nanoseconds(in: .milliseconds).value,
      value < .longestDelay
    else {
      rows.note(.unreadableSample, field)
      return nil
    }
    latencies.prefixed += 1
    rows.note(.prefixedLatency, field)
    return value
  }

  private mutating func takeSamples(isFrame: Bool, time: Nanoseconds?) {
    for (index, slot) in sensorSlots.enumerated() {
      let field = rows[slot]
      let issue =
        layout.hasFrameType
        ? streams[current].sample(field, sensor: index, at: time)
        : isFrame ? streams[current].sensors[index].append(field) : nil
      if issue != nil { rows.note(.unreadableSample, field) }
    }
  }

  // MARK: - Streams

  /// Begins new streams if the header is repeated and the time goes back: a capture was appended to another one.
  @inline(__always)
  private mutating func enterCapture(at time: Nanoseconds) {
    if rows.headerRepeats != headers {
      headers = rows.headerRepeats
      if time < latest { beginCapture() }
    }
    latest = max(latest, time)
  }

  private mutating func beginCapture() {
    capture += 1
    latest = .min
    positions.removeAll()
    // No row has this key.
    let unknown: [UInt8] = [0]
    keys = KnownTexts()
    for _ in streams { keys.append(unknown) }
  }

  /// Switches to the process and swap chain of the current row.
  @inline(__always)
  private mutating func findStream() {
    let first = rows[PresentColumn.application.rawValue]
    let last = rows[PresentColumn.swapChain.rawValue]
    let length = last.start - first.start + last.count
    let isKnown = layout.hasAdjacentKey && !streams.isEmpty
    if isKnown, keys.isText(current, at: first.start, count: length) { return }
    // In most tables, the rows of a few processes and swap chains alternate, so comparing keys is faster than hashing.
    for index in 0..<(isKnown ? min(keys.count, 8) : 0)
    where keys.isText(index, at: first.start, count: length) {
      current = index
      return
    }
    switchStream()
  }

  @inline(never)
  private mutating func switchStream() {
    let key: [PresentColumn] = [.application, .process, .swapChain]
    let fields = key.map { rows[$0.rawValue].trimmed }
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(Byte.comma) }
      bytes.append(contentsOf: UnsafeBufferPointer(start: field.start, count: field.count))
    }
    if let known = positions[bytes] {
      current = known
      return
    }
    current = streams.count
    positions[bytes] = current
    keys.append(bytes)
    let name = StreamName(application: fields[0], process: fields[1], swapChain: fields[2])
    var stream = PresentStream(
      name: name, signals: signals.map(\.signal),
      sensors: extras.sensors.map { SampleCollector(scale: $0.scale) },
      hasDisplayTimes: hasDisplayTimes)
    stream.capture = capture
    stream.description = description(of: name)
    streams.append(stream)
  }

  /// The metadata of the run in the first row of a process and swap chain.
  ///
  /// Only the first row of the whole table contains the hardware of the machine.
  private mutating func description(of name: StreamName) -> RunDescription {
    var description = extras.description
    for (index, column) in extras.facts.enumerated() {
      column.fact.note(rows[sensorSlots.upperBound + index].text, in: &description)
    }
    if streams.isEmpty { firstDescription = description }
    description.fillIn(from: firstDescription)
    if !name.application.isEmpty { description.labels["application"] = name.application }
    return description
  }

  // MARK: - Results

  private func run(
    of index: Int, _ finished: PresentStream.Result, source: String
  ) -> TraceRun? {
    guard var timeline = finished.timeline else { return nil }
    // If only some latencies have the digits, it is unknown which begin with them by chance.
    if latencies.prefixed > 0, latencies.plain > 0 { timeline = timeline.without(.latency) }
    var issues = finished.issues
    issues.add(rows.issues)
    let number = streams[index].capture > 1 ? " #\(streams[index].capture)" : ""
    let stream = streams.count > 1 ? streams[index].name.text + number : nil
    var description = streams[index].description
    streams[index].modes.note(in: &description)
    let recording = Recording(
      origin: .init(source: source, format: format, dialect: dialect, stream: stream),
      timeline: .known(timeline),
      counters: counters(of: index, origin: finished.origin ?? 0),
      description: description,
      issues: issues.inOrder)
    return TraceRun(recording, clockOrigin: finished.origin)
  }

  private func counters(of index: Int, origin: Nanoseconds) -> [Counter] {
    zip(extras.sensors, streams[index].sensors).compactMap { sensor, samples in
      guard !samples.hasNoValue else { return nil }
      return Counter(
        role: sensor.role, name: sensor.name, unit: sensor.unit,
        samples: layout.hasFrameType ? samples.withTimes(movedBy: origin) : samples.withFrames())
    }
  }
}
