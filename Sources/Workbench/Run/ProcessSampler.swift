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
/// Proportional memory and context switches take longer to read than the rest. They are read once per second, or more
/// rarely if they would take more than half a percent of a processor, but at least every five seconds. The rows between
/// two readings repeat the last one.
struct ProcessSampler {
  private struct Sample {
    let time: Int64
    let ticks: Int
    let resident: Int
    let threads: Int
    /// The last reading; `nil` in the first sample, which has no row.
    let details: Details?
  }

  /// The figures that take long to read.
  private struct Details {
    /// Proportional set size in bytes.
    let memory: Int
    /// Context switches per second since the last details.
    let switches: Double
    /// Degrees Celsius; `nil` if the system does not show it.
    let temperature: Double?
  }

  /// Seconds between two samples.
  static let interval = 0.1
  /// Samples between two searches for new processes, which read the figures of every process.
  private static let searchEvery = 20
  /// Seconds between two details, and the share of a processor that they may take above the shortest pause.
  private static let (shortestPause, longestPause, detailShare) = (1.0, 5.0, 0.005)

  private let root: Int32
  private var tree: [Int32]
  private var count = 0
  private var samples: [Sample] = []
  private var lastSwitches: (time: Int64, counts: [String: Int])
  private var nextDetails: Int64 = 0
  /// CPU time that sampling took, in seconds.
  private(set) var cost = 0.0

  /// Starts at a process; `nil` on systems that do not show the figures of processes.
  init?(root: Int32) {
    guard Platform.processorTicks != nil else { return nil }
    self.root = root
    tree = [root]
    lastSwitches = (Platform.monotonicTime, Platform.contextSwitches(of: root))
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
    var counts: [String: Int] = [:]
    for process in tree { counts.merge(Platform.contextSwitches(of: process)) { $1 } }
    defer { lastSwitches = (time, counts) }
    let added = counts.reduce(0) { $0 + $1.value - (lastSwitches.counts[$1.key] ?? 0) }
    let seconds = Double(max(time - lastSwitches.time, 1)) / 1e9
    return Details(
      memory: memory, switches: Double(added) / seconds, temperature: Platform.temperature)
  }

  /// Finds the descendants of the process.
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
    let hasTemperature = samples.contains { $0.details?.temperature != nil }
    var header = "timestamp_ns,cpu_percent,memory_bytes,resident_bytes,threads,context_switches_hz"
    if hasTemperature { header += ",temperature_c" }
    var lines = [header]
    for (before, sample) in zip(samples, samples.dropFirst()) {
      let seconds = Double(sample.time - before.time) / 1e9
      let used = Double(sample.ticks - before.ticks) / Platform.ticksPerSecond
      let share = used / seconds / Double(Platform.processorCount)
      let percent = (min(share, 1) * 1000).rounded() / 10
      let details = sample.details
      let memory = details.map { "\($0.memory)" } ?? ""
      let switches = details.map { "\(($0.switches * 10).rounded() / 10)" } ?? ""
      var line =
        "\(sample.time),\(percent),\(memory),\(sample.resident),\(sample.threads),\(switches)"
      if hasTemperature { line += "," + (details?.temperature.map { "\($0)" } ?? "") }
      lines.append(line)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
