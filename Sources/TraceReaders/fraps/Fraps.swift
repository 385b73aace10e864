internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// The three tables of Fraps benchmarks: frame times, frame rates per second, and a summary.
  static let fraps = TraceFormat(
    id: "fraps",
    title: "Fraps",
    summary: """
      the times of all frames (frametimes.csv), the frame rate of each second (fps.csv), or a benchmark's number of \
      frames, time, lowest and highest frame rate (minmaxavg.csv)
      """,
    supports: """
      all metrics of frames from frametimes.csv; the metric fps.sampled from fps.csv; reported values \
      of the metrics frames, duration and fps.avg from minmaxavg.csv
      """,
    checkedAgainst: """
      a file of 10,126 frames in Smagjus/FrapsBenchConvert that a spreadsheet had saved with semicolons, and files in \
      the three Fraps formats that other tools wrote. No file that Fraps itself wrote was found
      """,
    tables: [
      .frames(
        dialect: "frametimes",
        header: { head in
          // Other programs write durations, not times, under the same column names.
          FrapsTable.header(["Frame", "Time(ms)"], in: head).flatMap {
            FrapsTable.timesRise(below: $0, in: head) ? $0 : nil
          }
        },
        columns: [TableColumn(at: 1, .time(.milliseconds))]),
      CSVTable(
        dialect: "fps", header: { FrapsTable.header(["FPS"], in: $0) }, read: FrapsTable.seconds),
      CSVTable(
        dialect: "minmaxavg",
        header: { FrapsTable.header(["Frames", "Time(ms)", "Min", "Max", "Avg"], in: $0) },
        read: FrapsTable.summary),
    ])
}

private enum FrapsTable {
  /// The header in the first line of a table, if the header has exactly these names; spaces in names are ignored.
  static func header(_ names: [String], in head: TraceHead) -> CSVHeader? {
    guard let header = head.headers.first, header.line == 1, header.count == names.count
    else { return nil }
    return header.names.map { $0.filter { $0 != " " } } == names ? header : nil
  }

  /// Whether the time column increases in more than two thirds of the rows, or the table has no rows.
  static func timesRise(below header: CSVHeader, in head: TraceHead) -> Bool {
    var source = TraceSource(bytes: head.bytes, name: "")
    var rows = CSVRows(below: header, columns: [1], of: &source)
    var (last, rising, falling) = (-Double.infinity, 0, 0)
    while (try? rows.advance(in: &source)) == true {
      guard let time = rows[0].trimmed.double.value else { continue }
      if time > last { rising += 1 } else { falling += 1 }
      last = time
    }
    return falling * 2 < rising || rising + falling == 0
  }

  /// Reads a table in which each row is the number of frames in a second.
  @Sendable
  static func seconds(
    below header: CSVHeader, in source: inout TraceSource, _ origin: Recording.Origin
  ) throws(TraceError) -> [TraceRun] {
    var log = SensorLog([PolledSensor("FPS", .framesPerSecond)])
    var rows = CSVRows(below: header, columns: [0], of: &source)
    var second: Nanoseconds = 0
    while try rows.advance(in: &source) {
      second += .perSecond
      let field = rows[0].trimmed
      if field.double.value.map({ $0 >= 0 }) != true { rows.note(.unreadableSample, field) }
      _ = log.take(at: second, field: { _ in field }, note: { _ in })
    }
    let counters = log.counters()
    guard !counters.isEmpty else { throw rows.noData(origin) }
    var recording = Recording(
      origin: origin,
      timeline: .withheld(
        because: "the file contains the number of frames in each second, not the time of each frame"
      ),
      counters: counters, issues: rows.issues.inOrder)
    recording.description.scalars = [counters.sampledFrameRate(named: "FPS")].compactMap(\.self)
    return [TraceRun(recording)]
  }

  /// Reads a Fraps table whose single row has the figures of the whole benchmark.
  @Sendable
  static func summary(
    below header: CSVHeader, in source: inout TraceSource, _ origin: Recording.Origin
  ) throws(TraceError) -> [TraceRun] {
    var rows = CSVRows(below: header, columns: Array(0..<5), of: &source)
    var figures: [Double]?
    while try rows.advance(in: &source) {
      let row = (0..<5).map { rows[$0].trimmed.double.value }
      let numbers = row.compactMap(\.self).filter { $0 >= 0 && $0 < 1e12 }
      guard figures == nil, numbers.count == 5, numbers[0] > 0, numbers[1] > 0 else {
        rows.note(.unusableRow, rows.row)
        continue
      }
      figures = numbers
    }
    guard let figures else { throw rows.noData(origin) }
    let rate = figures[0] / figures[1] * 1000
    if abs(rate - figures[4]) > 0.1 + rate / 1000 {
      rows.issues.note(.contradiction, line: header.line + 1, found: "\(figures[4]) FPS")
    }
    var description = RunDescription()
    description.reported = ["frames": figures[0], "fps.avg": figures[4]]
    description.testDuration = Nanoseconds((figures[1] * 1e6).rounded())
    description.scalars = [("fraps.min", figures[2]), ("fraps.max", figures[3])].map {
      Scalar(name: $0.0, value: $0.1, unit: .framesPerSecond, lowerIsBetter: false)
    }
    let recording = Recording(
      origin: origin,
      timeline: .withheld(
        because: "the file contains only summary figures of a benchmark, and no frames"),
      description: description, issues: rows.issues.inOrder)
    return [TraceRun(recording)]
  }
}
