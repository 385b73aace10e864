internal import System

/// Samples the CPU time, the memory and the threads of a process and its descendants, on Linux.
///
///     var sampler = ProcessSampler(root: child.id)
///     sampler?.sample()  // ten times per second
///     sampler?.table     // the text of resources.csv
///
/// CPU time is counted in clock ticks of 10 ms, so a single sample is coarse; averages are not, because the count is
/// cumulative. The memory is the proportional set size: memory that processes share counts once. The resident memory,
/// where it counts several times, is a column of its own.
///
/// Proportional memory and the figures of threads take longer to read than the rest. They are read once per second, or
/// more rarely if they would take more than 0.2% of a processor, but at least every five seconds. The rows
/// between two readings repeat the last one.
struct ProcessSampler {
  private struct Sample {
    let time: Int64
    let ticks: Int
    let resident: Int
    let threads: Int
    /// The last reading; `nil` in the first sample, which has no row.
    let details: Details?

    /// The cells of the sample's row.
    ///
    /// The type checker needs ten seconds for one expression of all of them.
    func cells(after before: Sample, threads names: [String], hasTemperature: Bool) -> [String] {
      let seconds = Double(time - before.time) / 1e9
      let used = Double(ticks - before.ticks) / Platform.ticksPerSecond
      let share = min(used / seconds / Double(Platform.processorCount), 1)
      var cells: [String] = [String(time), share.percent]
      cells.append(details.map { String($0.memory) } ?? "")
      cells += [String(resident), String(threads)]
      cells.append(details.map { String(($0.switches * 10).rounded() / 10) } ?? "")
      for name in names { cells.append(details.map { ($0.threads[name] ?? 0).percent } ?? "") }
      if hasTemperature { cells.append(details?.temperature.map { String($0) } ?? "") }
      return cells
    }
  }

  /// The figures that take long to read.
  private struct Details {
    /// Proportional set size in bytes.
    let memory: Int
    /// Context switches per second since the last details.
    let switches: Double
    /// The share of one processor that the threads of each name used since the last details.
    let threads: [String: Double]
    /// Degrees Celsius; `nil` if the system does not show it.
    let temperature: Double?
  }

  /// Seconds between two samples.
  static let interval = 0.1
  /// Samples between two searches for new processes, which read the figures of every process.
  private static let searchEvery = 20
  /// Seconds between two details, and the share of a processor that they may take above the shortest pause.
  private static let (shortestPause, longestPause, detailShare) = (1.0, 5.0, 0.002)
  /// The maximum number of thread names with a column of their own.
  private static let mostThreadNames = 16

  private let root: Int32
  private var tree: [Int32]
  private var count = 0
  private var samples: [Sample] = []
  private var lastThreads: (time: Int64, figures: [String: Platform.ThreadFigures])
  private var nextDetails: Int64 = 0
  /// CPU time that sampling took, in seconds.
  private(set) var cost = 0.0

  /// Starts at a process; `nil` on systems that do not show the figures of processes.
  init?(root: Int32) {
    guard Platform.processorTicks != nil else { return nil }
    self.root = root
    tree = [root]
    lastThreads = (Platform.monotonicTime, Platform.threads(of: root))
  }

  mutating func sample() {
    let start = Platform.ownCPUTime
    defer { cost += Platform.ownCPUTime - start }
    // A program often starts another one at once.
    if count < 3 || count.isMultiple(of: Self.searchEvery) { search() }
    count += 1
    let figures = tree.compactMap(Platform.figures)
    guard !figures.isEmpty else { return }
    let ticks = figures.reduce(0) { $0 + $1.ticks }
    let time = Platform.monotonicTime
    samples.append(
      Sample(
        time: time,
        // The time of a process that ended is missing until its parent waits for it.
        ticks: max(ticks, samples.last?.ticks ?? 0),
        resident: figures.reduce(0) { $0 + $1.memory },
        threads: figures.reduce(0) { $0 + $1.threads },
        details: count > 1 && time >= nextDetails ? details(at: time) : samples.last?.details))
  }

  /// Reads the details, and decides when to read them next.
  private mutating func details(at time: Int64) -> Details {
    let start = Platform.ownCPUTime
    defer {
      let pause = (Platform.ownCPUTime - start) / Self.detailShare
      nextDetails = time + Int64(min(max(pause, Self.shortestPause), Self.longestPause) * 1e9)
    }
    let memory = tree.reduce(0) { sum, process in
      // The system does not show the details of processes of other users.
      sum + (Platform.proportionalMemory(of: process) ?? Platform.figures(of: process)?.memory ?? 0)
    }
    var figures: [String: Platform.ThreadFigures] = [:]
    for process in tree { figures.merge(Platform.threads(of: process)) { $1 } }
    defer { lastThreads = (time, figures) }
    let seconds = Double(max(time - lastThreads.time, 1)) / 1e9
    var (switches, threads) = (0, [String: Double]())
    for (path, thread) in figures {
      // A new thread may have the number of one that ended.
      let last = lastThreads.figures[path].flatMap { $0.switches <= thread.switches ? $0 : nil }
      switches += thread.switches - (last?.switches ?? 0)
      guard let used = thread.time, !thread.name.isEmpty else { continue }
      threads[thread.name, default: 0] += Double(max(used - (last?.time ?? 0), 0)) / 1e9 / seconds
    }
    return Details(
      memory: memory, switches: Double(switches) / seconds, threads: threads,
      temperature: Platform.temperature)
  }

  private mutating func search() {
    var children: [Int32: [Int32]] = [:]
    for process in Platform.processes {
      guard let figures = Platform.figures(of: process) else { continue }
      children[figures.parent, default: []].append(process)
    }
    tree = [root]
    var next = 0
    while next < tree.count {
      tree += children[tree[next]] ?? []
      next += 1
    }
  }

  /// The samples as a table in Hitchmark's own format; `nil` without two of them.
  var table: String? {
    guard samples.count > 1 else { return nil }
    let threads = busiestThreads
    let hasTemperature = samples.contains { $0.details?.temperature != nil }
    let header =
      ["timestamp_ns,cpu_percent,memory_bytes,resident_bytes,threads,context_switches_hz"]
      + threads.map { "thread.\($0.withoutSeparators).cpu_percent" }
      + (hasTemperature ? ["temperature_c"] : [])
    var lines = [header.joined(separator: ",")]
    for (before, sample) in zip(samples, samples.dropFirst()) {
      let cells = sample.cells(after: before, threads: threads, hasTemperature: hasTemperature)
      lines.append(cells.joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The names of the threads that used most CPU time, in the order of their names.
  private var busiestThreads: [String] {
    var sums: [String: Double] = [:]
    for sample in samples {
      sums.merge(sample.details?.threads ?? [:], uniquingKeysWith: +)
    }
    let busiest = sums.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return busiest.prefix(Self.mostThreadNames).map(\.key).sorted()
  }
}

extension Double {
  /// A fraction as a percentage with one decimal, without the sign.
  fileprivate var percent: String { "\((self * 1000).rounded() / 10)" }
}

extension String {
  /// A name of a thread as part of a column's name.
  fileprivate var withoutSeparators: String {
    String(map { $0 == "," || $0 == "\"" || $0.isNewline ? "_" : $0 })
  }
}
