/// Samples the CPU time, the memory and the threads of a process and its descendants, on Linux.
///
///     var sampler = ProcessSampler(root: child.id)
///     sampler?.sample()  // ten times per second
///     sampler?.table     // the text of resources.csv
///
/// CPU time is counted in clock ticks of 10 ms, so a single sample is coarse; averages are not, because the count is
/// cumulative. Memory is the sum of the resident memory of all processes, so memory that they share counts several times.
struct ProcessSampler {
  private struct Sample {
    let time: Int64
    let ticks: Int
    let memory: Int
    let threads: Int
  }

  /// Seconds between two samples.
  static let interval = 0.1
  /// Samples between two searches for new processes, which read the figures of every process.
  private static let searchEvery = 20

  private let root: Int32
  private var tree: [Int32]
  private var count = 0
  private var samples: [Sample] = []
  /// CPU time that sampling took, in seconds.
  private(set) var cost = 0.0

  /// Starts at a process; `nil` on systems that do not show the figures of processes.
  init?(root: Int32) {
    guard Platform.processorTicks != nil else { return nil }
    self.root = root
    tree = [root]
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
    samples.append(
      Sample(
        time: Platform.monotonicTime,
        // The time of a process that ended is missing until its parent waits for it.
        ticks: max(ticks, samples.last?.ticks ?? 0),
        memory: figures.reduce(0) { $0 + $1.memory },
        threads: figures.reduce(0) { $0 + $1.threads }))
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
    var lines = ["timestamp_ns,cpu_percent,memory_bytes,threads"]
    for (before, sample) in zip(samples, samples.dropFirst()) {
      let seconds = Double(sample.time - before.time) / 1e9
      let used = Double(sample.ticks - before.ticks) / Platform.ticksPerSecond
      let share = used / seconds / Double(Platform.processorCount)
      let percent = (min(share, 1) * 1000).rounded() / 10
      lines.append("\(sample.time),\(percent),\(sample.memory),\(sample.threads)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
