internal import Decoding
internal import Recordings
internal import Units

/// A table with a column of frame rates that are samples, found in the beginning of a file.
struct FrameRateTable {
  private let header: CSVHeader
  /// The position of the frame rates.
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
