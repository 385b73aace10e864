internal import Documents
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
/// Text columns are as wide as their widest value in the first `mostAligned` rows, which are buffered.
package struct RowOutput {
  private let format: RowFormat
  private let write: (String) throws(Failure) -> Void
  private var pending = ""
  private var rows: [[String]] = []
  /// The widths of text columns, once they are known.
  private var widths: [Int]?
  private var isHeaderWritten = false
  private var failure: Failure?

  private static let pieceSize = 1 << 16
  private static let mostAligned = 10_000

  package init(_ format: RowFormat, write: @escaping (String) throws(Failure) -> Void) {
    self.format = format
    self.write = write
  }

  /// Writes or buffers one more row of query results.
  ///
  /// A write error is stored for `finish`, and ends the writing.
  package mutating func add(_ fields: [RowField], of columns: [String]) {
    guard failure == nil else { return }
    switch format {
    case .text:
      rows.append(fields.map { $0.plain.harmless })
      if widths != nil || rows.count == Self.mostAligned { writeAligned(columns) }
    case .csv:
      writeHeader(columns)
      for (index, field) in fields.enumerated() {
        if index > 0 { pending += "," }
        pending += Self.quoted(field)
      }
      pending += "\n"
    case .jsonl:
      let members = zip(columns, fields).map { JSONValue.Member($0, $1.json) }
      pending += JSONValue.object(members).text(.compact).trimmedEnd + "\n"
    }
    if pending.utf8.count >= Self.pieceSize { flush() }
  }

  /// Writes the rows that are still buffered, and ends the output.
  package mutating func finish(columns: [String]) throws(Failure) {
    switch format {
    case .text: writeAligned(columns)
    case .csv: writeHeader(columns)
    case .jsonl: break
    }
    flush()
    if let failure { throw failure }
  }

  private mutating func flush() {
    do throws(Failure) {
      try write(pending)
    } catch {
      failure = error
    }
    pending = ""
  }

  private mutating func writeHeader(_ columns: [String]) {
    guard !isHeaderWritten else { return }
    isHeaderWritten = true
    pending += columns.map { Self.quoted(.text($0)) }.joined(separator: ",") + "\n"
  }

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
      pending += cells.joined(separator: "  ").trimmedEnd + "\n"
    }
  }

  private static func quoted(_ field: RowField) -> String {
    var text = field.plain
    // Numbers may begin with a minus.
    if case .text = field { text = text.withoutFormula }
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

  /// The columns.
  ///
  /// Runs are identified by suite, stage and name, which remain valid outside the store.
  fileprivate var query: String {
    let run = "run.suite, run.stage, run.name AS run"
    return switch self {
    case .frames:
      """
      SELECT \(run), idx, time_ns, frame_time_ns, kind, cpu_ns, gpu_ns, display_ns, latency_ns, \
      animation_error_ns, work_ns, overrun_ns, ui_ns, render_ns, blame \
      FROM run JOIN frame ON frame.run = run.id
      """
    case .samples:
      """
      SELECT \(run), counter, role, unit, idx, time_ns, value \
      FROM run JOIN counter_sample ON counter_sample.run = run.id
      """
    case .metrics:
      """
      SELECT \(run), metric, run_metric.revision, value, reason \
      FROM run JOIN run_metric ON run_metric.run = run.id
      """
    }
  }

  fileprivate var order: String {
    switch self {
    case .frames: "idx"
    case .samples: "counter, idx"
    case .metrics: "metric"
    }
  }

  /// Writes the data of all stored runs that pass a filter as rows, such as one row per frame.
  package func write(
    _ filter: RunFilter, of store: RunStore, to writer: RowOutput
  ) throws(Failure) {
    var rows = writer
    let records = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    guard !records.isEmpty else { throw .noRuns(filter, in: store) }
    var columns: [String] = []
    // Run by run in the order of reports, so that only one run is decoded at a time.
    for record in records {
      columns = try Attempt.storing { () throws(StoreError) in
        try store.query("\(query) WHERE run.id = \(record.id.number) ORDER BY \(order)") {
          columns, row in rows.add(row.map(RowField.init), of: columns)
        }
      }
    }
    try rows.finish(columns: columns)
  }
}
