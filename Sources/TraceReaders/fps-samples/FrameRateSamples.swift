internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Tables and lists of frame rates, one per second or per another interval, as many programs write them.
  static let frameRateSamples = TraceFormat(
    id: "fps-samples",
    title: "tables of frame rates",
    summary: """
      a column of frame rates such as FPS or Framerate, with or without times, and with other samples such as GPU usage \
      (%). The tables of PerfDog and of many games' own logs have this form. Rows are samples, never frames; a table \
      whose times show that each row is a frame does not have this format
      """,
    dialects: ["table", "list"],
    supports: """
      the metric fps.sampled is the mean of the sampled frame rates; samples of columns with a unit, and the load of the \
      CPU and the GPU
      """,
    checkedAgainst: """
      six logs named fps_log.csv of a simulation in DoyleAaron/Concurrent-Development-24-25, and example files with the \
      columns of PerfDog and MSI Afterburner
      """,
    recognize: { head in
      guard let table = FrameRateTable(head), isOnlyThis(head) else { return .no() }
      return .yes(dialect: table.clock == nil ? "list" : "table")
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let table = FrameRateTable(head) else { return [] }
      let origin = Recording.Origin(source: source.name, format: "fps-samples", dialect: dialect)
      return [try table.run(in: &source, origin)]
    })

  /// Whether no other format recognizes a file: a column of frame rates alone says little about a table.
  private static func isOnlyThis(_ head: TraceHead) -> Bool {
    all.allSatisfy { format in
      if format.id == "fps-samples" { return true }
      if case .no = format.recognize(head) { return true }
      return false
    }
  }
}

/// A table with a column of frame rates that are samples, found in the beginning of a file.
struct FrameRateTable {
  private let header: CSVHeader
  private let rate: Int
  /// The columns that tell the time of a row; `nil` for a list without times.
  let clock: SensorTable.Clock?
  /// The positions of the other columns with numbers in a known unit.
  private let others: [Int]

  /// The reason why a run from such a table has no frames.
  private static let reason = "the table has frame rates at intervals, and no frames"

  /// The fewest rows by which a table is recognized.
  private static let leastRows = 3

  /// Finds the table in the beginning of a file; `nil` if there is none, or its rows are frames.
  init?(_ head: TraceHead) {
    guard head.outline == nil, let header = head.headers.first(where: { Self.rate(in: $0) != nil }),
      let rate = Self.rate(in: header)
    else { return nil }
    let rows = FrameRateRows(below: header, in: head)
    let rates = rows.numbers(rate)
    let known = rates.compactMap(\.self)
    guard known.count >= Self.leastRows, known.count * 5 >= rows.count * 4,
      known.allSatisfy({ (0..<10_000).contains($0) }), known.contains(where: { $0 > 0 })
    else { return nil }
    let times = rows.times(below: header)
    if let times {
      if rows.areFrames(at: times, rates: rates) { return nil }
    } else {
      // Without times, names of games or settings would be rows of other runs, and frame times would be those of frames.
      let isOther = header.names.indices.contains(where: rows.isText)
      guard !isOther, !header.names.contains(where: Self.isFrameTime) else { return nil }
    }
    self.header = header
    self.rate = rate
    clock = times?.clock
    others = header.names.indices.filter { column in
      column != rate && !(times?.columns.contains(column) ?? false)
        && !SensorHeading(header.names[column]).unit.isEmpty
        && rows.numbers(column).contains { $0 != nil }
    }
  }

  // MARK: - Columns

  /// The names of columns of frame rates, in lower case without separators; the preferred one first.
  private static let rateNames = [
    "fps", "framerate", "framespersecond", "currentfps", "averagefps", "avgfps", "fpsavg",
    "averageframerate",
  ]

  private static func rate(in header: CSVHeader) -> Int? {
    let names = header.names.map { SensorHeading($0).name.letters }
    return rateNames.lazy.compactMap { names.firstIndex(of: $0) }.first
  }

  private static func isFrameTime(_ name: String) -> Bool {
    let letters = name.letters
    return ["frametime", "frameduration", "deltatime"].contains { letters.hasPrefix($0) }
  }

  private static func role(of heading: SensorHeading) -> Counter.Role {
    guard heading.unit == "%" else { return .other }
    return switch heading.name.letters {
    case "cpuusage", "appcpu", "appcpuusage": .cpu
    case "gpuusage", "gpuload": .gpu
    default: .other
    }
  }

  // MARK: - Rows

  /// Reads the rows of the table; O(bytes) in time, O(samples) in memory.
  func run(
    in source: inout TraceSource, _ origin: Recording.Origin
  ) throws(TraceError) -> TraceRun {
    guard let clock else { return try list(in: &source, origin) }
    let name = SensorHeading(header.names[rate]).text
    let columns =
      [(position: rate, sensor: PolledSensor(name, .framesPerSecond))]
      + SensorTable.columns(others, of: header, role: Self.role)
    var table = SensorTable(below: header, clock: clock, columns: columns, of: &source)
    return try table.run(in: &source, origin, because: Self.reason) { recording in
      let mean = recording.counters.sampledFrameRate(named: name)
      recording.description.scalars = [mean].compactMap(\.self)
    }
  }

  private func list(
    in source: inout TraceSource, _ origin: Recording.Origin
  ) throws(TraceError) -> TraceRun {
    var rows = CSVRows(below: header, columns: [rate], of: &source)
    var (sum, count) = (0.0, 0)
    while try rows.advance(in: &source) {
      switch rows[0].trimmed.double {
      case .value(let rate): (sum, count) = (sum + rate, count + 1)
      case .missing: break
      case .problem: rows.note(.unreadableSample, rows[0])
      }
    }
    guard count > 0, sum.isFinite else { throw rows.noData(origin) }
    var recording = Recording(
      origin: origin, timeline: .withheld(because: Self.reason), issues: rows.issues.inOrder)
    recording.description.scalars = [
      Scalar(
        name: OwnMeasure.sampledFrameRate, value: sum / Double(count), unit: .framesPerSecond,
        lowerIsBetter: false)
    ]
    return TraceRun(recording)
  }
}

extension String {
  /// The letters and digits of the text, in lower case.
  var letters: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

/// The first rows of a table with frame rates, by which the unit of its times and the meaning of its rows are guessed.
struct FrameRateRows {
  private let rows: [[String]]

  var count: Int { rows.count }

  /// The times of the rows in one of several columns; a row without a time has `nil`.
  struct Times {
    fileprivate let values: [Double?]
    /// The unit of the times; `nil` if no heading states it.
    fileprivate let statedUnit: TimeUnit?
    /// The columns that contain the times.
    let columns: [Int]
    fileprivate let areDates: Bool
  }

  /// Reads the rows below the header that are whole in the beginning of the file.
  init(below header: CSVHeader, in head: TraceHead) {
    let lines = head.isWhole ? head.lines : head.lines.dropLast()
    rows = lines.dropFirst(header.line).filter { !$0.isEmpty }
      .map { CSVHeader.cells(of: Array($0.utf8)) }
  }

  /// The numbers of a column by row; `nil` for cells that are not finite numbers.
  func numbers(_ column: Int) -> [Double?] {
    rows.map { column < $0.count ? Double($0[column]).flatMap { $0.isFinite ? $0 : nil } : nil }
  }

  /// Whether a column has words in most rows.
  func isText(_ column: Int) -> Bool {
    let words = rows.count { column < $0.count && !$0[column].isEmpty && Double($0[column]) == nil }
    return words * 2 > count
  }

  private func dates(_ columns: [Int]) -> [Nanoseconds?] {
    rows.map { row in
      let cells = columns.compactMap { $0 < row.count ? row[$0] : nil }
      return SampleClock.time(cells.joined(separator: " "))
    }
  }

  // MARK: - Times

  /// The times of the rows; `nil` if no column looks like times.
  func times(below header: CSVHeader) -> Times? {
    let named = header.names.indices.filter { Self.isTime(header.names[$0]) }
    let pairs = named.map { [$0] } + zip(named, named.dropFirst()).map { [$0, $1] }
    for columns in pairs {
      let dates = dates(columns)
      guard let first = dates.lazy.compactMap(\.self).first else { continue }
      let values = dates.map { $0.map { Double($0 &- first) } }
      guard isMostlyRising(values) else { continue }
      return Times(values: values, statedUnit: .nanoseconds, columns: columns, areDates: true)
    }
    return named.lazy.map { [$0] }.map { columns in
      Times(
        values: numbers(columns[0]), statedUnit: Self.unit(in: header.names[columns[0]]),
        columns: columns, areDates: false)
    }.first { isMostlyRising($0.values) }
  }

  /// Whether most rows have a time, and most times are not before the time above.
  private func isMostlyRising(_ times: [Double?]) -> Bool {
    let known = times.compactMap(\.self)
    let rising = zip(known, known.dropFirst()).count { $0 <= $1 }
    return known.count * 5 >= count * 4 && rising * 5 >= (known.count - 1) * 4
      && known.first != known.last
  }

  private static func isTime(_ heading: String) -> Bool {
    let letters = SensorHeading(heading).name.letters
    return ["time", "elapsed", "date"].contains { letters.hasPrefix($0) }
      || ["sec", "secs", "second", "seconds", "t"].contains(letters)
  }

  private static func unit(in heading: String) -> TimeUnit? {
    let last = heading.lowercased().split { !$0.isLetter }.last
    if let last, last.hasPrefix("sec") { return .seconds }
    return TimeUnit.suffixes.first { $0.0.dropFirst() == last ?? "" }?.1
  }

  /// Whether each row is a frame: the time from row to row is the inverse of the frame rate, for most rows.
  ///
  /// - Parameter rates: the frame rates by row.
  func areFrames(at times: Times, rates: [Double?]) -> Bool {
    let steps = times.steps
    let units =
      times.statedUnit.map { [$0] } ?? [.seconds, .milliseconds, .microseconds, .nanoseconds]
    return units.contains { unit in
      let seconds = Double(unit.length) / 1e9
      let frames = zip(steps, rates.dropFirst()).count { step, rate in
        guard let step, let rate else { return false }
        return abs(step * seconds * rate - 1) <= 0.25
      }
      return frames * 2 > steps.count
    }
  }
}

extension FrameRateRows.Times {
  /// How the times are read.
  var clock: SensorTable.Clock {
    areDates ? .date(columns) : .time(columns[0], statedUnit ?? likelyUnit)
  }

  /// The time from each row to the next one; `nil` if one of them has no time.
  fileprivate var steps: [Double?] {
    zip(values.dropFirst(), values).map { after, before in
      guard let after, let before else { return nil }
      return after - before
    }
  }

  /// The unit in which the steps between rows are from 60 ms to a minute.
  private var likelyUnit: TimeUnit {
    let sorted = steps.compactMap(\.self).sorted()
    let step = sorted.isEmpty ? 1 : sorted[sorted.count / 2]
    return step < 60
      ? .seconds : step < 6e4 ? .milliseconds : step < 6e7 ? .microseconds : .nanoseconds
  }
}
