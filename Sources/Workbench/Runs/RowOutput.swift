internal import Documents
internal import Recordings
package import RunStore
internal import Units

/// A value in a row of query results, such as a number or a text.
package enum RowField {
  case missing
  case integer(Int)
  case number(Double)
  case text(String)

  fileprivate var json: JSONValue {
    switch self {
    case .missing: .null
    case .integer(let number): .integer(number)
    case .number(let number) where number.isInfinite: .string(number < 0 ? "-Infinity" : "Infinity")
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    }
  }

  fileprivate var plain: String {
    switch self {
    case .text(let text): return text
    case .missing: return ""
    case .integer(let number): return String(number)
    case .number: break
    }
    if case .string(let words) = json { return words }
    return json.text(.compact)
  }
}

extension RowField {
  init(_ text: String?) { self = text.map(RowField.text) ?? .missing }

  package init(_ value: SQLValue) {
    switch value {
    case .null: self = .missing
    case .integer(let number): self = .integer(Int(number))
    case .real(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .text("(\(bytes.count) bytes)")
    }
  }
}

/// The formats, such as CSV, in which rows of query results can be written.
package enum RowFormat: String, CaseIterable, Sendable {
  /// Aligned columns.
  case text
  /// RFC 4180 with a header.
  case csv
  /// One JSON object per line.
  case jsonl
}

/// Writes rows of query results one by one, so that long results take little memory.
///
/// Text columns are as wide as their widest value in the first `mostAligned` rows, which are buffered. Rows of the other
/// formats can be written field by field; fields that many rows have in common are then spelled once.
package struct RowOutput {
  private let format: RowFormat
  private let write: (String) throws -> Void
  private var pending: [UInt8] = []
  /// Whether the row that is being written has no field yet.
  private var isRowEmpty = true
  private var rows: [[String]] = []
  /// The widths of text columns, once they are known.
  private var widths: [Int]?
  private var isHeaderWritten = false
  private var failure: (any Error)?

  private static let pieceSize = 1 << 16
  private static let mostAligned = 10_000

  package init(_ format: RowFormat, write: @escaping (String) throws -> Void) {
    self.format = format
    self.write = write
  }

  /// Writes or buffers one more row of query results.
  ///
  /// A write error is stored for `finish`, and ends the writing.
  package mutating func add(_ fields: [RowField], of columns: [String]) {
    guard failure == nil else { return }
    guard format != .text else {
      rows.append(fields.map { $0.plain.harmless })
      if widths != nil || rows.count == Self.mostAligned { writeAligned(columns) }
      if pending.count >= Self.pieceSize { flush() }
      return
    }
    beginRow(of: columns)
    for (column, field) in zip(columns, fields) { append(field, of: column) }
    endRow()
  }

  /// Writes the rows that are still buffered, and ends the output.
  package mutating func finish(columns: [String]) throws {
    switch format {
    case .text: writeAligned(columns)
    case .csv: writeHeader(columns)
    case .jsonl: break
    }
    flush()
    if let failure { throw failure }
  }

  private mutating func flush() {
    do {
      if failure == nil { try write(String(decoding: pending, as: UTF8.self)) }
    } catch {
      failure = error
    }
    pending.removeAll(keepingCapacity: true)
  }

  // MARK: - CSV and JSON Lines

  /// Fields as rows of this writer contain them.
  func spelled(_ fields: KeyValuePairs<String, RowField>) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, (column, field)) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      format.spell(field, of: column, to: &bytes)
    }
    return bytes
  }

  /// Begins a row of CSV or JSON Lines, whose fields are then appended in the order of the columns.
  mutating func beginRow(of columns: [String]) {
    if format == .csv, !isHeaderWritten { writeHeader(columns) }
    if format == .jsonl { pending.append(UInt8(ascii: "{")) }
    isRowEmpty = true
  }

  /// Appends fields that `spelled` made.
  mutating func append(_ fields: [UInt8]) {
    separate()
    pending += fields
  }

  mutating func append(_ field: RowField, of column: String) {
    separate()
    format.spell(field, of: column, to: &pending)
  }

  mutating func endRow() {
    if format == .jsonl { pending.append(UInt8(ascii: "}")) }
    pending.append(UInt8(ascii: "\n"))
    if pending.count >= Self.pieceSize { flush() }
  }

  private mutating func separate() {
    if !isRowEmpty { pending.append(UInt8(ascii: ",")) }
    isRowEmpty = false
  }

  private mutating func writeHeader(_ columns: [String]) {
    guard !isHeaderWritten else { return }
    isHeaderWritten = true
    pending += columns.map { RowFormat.quoted($0.withoutFormula) }.joined(separator: ",").utf8
    pending.append(UInt8(ascii: "\n"))
  }

  // MARK: - Text

  /// Writes the buffered rows, preceded by the heading the first time.
  private mutating func writeAligned(_ columns: [String]) {
    let columns = columns.map(\.harmless)
    var lines = rows
    rows = []
    let widths =
      self.widths
      ?? columns.indices.map { column in ([columns] + lines).map { $0[column].count }.max() ?? 0 }
    if self.widths == nil {
      lines = [columns, widths.map { String(repeating: "-", count: $0) }] + lines
      self.widths = widths
    }
    for line in lines {
      let cells = zip(line, widths).map { cell, width in
        cell + String(repeating: " ", count: max(width - cell.count, 0))
      }
      pending += (cells.joined(separator: "  ").trimmedEnd + "\n").utf8
    }
  }
}

extension RowFormat {
  /// Appends one field of a row in CSV or JSON Lines.
  fileprivate func spell(_ field: RowField, of column: String, to bytes: inout [UInt8]) {
    if self == .jsonl {
      bytes += JSONValue.string(column).text(.compact).utf8
      bytes.append(UInt8(ascii: ":"))
    }
    switch field {
    case .integer(let number): bytes += String(number).utf8
    case .number(let number) where number.isFinite: bytes += (number.shortest ?? "").utf8
    case .missing where self == .csv: break
    case .missing, .number, .text:
      bytes += (self == .jsonl ? field.json.text(.compact) : Self.quoted(field)).utf8
    }
  }

  private static func quoted(_ field: RowField) -> String {
    // Numbers may begin with a minus.
    if case .text(let text) = field { return quoted(text.withoutFormula) }
    return quoted(field.plain)
  }

  fileprivate static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x2C }) { return text }
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension String {
  /// The text without white space at its end.
  fileprivate var trimmedEnd: String {
    var text = self
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}

/// The data that `hitchmark export` can write as rows: frames, samples of counters, or metric values.
package enum ExportSubject: String, CaseIterable, Sendable {
  case frames
  case samples
  case metrics

  /// Writes the data of all stored runs that pass a filter as rows, such as one row per frame.
  package func write(
    _ filter: RunFilter, of store: RunStore, to writer: RowOutput
  ) throws {
    var rows = writer
    let runs = try store.listedRuns(filter)
    guard !runs.isEmpty else { throw Failure.noRuns(filter, in: store) }
    let columns =
      switch self {
      case .frames: try Self.query(Self.frameQuery, orderedBy: "idx", of: runs, in: store, &rows)
      case .samples:
        try Self.query(Self.sampleQuery, orderedBy: "counter, idx", of: runs, in: store, &rows)
      case .metrics: try Self.writeMetrics(of: runs, in: store, &rows)
      }
    try rows.finish(columns: columns)
  }

  // MARK: - Frames and samples

  /// Runs are identified by suite, stage and name, which remain valid outside the store.
  private static let place = "run.suite, run.stage, run.name AS run"

  private static let frameQuery = """
    SELECT \(place), idx, time_ns, frame_time_ns, kind, cpu_ns, gpu_ns, display_ns, latency_ns, \
    animation_error_ns, work_ns, overrun_ns, ui_ns, render_ns, blame \
    FROM run JOIN frame ON frame.run = run.id
    """

  private static let sampleQuery = """
    SELECT \(place), counter, role, unit, idx, time_ns, value \
    FROM run JOIN counter_sample ON counter_sample.run = run.id
    """

  /// Queries run by run in the order of reports, so that only one run is decoded at a time; returns the columns.
  private static func query(
    _ query: String, orderedBy order: String, of runs: [ListedRun], in store: RunStore,
    _ rows: inout RowOutput
  ) throws -> [String] {
    var columns: [String] = []
    for run in runs {
      columns = try store.query("\(query) WHERE run.id = \(run.id.number) ORDER BY \(order)") {
        columns, row in rows.add(row.map(RowField.init), of: columns)
      }
    }
    return columns
  }

  // MARK: - Metric values

  /// The number of runs whose values are in memory at the same time.
  private static let runsAtOnce = 1 << 15

  /// Reads the values metric by metric, and writes them run by run; returns the columns.
  private static func writeMetrics(
    of runs: [ListedRun], in store: RunStore, _ rows: inout RowOutput
  ) throws -> [String] {
    let names = ["suite", "stage", "run", "metric", "revision", "value", "reason"]
    for start in stride(from: 0, to: runs.count, by: runsAtOnce) {
      let runs = runs[start..<min(start + runsAtOnce, runs.count)]
      let table = try store.metricTable(of: runs.map(\.id))
      let columns = table.columns
        .sorted { $0.metric.utf8.lexicographicallyPrecedes($1.metric.utf8) }
        .map { SpelledColumn($0, for: rows) }
      for (index, run) in runs.enumerated() {
        let place = rows.spelled([
          "suite": RowField(run.suite), "stage": RowField(run.stage), "run": .text(run.name),
        ])
        for column in columns { column.addRow(ofRunAt: index, place, of: names, to: &rows) }
      }
    }
    return names
  }
}

/// The values of one metric, next to the parts that its rows have in common.
private struct SpelledColumn {
  /// The fields of a row before and after the value; `before` includes a missing value.
  private struct Parts {
    let before: [UInt8]
    let after: [UInt8]
    let hasValue: Bool
  }

  private let values: [Double]
  private let sources: [Int32]
  /// The parts by source; `nil` for runs without a value or a reason.
  private let parts: [Parts?]

  init(_ column: MetricColumn, for rows: RowOutput) {
    values = column.values
    sources = column.sources
    parts = column.origins.map { origin in
      origin.map { origin in
        let revision = RowField.integer(origin.revision)
        guard let reason = origin.reason else {
          return Parts(
            before: rows.spelled(["metric": .text(column.metric), "revision": revision]),
            after: rows.spelled(["reason": .missing]), hasValue: true)
        }
        return Parts(
          before: rows.spelled([
            "metric": .text(column.metric), "revision": revision, "value": .missing,
          ]),
          after: rows.spelled(["reason": .text(reason)]), hasValue: false)
      }
    }
  }

  func addRow(
    ofRunAt index: Int, _ place: [UInt8], of columns: [String], to rows: inout RowOutput
  ) {
    guard let parts = parts[Int(sources[index])] else { return }
    rows.beginRow(of: columns)
    rows.append(place)
    rows.append(parts.before)
    if parts.hasValue { rows.append(.number(values[index]), of: "value") }
    rows.append(parts.after)
    rows.endRow()
  }
}
