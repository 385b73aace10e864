internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// The trace format of Hitchmark's own tables: frames, samples, markers, or all of them in one file.
  package static let native = TraceFormat(
    id: "native",
    title: "Hitchmark CSV",
    summary: """
      Hitchmark's own tables of timestamps or frame times, resource samples and markers; the name of each column \
      contains its unit
      """,
    dialects: ["frames", "samples", "markers", "frames and samples"],
    supports: "every metric that can be computed from the columns of the table",
    checkedAgainst: """
      the suites that this project recorded (folder runs/), and a table of frames that a game engine wrote
      """,
    recognize: { head in
      if let header = header(in: head) { return .yes(dialect: NativeColumns(header).dialect) }
      let isNear = head.headers.contains(where: NativeColumns.hasNames)
      return .no(missing: isNear ? ["timestamp_ns"] : [])
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let header = header(in: head) else { return [] }
      var reader = NativeReader(below: header, of: &source)
      try reader.readRows(in: &source)
      return [
        try reader.finish(.init(source: source.name, format: "native", dialect: dialect))
      ]
    })

  private static func header(in head: TraceHead) -> CSVHeader? {
    head.headers.first { NativeColumns($0).isReadable }
  }
}

/// Reads the rows of a native table, or of a table with mapped columns.
struct NativeReader: ~Copyable {
  private let columns: NativeColumns
  private var rows: CSVRows
  private var frames: FrameCollector
  private var samples: [SampleCollector]
  private var sampleTimes: [Nanoseconds?]
  private var markers: [Marker] = []

  /// - Parameter mapped: whether each row of a table with mapped columns is a frame; `nil` for a native table.
  init(below header: CSVHeader, of source: inout TraceSource, mapped: Bool? = nil) {
    columns = NativeColumns(header, mapped: mapped)
    rows = CSVRows(below: header, columns: columns.wanted, of: &source)
    frames = FrameCollector(signals: columns.signals.map(\.signal))
    samples = columns.counters.map { SampleCollector(scale: $0.scale) }
    sampleTimes = columns.counters.map { _ in nil }
  }

  mutating func readRows(in source: inout TraceSource) throws(TraceError) {
    while try rows.advance(in: &source) { takeRow() }
  }

  /// The run that consists of all rows that were read.
  ///
  /// - Throws: if no row of the table was usable.
  mutating func finish(_ origin: Recording.Origin) throws(TraceError) -> TraceRun {
    let timeline = frames.finish()
    let start = frames.clockOrigin ?? 0
    let counters = finishedCounters(origin: start)
    guard timeline != nil || !counters.isEmpty || !markers.isEmpty else {
      throw rows.noData(origin)
    }
    let recording = Recording(
      origin: origin,
      timeline: timeline.map { .known($0) }
        ?? .withheld(
          because: """
            the file contains \(columns.dialect) and no frames; put it into one folder with the trace \
            and a run.json
            """),
      counters: counters,
      markers: markers.map { $0.moved(by: start) },
      issues: rows.issues.inOrder)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  // MARK: - Rows

  private mutating func takeRow() {
    let time = time(at: columns.time)
    if time.isProblem { return }
    if columns.isMarker(&rows) { return takeMarker(at: time.value) }
    guard columns.isFrame(&rows) else {
      return time.value == nil && columns.time != nil
        ? rows.note(.unusableRow, rows[columns.timeSlot]) : takeSamples(at: time.value)
    }
    let frameTime = self.time(at: columns.frameTime)
    if frameTime.isProblem { return }
    let verdict = frames.add(
      time: time.value, frameTime: frameTime.value, kind: columns.kind(of: &rows))
    if let issue = verdict.issue { rows.note(issue, rows[columns.timeSlot], count: verdict.count) }
    if verdict.isFrame { takeSignals() }
    if verdict.isFrame || verdict.issue == nil { takeSamples(at: time.value) }
  }

  /// The time in a column of the current row; if the field is invalid, the problem is recorded and the row must be
  /// skipped.
  private mutating func time(at column: NativeColumns.Time?) -> Parsed<Nanoseconds> {
    guard let column else { return .missing }
    let time = rows[column.slot].nanoseconds(in: column.unit)
    if case .problem(let kind) = time { rows.note(kind, rows[column.slot]) }
    return time
  }

  private mutating func takeSignals() {
    for (index, column) in columns.signals.enumerated() {
      let field = rows[column.time.slot]
      let parsed = field.nanoseconds(in: column.time.unit)
      if case .problem = parsed { rows.note(.unreadableSample, field) }
      let origin = column.signal == .display ? frames.clockOrigin ?? 0 : 0
      frames.set(index, parsed.value.map { $0 - origin })
    }
  }

  /// Adds the samples in the current row; the samples belong to the row's frame if the table has no time column.
  private mutating func takeSamples(at time: Nanoseconds?) {
    guard time != nil || columns.time == nil else { return }
    for (index, column) in columns.counters.enumerated() {
      let field = rows[column.slot]
      guard let time else {
        note(samples[index].append(field), field)
        continue
      }
      if field.isMissing { continue }
      guard time >= sampleTimes[index] ?? time, time.isPlausible(after: sampleTimes[index]) else {
        let isAbsurd = !time.isPlausible(after: sampleTimes[index])
        rows.note(isAbsurd ? .outOfRange : .timeWentBack, rows[columns.timeSlot])
        return
      }
      sampleTimes[index] = time
      note(samples[index].append(field, at: time), field)
    }
  }

  private mutating func note(_ issue: ImportIssue.Kind?, _ field: Field) {
    if issue != nil { rows.note(.unreadableSample, field) }
  }

  private mutating func takeMarker(at time: Nanoseconds?) {
    let end = self.time(at: columns.markerEnd)
    guard !end.isProblem, let start = time, end.value ?? start >= start else {
      return rows.note(.unusableRow, rows[columns.timeSlot])
    }
    markers.append(
      Marker(
        start: start, end: end.value ?? start, name: harmless(rows[columns.nameSlot].text),
        isActivity: rows[columns.activitySlot].isYes))
  }

  // MARK: - Results

  private func finishedCounters(origin: Nanoseconds) -> [Counter] {
    zip(columns.counters, samples).compactMap { column, samples in
      guard !samples.hasNoValue else { return nil }
      return Counter(
        role: column.role, name: column.name, unit: column.unit,
        samples: columns.time == nil ? samples.withFrames() : samples.withTimes(movedBy: origin))
    }
  }
}
