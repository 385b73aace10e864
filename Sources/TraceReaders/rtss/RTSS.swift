internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// `Benchmark.txt` files of RivaTuner Statistics Server.
  static let rtss = TraceFormat(
    id: "rtss",
    title: "RTSS benchmark",
    summary: """
      the figures of each benchmark in the file, as RTSS reports them: number of frames, time, average, lowest and \
      highest frame rate, 1% and 0.1% lows. Each benchmark becomes a run without frame times
      """,
    dialects: ["text"],
    supports: """
      the metrics frames, duration and fps.avg as RTSS reports them; also the lowest and highest frame rate and the 1% \
      and 0.1% low
      """,
    checkedAgainst: """
      a file with four benchmarks; each average in the file is frames divided by time, truncated after one decimal \
      place
      """,
    recognize: { head in
      let isBenchmark =
        head.contains(" benchmark completed, ") && head.contains(" frames rendered in ")
      return isBenchmark ? .yes(dialect: "text") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      try RTSSBenchmarks.runs(in: &source, dialect: dialect)
    })
}

/// Reads the benchmarks that RTSS appended to a file: each has a line with frames and time, followed by figures.
struct RTSSBenchmarks: ~Copyable {
  private var lines = TextLines()
  private var benchmarks: [Benchmark] = []
  private let source: String
  private let dialect: String

  private static let most = 1 << 14

  private struct Benchmark {
    let application: String
    let date: String?
    /// The text that the user added after the time in the line of the benchmark.
    let note: String
    let frames: Double
    let seconds: Double
    let line: Int
    var figures: [String: Double] = [:]
  }

  /// Reads a file with benchmarks of RTSS; O(bytes).
  ///
  /// - Returns: one run per benchmark in the file.
  /// - Throws: if the file contains no benchmark or cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var reader = RTSSBenchmarks(source: source.name, dialect: dialect)
    while let line = try reader.lines.next(in: &source) { reader.take(line) }
    guard !reader.benchmarks.isEmpty else {
      throw .noData(
        path: source.name, format: TraceFormat.rtss.id, line: nil,
        firstIssue: reader.lines.issues.inOrder.first)
    }
    return reader.finished()
  }

  private init(source: String, dialect: String) {
    self.source = source
    self.dialect = dialect
  }

  // MARK: - Lines

  private mutating func take(_ field: Field) {
    let text = field.trimmed.text
    if text.isEmpty { return }
    if text.contains(" benchmark completed, ") {
      guard let benchmark = Self.benchmark(text, line: lines.number) else {
        return lines.note(.unusableRow, field)
      }
      guard benchmarks.count < Self.most else { return lines.note(.tooMany, field) }
      return benchmarks.append(benchmark)
    }
    guard let (name, value) = Self.figure(text), let last = benchmarks.indices.last else {
      return lines.note(.unusableRow, field)
    }
    benchmarks[last].figures[name] = value
  }

  /// Parses the line of a benchmark, such as `05-02-2021, 20:37:55 Hades.exe benchmark completed, 44053 frames rendered
  /// in 104.562 s`.
  ///
  /// Users may add notes after the time: `… in 103.922 s 4K stock`.
  private static func benchmark(_ text: String, line: Int) -> Benchmark? {
    let halves = text.split(separator: " benchmark completed, ")
    let result = halves.last?.split(separator: " frames rendered in ") ?? []
    let time = result.last?.split(separator: " ", maxSplits: 2) ?? []
    guard halves.count == 2, result.count == 2, time.count > 1, time[1].starts(with: "s"),
      time[1].dropFirst().first?.isLetter != true,
      let frames = UInt32(result[0]), let seconds = Double(time[0]),
      frames > 0, seconds > 0, seconds < 1e7
    else { return nil }
    let note = (time[1].dropFirst() + " " + (time.count > 2 ? time[2] : ""))
      .trimmingPrefix { $0 == " " || $0 == "," }
    let words = halves[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    let date = words.count == 3 ? self.date(words[0], words[1]) : nil
    let application = date == nil ? halves[0] : words[2]
    return Benchmark(
      application: harmless(String(application), limit: 200), date: date,
      note: harmless(String(note), limit: 200),
      frames: Double(frames),
      seconds: seconds, line: line)
  }

  /// The date and time of a benchmark as ISO 8601, from the order day, month, year; `nil` if it is invalid.
  private static func date(_ day: Substring, _ time: Substring) -> String? {
    let date = day.split { "-.,".contains($0) }.compactMap { Int($0) }
    let time = time.split(separator: ":").compactMap { Int($0) }
    return CalendarTime.seconds(date.reversed() + time).map(CalendarTime.text)
  }

  /// Parses the line of a figure, such as `Average framerate: 421.3 FPS`.
  private static func figure(_ text: String) -> (name: String, value: Double)? {
    let parts = text.split(separator: ":", maxSplits: 1)
    let words = parts.first?.split(separator: " ").joined(separator: " ")
    guard parts.count == 2, let name = names.first(where: { $0.words == words })?.name,
      let value = parts[1].split(separator: " ").first.flatMap({ Double($0) }), value.isFinite,
      value >= 0
    else { return nil }
    return (name, value)
  }

  /// The figures of RTSS: the words that name a figure, and the id of its metric or scalar.
  ///
  /// The definition of RTSS's 1% and 0.1% lows is a setting that the file does not contain, so these lows are not
  /// metrics of Hitchmark. The lowest and highest frame rates are not metrics either, because RTSS only samples them.
  private static let names: [(words: String, name: String)] = [
    ("Average framerate", "fps.avg"), ("Minimum framerate", "rtss.min"),
    ("Maximum framerate", "rtss.max"), ("1% low framerate", "rtss.low1"),
    ("0.1% low framerate", "rtss.low0.1"),
  ]

  // MARK: - Runs

  private mutating func finished() -> [TraceRun] {
    for benchmark in benchmarks { noteContradiction(in: benchmark) }
    let issues = lines.issues.inOrder
    let names = benchmarks.map {
      [$0.application, $0.note].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return benchmarks.enumerated().map { index, benchmark in
      let isUnique = !benchmark.note.isEmpty && names.count { $0 == names[index] } == 1
      let name =
        isUnique ? names[index] : benchmarks.count == 1 ? nil : "\(names[index]) #\(index + 1)"
      return run(of: benchmark, stream: name, issues)
    }
  }

  /// Records an issue if the average is not frames divided by time; RTSS truncates averages after the first decimal
  /// place.
  private mutating func noteContradiction(in benchmark: Benchmark) {
    guard let average = benchmark.figures["fps.avg"] else { return }
    let counted = benchmark.frames / benchmark.seconds
    guard abs(counted - average) > 0.2 + counted / 1000 else { return }
    let exact = (counted * 10).rounded() / 10
    lines.issues.note(
      .contradiction, line: benchmark.line,
      found:
        "the file's average is \(average) FPS, but its number of frames divided by its time is \(exact) FPS"
    )
  }

  private func run(
    of benchmark: Benchmark, stream: String?, _ issues: [ImportIssue]
  ) -> TraceRun {
    var description = RunDescription()
    description.date = benchmark.date
    description.labels["application"] = benchmark.application
    if !benchmark.note.isEmpty { description.labels["comment"] = benchmark.note }
    description.testDuration = Nanoseconds((benchmark.seconds * 1e9).rounded())
    description.reported = ["frames": benchmark.frames]
    description.reported["fps.avg"] = benchmark.figures["fps.avg"]
    for (_, name) in Self.names {
      guard name != "fps.avg", let value = benchmark.figures[name] else { continue }
      description.scalars.append(
        Scalar(name: name, value: value, unit: .framesPerSecond, lowerIsBetter: false))
    }
    return TraceRun(
      Recording(
        origin: .init(
          source: source, format: TraceFormat.rtss.id, dialect: dialect, stream: stream),
        timeline: .withheld(
          because: "the file contains summary figures of benchmarks, and no frames"),
        description: description, issues: issues))
  }
}
