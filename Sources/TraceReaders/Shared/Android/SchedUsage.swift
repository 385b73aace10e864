internal import Decoding
internal import Recordings
internal import Units

/// How long each thread ran, window after window, from the switches that a scheduler recorded.
///
/// Windows are half a second, and twice as long, four times, and so on for traces that have more than
/// 256 of them: the memory needed depends on the number of threads alone.
struct SchedUsage {
  /// Windows that are kept.
  private static let windowCount = 256
  private static let shortestWindow = Nanoseconds.perSecond / 2

  /// Processors, at most.
  private static let processorLimit = 1024

  /// Switches that lie further from the first are none: a damaged number, or another clock.
  private static let longestTrace = 7 * 86_400 * Nanoseconds.perSecond

  /// What a processor is doing.
  private struct Processor {
    var thread: Int32 = Processor.unknown
    var since: Nanoseconds = 0
    static let unknown: Int32 = -1
    static let idle: Int32 = -2
  }

  private var threads = ThreadTable()
  private var processors: [Processor] = []
  /// A row of windows for each thread.
  private var used: [Nanoseconds] = []
  private var window = shortestWindow
  private var start: Nanoseconds = 0
  private var first = Nanoseconds.max
  private var last = Nanoseconds.min
  /// The window that was added to last: where it lies, and when.
  private var current = 0
  private var currentStart: Nanoseconds = 0
  private var currentEnd: Nanoseconds = 0

  /// Whether there was not one switch.
  var isEmpty: Bool { first > last }

  /// Number of processors that were seen at work.
  var processorCount: Int { processors.count }

  // MARK: - Switches

  /// Takes a switch.
  ///
  /// - Parameters:
  ///   - processor: on which it happened.
  ///   - time: on the common clock.
  ///   - next: the thread that runs from now on; 0 for none.
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

  /// Says that switches of a processor are missing before the next.
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

  /// Makes room for a time outside what was seen so far.
  ///
  /// - Returns: `false` for a time that can belong to no trace.
  @inline(never)
  private mutating func extend(to time: Nanoseconds) -> Bool {
    guard time >= 0, time.isPlausible else { return false }
    if isEmpty {
      // Room to both sides: what another processor did may come later, and have been earlier.
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

  /// Puts neighbouring windows together; those of before fill one half of the row then.
  private mutating func doubleWindows() {
    let isOdd = start / window % 2 != 0
    move { index in (index + (isOdd ? 1 : 0)) / 2 }
    if isOdd { start -= window }
    window *= 2
  }

  /// Moves the row so that what was seen lies in its middle.
  private mutating func shift() {
    let spare = Nanoseconds(Self.windowCount) - (last / window - first / window + 1)
    let newStart = (first / window - spare / 2) * window
    let distance = Int((start - newStart) / window)
    move { $0 + distance }
    start = newStart
  }

  /// Moves every window to another place; what would lie outside is empty.
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

  /// The use of some threads together.
  ///
  /// - Parameter isWanted: which threads.
  /// - Returns: for each window when it ends, and the share of one processor that they used in it.
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

  /// The windows of the trace, without a first and a last one of which less than half was recorded.
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

  /// The part of a window that was recorded.
  private func span(of index: Int) -> Range<Nanoseconds> {
    let begin = start + Nanoseconds(index) * window
    return max(begin, first)..<min(begin + window, last)
  }

  /// How long each thread ran in all; threads that never did are left out.
  var totals: [(thread: Int64, time: Nanoseconds)] {
    threads.all.indices.compactMap { number in
      let row = number * Self.windowCount
      guard row < used.count else { return nil }
      let time = used[row..<row + Self.windowCount].reduce(0, +)
      return time > 0 ? (threads.all[number], time) : nil
    }
  }
}
