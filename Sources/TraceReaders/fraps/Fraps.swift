internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// The three tables of Fraps' benchmark: times of frames, frame rates of seconds, and a summary.
  static let fraps = TraceFormat(
    id: "fraps",
    title: "Fraps",
    summary:
      "the times of all frames (frametimes.csv), the frame rate of each second (fps.csv), or frames, time, lowest"
      + " and highest frame rate (minmaxavg.csv)",
    dialects: FrapsTable.allCases.map(\.rawValue),
    supports:
      "of frametimes all metrics of frames; of fps the mean, as fps.sampled; of minmaxavg frames, duration and"
      + " fps.avg as reported",
    checkedAgainst:
      "a file of 10,126 frames that a spreadsheet had saved with semicolons, and the writers of other tools for"
      + " the three tables; no original file was found",
    recognise: { head in
      guard let (_, table) = FrapsTable.find(in: head) else { return .no() }
      return .yes(dialect: table.rawValue)
    },
    read: { (source, head, _) throws(TraceError) in
      guard let (header, table) = FrapsTable.find(in: head) else { return [] }
      switch table {
      case .frameTimes: return [try FrapsTable.frames(below: header, in: &source)]
      case .frameRates: return [try FrapsTable.seconds(below: header, in: &source)]
      case .summary: return [try FrapsTable.summary(below: header, in: &source)]
      }
    })
}

/// The tables, by the ends of their files' names.
private enum FrapsTable: String, CaseIterable {
  case frameTimes = "frametimes"
  case frameRates = "fps"
  case summary = "minmaxavg"

  /// The table whose header is the first line.
  static func find(in head: TraceHead) -> (header: CSVHeader, table: FrapsTable)? {
    guard let header = head.headers.first, header.line == 1 else { return nil }
    switch header.names.map({ $0.filter { $0 != " " } }) {
    case ["Frame", "Time(ms)"]:
      // Other programs write durations below the same names.
      return timesRise(below: header, in: head) ? (header, .frameTimes) : nil
    case ["FPS"]: return (header, .frameRates)
    case ["Frames", "Time(ms)", "Min", "Max", "Avg"]: return (header, .summary)
    default: return nil
    }
  }

  /// Whether most rows have a later time than the row above; also if the table has no rows.
  private static func timesRise(below header: CSVHeader, in head: TraceHead) -> Bool {
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

  private static func origin(_ source: String, _ table: FrapsTable) -> Recording.Origin {
    .init(source: source, format: TraceFormat.fraps.id, dialect: table.rawValue)
  }

  private static func noData(
    _ path: String, _ header: CSVHeader, _ issues: IssueLog
  ) -> TraceError {
    .noData(
      path: path, format: TraceFormat.fraps.id, line: header.line,
      firstIssue: issues.inOrder.first)
  }

  /// Each row is a frame and when it ended, since the first one.
  static func frames(
    below header: CSVHeader, in source: inout TraceSource
  ) throws(TraceError) -> TraceRun {
    var frames = FrameCollector()
    var rows = CSVRows(below: header, columns: [1], of: &source)
    while try rows.advance(in: &source) {
      let field = rows[0].trimmed
      switch field.nanoseconds(in: .milliseconds) {
      case .problem(let kind): rows.note(kind, field)
      case let time:
        if let issue = frames.add(time: time.value, frameTime: nil).issue {
          rows.note(issue, field)
        }
      }
    }
    guard let timeline = frames.finish() else { throw noData(source.name, header, rows.issues) }
    let recording = Recording(
      origin: origin(source.name, .frameTimes), timeline: .known(timeline),
      issues: rows.issues.inOrder)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  /// Each row is the number of frames in a second.
  static func seconds(
    below header: CSVHeader, in source: inout TraceSource
  ) throws(TraceError) -> TraceRun {
    var log = SensorLog([PolledSensor("FPS", .framesPerSecond)])
    var rows = CSVRows(below: header, columns: [0], of: &source)
    var second: Nanoseconds = 0
    while try rows.advance(in: &source) {
      second += .perSecond
      let field = rows[0].trimmed
      if field.double.value.map({ $0 >= 0 }) != true { rows.note(.unreadableSample, field) }
      _ = log.take(at: second, field: { _ in field }, note: { _ in })
    }
    guard !log.counters.isEmpty else { throw noData(source.name, header, rows.issues) }
    var recording = Recording(
      origin: origin(source.name, .frameRates),
      timeline: .withheld(
        because: "the file has the number of frames of each second, not the frames"),
      counters: log.counters, issues: rows.issues.inOrder)
    recording.description.scalars = [log.counters.sampledFrameRate(named: "FPS")].compactMap(\.self)
    return TraceRun(recording)
  }

  /// One row has the figures of the whole benchmark.
  static func summary(
    below header: CSVHeader, in source: inout TraceSource
  ) throws(TraceError) -> TraceRun {
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
    guard let figures else { throw noData(source.name, header, rows.issues) }
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
      origin: origin(source.name, .summary),
      timeline: .withheld(because: "the file has the figures of a benchmark, not the frames"),
      description: description, issues: rows.issues.inOrder)
    return TraceRun(recording)
  }
}
