internal import Decoding
internal import Recordings

extension ColumnMap {
  func readTable(
    _ source: inout TraceSource, _ head: TraceHead
  ) throws(TraceError) -> TraceRun {
    guard let header = header(in: head) else {
      throw .notThisFormat(path: source.name, format: "mapped", missing: [])
    }
    var reader = NativeReader(below: header, of: &source, mapped: !readsRates)
    try reader.readRows(in: &source)
    return withRates(
      try reader.finish(.init(source: source.name, format: "mapped", dialect: "CSV")))
  }

  func readArray(
    _ source: inout TraceSource, _ dialect: String
  ) throws(TraceError) -> TraceRun {
    var elements = ArrayRows(paths: entries.map(\.column))
    var rows = TraceSource(bytes: [], name: source.name)
    var reader = NativeReader(
      below: CSVHeader(entries.map(\.nativeName), line: 0), of: &rows, mapped: !readsRates)
    while try elements.readOn(in: &source) {
      rows = TraceSource(bytes: elements.rows, name: source.name)
      try reader.readRows(in: &rows)
    }
    if let missing = elements.missing {
      throw .refused(path: source.name, Self.noColumn(missing, among: elements.members.sorted()))
    }
    return withRates(
      try reader.finish(.init(source: source.name, format: "mapped", dialect: dialect)))
  }

  func readLines(
    _ source: inout TraceSource, _ dialect: String
  ) throws(TraceError) -> TraceRun {
    var lines = MappedLines(paths: entries.map(\.column))
    let header = CSVHeader(entries.map(\.nativeName), line: 0)
    var rows = TraceSource(bytes: [], name: source.name)
    var reader = NativeReader(below: header, of: &rows, mapped: !readsRates)
    while try lines.readOn(in: &source) {
      rows = TraceSource(bytes: lines.rows, name: source.name)
      try reader.readRows(in: &rows)
    }
    if let missing = lines.missing {
      throw .refused(
        path: source.name, Self.noColumn(missing, among: lines.members.sorted()))
    }
    var run = try reader.finish(.init(source: source.name, format: "mapped", dialect: dialect))
    run.recording.issues += lines.issues
    return withRates(run)
  }

  /// The run with the mean of its sampled frame rates, if it has no frames.
  private func withRates(_ run: TraceRun) -> TraceRun {
    guard readsRates else { return run }
    var run = run
    run.recording.timeline = .withheld(
      because: "the column of frame rates contains samples, and no frames")
    if let mean = run.recording.counters.sampledFrameRate(named: Self.rate) {
      run.recording.description.scalars.append(mean)
    }
    let hasTimes = entries.contains { $0.nativeName.hasPrefix("timestamp_") }
    if !hasTimes { run.recording.counters = [] }
    return run
  }
}
