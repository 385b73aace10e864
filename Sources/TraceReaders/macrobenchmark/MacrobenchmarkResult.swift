internal import Decoding
internal import Recordings
internal import Units

/// The results of one benchmark: for each iteration, single numbers, one sample per frame, or both.
struct MacrobenchmarkResult {
  /// The name of the benchmark's method, with its parameters.
  var name = "" {
    didSet { title = name }
  }
  /// The name of the benchmark in the runs: the method, prefixed with the class if several classes have the method.
  var title = ""
  var className = ""
  /// The problems found in the results of the benchmark.
  var issues = IssueLog()

  private var values: [(name: String, perIteration: [Double?])] = []
  private var samples: [(signal: FrameSignal, process: String, perIteration: [OptionalColumn])] = []

  /// The signals of sampled metrics, by the prefix of the metric's name; in the name, the process may follow the
  /// prefix.
  private static let signals: [(String, FrameSignal)] = [
    ("frameDurationCpuMs", .cpuBusy), ("frameCpuTimeMs", .cpuBusy), ("frameOverrunMs", .overrun),
  ]

  /// The units of metrics by the suffix of the metric's name, longer suffixes first, and whether lower is better.
  private static let units: [(String, Unit, lowerIsBetter: Bool?)] = [
    ("Ms", .milliseconds, true), ("Ns", Unit(id: "ns"), true), ("Us", Unit(id: "µs"), true),
    ("Uws", Unit(id: "µWs"), true), ("Uw", Unit(id: "µW"), true), ("Kb", Unit(id: "KiB"), true),
    ("Bytes", .bytes, true), ("allocationCount", .count, true), ("", .count, nil),
  ]

  /// Adds a metric with one number per iteration.
  mutating func add(metric name: String, _ perIteration: [Double?]) {
    values.append((name, perIteration))
  }

  /// Adds a metric with one number per frame of each iteration.
  mutating func add(sampledMetric name: String, _ perIteration: [OptionalColumn]) {
    guard let (prefix, signal) = Self.signals.first(where: { name.hasPrefix($0.0) }) else {
      return issues.note(.unknownMeasure, line: nil, found: shortened(name))
    }
    samples.append((signal, String(name.dropFirst(prefix.count)), perIteration))
  }

  // MARK: - Runs

  /// The number of runs that the benchmark becomes: its iterations times its processes.
  var runCount: Int { iterationCount * processes.count }

  /// The processes whose frames were sampled; the list has one empty name if there are no samples.
  private var processes: [String] {
    var processes: [String] = []
    for sample in samples where !processes.contains(sample.process) {
      processes.append(sample.process)
    }
    return processes.isEmpty ? [""] : processes
  }

  private var iterationCount: Int {
    let counts = values.map(\.perIteration.count) + samples.map(\.perIteration.count)
    return counts.max() ?? 0
  }

  /// The runs of the benchmark: one per iteration, or per iteration and process if several processes were measured, in
  /// the order of the iterations.
  ///
  /// - Parameter shared: the metadata of the device, which all runs share.
  func runs(_ origin: Recording.Origin, _ shared: RunDescription) -> [TraceRun] {
    let processes = processes
    return (0..<iterationCount).flatMap { iteration in
      processes.map { run(iteration, of: $0, origin, shared) }
    }
  }

  private func run(
    _ iteration: Int, of process: String, _ origin: Recording.Origin, _ shared: RunDescription
  ) -> TraceRun {
    var origin = origin
    let benchmark = "\(title)\(process)"
    origin.stream = "\(benchmark) #\(iteration + 1)"
    origin.iteration = .init(of: benchmark.isEmpty ? nil : benchmark, number: iteration + 1)
    var issues = issues
    let signals = signals(of: process, in: iteration, &issues)
    var description = shared
    description.labels["benchmark"] = name
    if !className.isEmpty { description.labels["class"] = className }
    description.scalars = scalars(of: iteration)
    let reason =
      signals.isEmpty
      ? "this benchmark measured no frames"
      : "Macrobenchmark stores the durations of frames, but not their times; its Perfetto trace has both"
    return TraceRun(
      Recording(
        origin: origin, timeline: .withheld(because: reason), description: description,
        issues: issues.inOrder, unplacedSignals: signals))
  }

  /// The signals of one iteration and process; each list of samples is truncated to the length of the shortest.
  private func signals(
    of process: String, in iteration: Int, _ issues: inout IssueLog
  ) -> [FrameSignal: OptionalColumn] {
    var signals: [FrameSignal: OptionalColumn] = [:]
    for sample in samples where sample.process == process {
      guard iteration < sample.perIteration.count else { continue }
      let column = sample.perIteration[iteration]
      if column.isAllMissing || signals[sample.signal] != nil { continue }
      signals[sample.signal] = column
    }
    let counts = signals.values.map(\.count)
    guard let shortest = counts.min(), let longest = counts.max(), shortest < longest else {
      return signals
    }
    for _ in shortest..<longest { issues.note(.unusableRow, line: nil) }
    return signals.mapValues { column in OptionalColumn((0..<shortest).map { column[$0] }) }
  }

  private func scalars(of iteration: Int) -> [Scalar] {
    values.compactMap { name, perIteration in
      guard iteration < perIteration.count, let value = perIteration[iteration],
        let unit = Self.units.first(where: { name.hasSuffix($0.0) })
      else { return nil }
      return Scalar(name: name, value: value, unit: unit.1, lowerIsBetter: unit.lowerIsBetter)
    }
  }
}
