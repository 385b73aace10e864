internal import Decoding
internal import Recordings
internal import Units

/// Makes counters of CPU use from the context switches in a trace, per process and per thread.
struct SchedCounters {
  private let usage: SchedUsage
  private let names: ProcessNames
  private let processorCount: Int
  private let totals: [(thread: Int64, time: Nanoseconds)]

  /// The maximum number of thread names that get their own counter; all other threads share one counter.
  private static let mostThreads = 32

  init(_ usage: SchedUsage, names: ProcessNames, processorCount: Int) {
    self.usage = usage
    self.names = names
    self.processorCount = max(processorCount, usage.processorCount)
    totals = usage.totals
  }

  /// The CPU use of a process and of its threads, on the trace's clock; empty if the trace has no context switches.
  ///
  /// If the trace does not contain which thread belongs to which process, there is one counter for all processes.
  ///
  /// - Parameter process: the id of the process; `nil` for all processes.
  func counters(of process: Int64?) -> [Counter] {
    guard processorCount > 0, !usage.isEmpty else { return [] }
    guard let process, !names.isEmpty else {
      return [cpu("all processes") { _ in true }]
    }
    let isOwn = { (thread: Int64) in names.process(of: thread) == process || thread == process }
    return [cpu("sched", isOwn)] + threads(isOwn, of: process)
  }

  /// The maximum number of runs that get the CPU counters of their process.
  private static let mostRuns = 100

  /// Adds to each run the CPU counters of its process; if there are too many runs, only the runs with the most frames
  /// get counters.
  func add(to runs: inout [(process: Int64, run: TraceRun)]) {
    guard !usage.isEmpty else { return }
    var known: [Int64: [Counter]] = [:]
    let largest = runs.indices.sorted { left, right in
      (runs[right].run.frameCount, left) < (runs[left].run.frameCount, right)
    }
    for index in largest.prefix(Self.mostRuns) {
      let process = runs[index].process
      let own = known[process] ?? counters(of: process)
      known[process] = own
      let origin = runs[index].run.clockOrigin ?? 0
      runs[index].run.recording.counters = own.compactMap { $0.moved(by: origin) }
    }
  }

  private func cpu(_ name: String, _ isWanted: (Int64) -> Bool) -> Counter {
    counter(.cpu, name, usage.shares(of: isWanted), dividedBy: Double(processorCount))
  }

  /// The CPU counters of the busiest threads, and one counter for all other threads; threads with the same name share a
  /// counter.
  private func threads(_ isOwn: (Int64) -> Bool, of process: Int64) -> [Counter] {
    var times: [String: Nanoseconds] = [:]
    for (thread, time) in totals where isOwn(thread) {
      times[name(of: thread, in: process), default: 0] += time
    }
    let busiest = times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let shown = busiest.prefix(Self.mostThreads)
    let own = shown.map { name in
      thread(name) { isOwn($0) && self.name(of: $0, in: process) == name }
    }
    guard busiest.count > shown.count else { return own }
    let rest = thread("other threads") { thread in
      isOwn(thread) && !shown.contains(name(of: thread, in: process))
    }
    return own + [rest]
  }

  private func thread(_ name: String, _ isWanted: (Int64) -> Bool) -> Counter {
    counter(.threadCPU(name), name, usage.shares(of: isWanted), dividedBy: 1)
  }

  private func name(of thread: Int64, in process: Int64) -> String {
    // Operating systems give the main thread the name of the process, truncated to a maximum length.
    if thread == process { return "main" }
    return names.threadName(of: thread) ?? "thread \(thread)"
  }

  private func counter(
    _ role: Counter.Role, _ name: String, _ shares: [(end: Nanoseconds, share: Double)],
    dividedBy divisor: Double
  ) -> Counter {
    Counter(
      role: role, name: name, unit: .fraction,
      samples: SampleColumn(times: shares.map(\.end), values: shares.map { $0.share / divisor }))
  }
}
