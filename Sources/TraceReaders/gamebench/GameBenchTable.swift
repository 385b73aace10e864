internal import Decoding
internal import Recordings
internal import Units

/// Reads GameBench's CSV export: one row per sample.
///
/// The order of columns differs between sessions.
///
/// The names of columns are those of GameBench's web service, and columns are found by the last part of the name, as in
/// `cpu.totalCpuUsage`. No CSV export is public, so this reader was not tested with a real file.
struct GameBenchTable: ~Copyable {
  private static let time = "timestamp"

  private let names: [String]
  private var rows: CSVRows

  /// The header of a GameBench export at the beginning of a trace; `nil` if there is none.
  static func header(in head: TraceHead) -> CSVHeader? {
    head.headers.first { header in
      header.has(time) && header.names.contains { measure(named: $0) != nil }
    }
  }

  private static func measure(named name: String) -> String? {
    let last = name.split(whereSeparator: { "./ ".contains($0) }).last.map(String.init) ?? ""
    return GameBenchMeasure.sensors[last] == nil ? nil : last
  }

  init(below header: CSVHeader, of source: inout TraceSource) {
    let known = header.names.enumerated().compactMap { index, name in
      Self.measure(named: name).map { (index, $0) }
    }
    names = known.map(\.1)
    let columns = [header.column(Self.time)] + known.map { Optional($0.0) }
    rows = CSVRows(below: header, columns: columns, of: &source)
  }

  /// Reads all rows of the GameBench export into a run.
  ///
  /// - Throws: if the file cannot be read, or no row has a time.
  mutating func run(
    in source: inout TraceSource, _ origin: Recording.Origin
  ) throws(TraceError) -> TraceRun {
    var measure = GameBenchMeasure()
    while try rows.advance(in: &source) {
      guard let time = rows[0].nanoseconds(in: .milliseconds).value else {
        rows.note(.unusableRow, rows[0])
        continue
      }
      measure.take(samples(), at: time, line: rows.line)
    }
    guard var run = measure.run(origin) else {
      throw rows.noData(origin)
    }
    run.recording.issues += rows.issues.inOrder
    return run
  }

  /// The values in the current row, by sensor name, without empty cells; the value is `nil` for a cell that is not a
  /// number.
  private mutating func samples() -> [(name: String, value: Double?)] {
    var samples: [(name: String, value: Double?)] = []
    for (index, name) in names.enumerated() {
      switch rows[index + 1].double {
      case .value(let value): samples.append((name, value))
      case .missing: break
      case .problem: samples.append((name, nil))
      }
    }
    return samples
  }
}
