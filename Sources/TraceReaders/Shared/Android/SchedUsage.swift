internal import Decoding
internal import Recordings
internal import Units

/// The CPU time of each thread per time window, from the recorded context switches of the scheduler.
///
/// Time windows last half a second. If a trace has more than 256 windows, their length is doubled as often as
/// necessary, so memory depends only on the number of threads.
struct SchedUsage {
  /// The number of time windows in which CPU time is summed.
  private static let windowCount = 256
  private static let shortestWindow = Nanoseconds.perSecond / 2

  /// The maximum number of processors whose context switches are read.
  static let processorLimit = 1024

  /// The maximum time between two context switches, 7 days; a switch further away has a corrupt time or a time of
  /// another clock.
  private static let longestTrace = 7 * 86_400 * Nanoseconds.perSecond

  /// The state of a processor: the thread that it runs, and since when it runs this thread.
  private struct Processor {
    var thread: Int32 = Processor.unknown
    var since: Nanoseconds = 0
    static let unknown: Int32 = -1
    static let idle: Int32 = -2
  }

  private var threads = ThreadTable()
  private var processors: [Processor] = []
  /// The CPU time per thread and time window: one row of windows per thread.
  private var used: [Nanoseconds] = []
  private var window = shortestWindow
  private var start: Nanoseconds = 0
  private var first = Nanoseconds.max
  private var last = Nanoseconds.min
  /// The time window to which CPU time was added last: its index, start and end.
  private var current = 0
  private var currentStart: Nanoseconds = 0
  private var currentEnd: Nanoseconds = 0

  /// Whether no context switch has been added so far.
  var isEmpty: Bool { first > last }

  /// The number of processors up to the highest one with a context switch.
  var processorCount: Int { processors.count }

  // MARK: - Switches

  /// Adds a context switch of a processor.
  ///
  /// - Parameters:
  ///   - time: the time of the switch, on the clock that all processors share.
  ///   - next: the thread that runs from now on; 0 if no thread runs.
  @inline(__always)
  mutating func take(processor: Int, at time: Nanoseconds, next: Int64) {
    if !processors.indices.contains(processor), !addProcessors(upTo: processor) { return }
    if time > last || time < first, !extend(to: time) { return }
    let state = processors[processor]
    if state.thread >= 0, time > state.since {
      add(thread: Int(state.thread), from: state.since, to: time)
    }
    let thread = next == 0 ? Processor.idle : threads.number(of: next).map(Int32.init)
    processors[processor] = Processor(thread: thread ?? Processor.unknown, since: time)
  }

  /// Records that context switches of a processor are missing, so the thread that it runs is unknown until its next
  /// switch.
  mutating func forget(processor: Int) {
    guard processors.indices.contains(processor) else { return }
    processors[processor].thread = Processor.unknown
  }

  private mutating func addProcessors(upTo processor: Int) -> Bool {
    guard processor >= 0, processor < Self.processorLimit else { return false }
    while processors.count <= processor { processors.append(Processor()) }
    return true
  }

  @inline(__always)
  private mutating func add(thread: Int, from begin: Nanoseconds, to end: Nanoseconds) {
    let row = thread * Self.windowCount
    if row >= used.count { addRows(upTo: thread) }
    if begin >= currentStart, end <= currentEnd {
      used[row + current] += end - begin
    } else {
      addAcrossWindows(row: row, from: begin, to: end)
    }
  }

  @inline(never)
  private mutating func addRows(upTo thread: Int) {
    let count = (thread + 1) * Self.windowCount
    used.append(contentsOf: repeatElement(0, count: count - used.count))
  }

  @inline(never)
  private mutating func addAcrossWindows(
    row: Int, from begin: Nanoseconds, to end: Nanoseconds
  ) {
    var time = begin
    while time < end {
      current = Int((time - start) / window)
      currentStart = start + Nanoseconds(current) * window
      currentEnd = currentStart + window
      let part = min(end, currentEnd)
      used[row + current] += part - time
      time = part
    }
  }

  // MARK: - Windows

  /// Extends the time windows to a time that is before the first or after the last window.
  ///
  /// - Returns: `false` if the time is not plausible for the trace.
  @inline(never)
  private mutating func extend(to time: Nanoseconds) -> Bool {
    guard time >= 0, time.isPlausible else { return false }
    if isEmpty {
      // The windows before the first time stay free, because events of another processor may have earlier times.
      start = (time / window - Nanoseconds(Self.windowCount / 8)) * window
      (first, last) = (time, time)
      return true
    }
    guard (time - first).magnitude < Self.longestTrace.magnitude else { return false }
    first = min(first, time)
    last = max(last, time)
    while last - first >= window * Nanoseconds(Self.windowCount - 2) { doubleWindows() }
    if first < start || last >= start + window * Nanoseconds(Self.windowCount) { shift() }
    return true
  }

  /// Merges pairs of time windows into windows of double length, which then fill half of the row.
  private mutating func doubleWindows() {
    let isOdd = start / window % 2 != 0
    move { index in (index + (isOdd ? 1 : 0)) / 2 }
    if isOdd { start -= window }
    window *= 2
  }

  /// Shifts the used time windows to the middle of the row.
  private mutating func shift() {
    let spare = Nanoseconds(Self.windowCount) - (last / window - first / window + 1)
    let newStart = (first / window - spare / 2) * window
    let distance = Int((start - newStart) / window)
    move { $0 + distance }
    start = newStart
  }

  /// Moves each time window to another index, clamped to the row.
  private mutating func move(to place: (Int) -> Int) {
    let places = (0..<Self.windowCount).map { min(max(place($0), 0), Self.windowCount - 1) }
    var windows = [Nanoseconds](repeating: 0, count: Self.windowCount)
    for row in stride(from: 0, to: used.count, by: Self.windowCount) {
      for index in windows.indices { swap(&windows[index], &used[row + index]) }
      for index in windows.indices {
        used[row + places[index]] += windows[index]
        windows[index] = 0
      }
    }
    (current, currentStart, currentEnd) = (0, 0, 0)
  }

  // MARK: - Results

  /// The CPU use of a group of threads in each time window.
  ///
  /// - Returns: the end of each time window, and the CPU use in the window as a share of one processor.
  func shares(of isWanted: (Int64) -> Bool) -> [(end: Nanoseconds, share: Double)] {
    guard !isEmpty, last > first else { return [] }
    let rows = threads.all.indices.filter {
      isWanted(threads.all[$0]) && ($0 + 1) * Self.windowCount <= used.count
    }
    return countedWindows.map { index in
      let span = span(of: index)
      let sum = rows.reduce(Nanoseconds(0)) { $0 + used[$1 * Self.windowCount + index] }
      return (span.upperBound, Double(sum) / Double(span.upperBound - span.lowerBound))
    }
  }

  /// The indices of the recorded time windows; the first and the last window are left out if less than half of them was
  /// recorded.
  private var countedWindows: ArraySlice<Int> {
    let all = Array(Int((first - start) / window)...Int((last - 1 - start) / window))
    let isWhole = { (index: Int) in
      let span = span(of: index)
      return (span.upperBound - span.lowerBound) * 2 >= window
    }
    var counted = all[...]
    if counted.count > 1, let first = counted.first, !isWhole(first) { counted.removeFirst() }
    if counted.count > 1, let last = counted.last, !isWhole(last) { counted.removeLast() }
    return counted
  }

  /// The part of a time window between the first and the last context switch.
  private func span(of index: Int) -> Range<Nanoseconds> {
    let begin = start + Nanoseconds(index) * window
    return max(begin, first)..<min(begin + window, last)
  }

  /// The CPU time of each thread that ran, over the whole trace.
  var totals: [(thread: Int64, time: Nanoseconds)] {
    threads.all.indices.compactMap { number in
      let row = number * Self.windowCount
      guard row < used.count else { return nil }
      let time = used[row..<row + Self.windowCount].reduce(0, +)
      return time > 0 ? (threads.all[number], time) : nil
    }
  }
}

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
