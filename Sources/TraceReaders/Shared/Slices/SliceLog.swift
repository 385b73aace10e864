internal import Decoding
internal import Recordings
internal import Units

/// Collects the slices and waits of threads, from which the parts of frames are computed.
///
///     var log = SliceLog()
///     let main = log.addThread(of: 12)  // nil if there are too many
///     log.begin("onBind", on: main, at: 1_000_000)
///     log.end(on: main, at: 5_000_000)
///     var times = log.finish()
///     times.parts(ofProcess: 12, in: windows)
///
/// Memory is bounded by the numbers of slices, threads and names in `SliceLimits` and `SliceNames`.
struct SliceLog {
  private var threads: [ThreadSlices] = []
  private var processes: [Int64] = []
  private var free: [Int] = []
  /// For each additional list of slices, the number of the thread that the list belongs to.
  private var owners: [Int: Int] = [:]
  private var lossCount = 0
  private var names = SliceNames()
  private var limits = SliceLimits()
  private var containers = SliceContainers()

  /// Adds a thread whose slices and waits are collected.
  ///
  /// - Parameter start: the time from which all events of the thread will be added; earlier events are ignored.
  /// - Returns: the number of the thread in the log; `nil` if there are too many threads.
  mutating func addThread(of process: Int64, from start: Nanoseconds = .min) -> Int? {
    guard let number = free.popLast() ?? newThread() else {
      limits.noteLimit(of: "threads that have trace slices")
      return nil
    }
    processes[number] = process
    threads[number].start = start
    threads[number].lossCount = lossCount
    return number
  }

  /// Adds a list of additional slices of a thread, whose events need not be in the order of the thread's other events.
  ///
  /// The slices of each list must be properly nested within the list.
  ///
  /// - Returns: the number of the list, which is used like the number of a thread; `nil` if there are too many lists.
  mutating func addList(of thread: Int) -> Int? {
    guard let number = addThread(of: processes[thread]) else { return nil }
    owners[number] = thread
    return number
  }

  private mutating func newThread() -> Int? {
    guard threads.count < SliceLimits.mostThreads else { return nil }
    threads.append(ThreadSlices())
    processes.append(0)
    return threads.count - 1
  }

  /// Removes a thread with its slices; its number may be used again.
  mutating func removeThread(_ thread: Int) {
    limits.giveBack(threads[thread].count)
    threads[thread] = ThreadSlices()
    free.append(thread)
  }

  /// Begins a slice, which the matching call of `end` on the thread closes.
  ///
  /// - Parameters:
  ///   - detail: a second part of the name, such as the function that a `FunctionCall` calls.
  ///   - tag: a number of the caller's choice, with which `finish` hands out the slice.
  mutating func begin(
    _ name: Field, detail: [UInt8]? = nil, tag: Int32? = nil, on thread: Int, at time: Nanoseconds
  ) {
    add(.begin(names.number(of: name, detail: detail), tag: tag), on: thread, at: time)
  }

  /// Begins a slice whose name has a number, which the matching call of `end` on the thread closes.
  mutating func begin(_ part: UInt16, on thread: Int, at time: Nanoseconds) {
    add(.begin(part, tag: nil), on: thread, at: time)
  }

  mutating func number(ofName name: [UInt8]) -> UInt16 { names.number(of: name) }

  /// Ends the innermost open slice of a thread.
  mutating func end(on thread: Int, at time: Nanoseconds) { add(.end, on: thread, at: time) }

  @inline(__always)
  private mutating func add(
    _ event: ThreadSlices.Event, on thread: Int, at time: Nanoseconds
  ) {
    if threads[thread].lossCount != lossCount {
      // Additional lists of slices come from another tracer, so this tracer's losses do not concern them.
      if owners[thread] == nil { threads[thread].lose(&limits) }
      threads[thread].lossCount = lossCount
    }
    threads[thread].add(event, at: time, &limits)
  }

  /// Adds a slice whose duration is known.
  ///
  /// - Parameter detail: a second part of the name.
  mutating func add(
    _ name: Field, detail: [UInt8]? = nil, on thread: Int, at time: Nanoseconds,
    lasting duration: Nanoseconds
  ) {
    guard duration >= SliceLimits.shortest || duration < 0 else { return }
    let (end, overflow) = time.addingReportingOverflow(duration)
    guard duration >= 0, !overflow, end.isPlausible else {
      return limits.note(.outOfRange, "the duration of the trace slice \(name.shown)")
    }
    threads[thread].add(names.number(of: name, detail: detail), from: time, to: end, &limits)
  }

  /// Records that the scheduler changed the state of a thread.
  mutating func change(_ thread: Int, to state: ThreadSlices.ThreadState, at time: Nanoseconds) {
    add(.change(state), on: thread, at: time)
  }

  /// Records that one sampled function was called by another function, and for how long.
  mutating func note(_ function: UInt16, calledBy caller: UInt16?, for time: Nanoseconds) {
    if time > 0 { containers.note(function, within: caller, for: time) }
  }

  /// Adds a sample of the function that runs on a thread.
  ///
  /// - Parameter function: the number of its name; `nil` if no function was running.
  mutating func addSample(of function: UInt16?, on thread: Int, at time: Nanoseconds) {
    threads[thread].functions.add(function, at: time, &limits)
  }

  /// Records that events were lost, so that the ends of open slices may be missing.
  mutating func lose() { lossCount += 1 }

  /// Records that events of one thread were lost.
  mutating func lose(on thread: Int) { threads[thread].lose(&limits) }

  /// Computes the self times of all slices; O(n log n).
  ///
  /// - Parameters:
  ///   - runsScripts: whether a slice with this name runs scripts, so that the sampled functions replace its self time.
  ///   - take: receives the tagged slices that are not within other tagged slices, in the order of their ends on each
  ///     thread.
  mutating func finish(
    refining runsScripts: (String) -> Bool = { _ in false },
    _ take: (ThreadSlices.Tagged) -> Void = { _ in }
  ) -> SelfTimes {
    var times = SelfTimes(parts: names.parts)
    let scripts = names.parts.map { runsScripts($0.name) }
    for (list, thread) in owners.sorted(by: { $0.key < $1.key }) {
      threads[thread].add(threads[list].removeSlices(&limits))
    }
    for thread in threads.indices {
      let (work, waits, tagged, within) = threads[thread].finish(&limits)
      containers.add(within)
      let functions = threads[thread].functions
      times.add(functions.refine(work) { scripts[Int($0)] }, of: processes[thread])
      times.add(waits, of: processes[thread])
      tagged.forEach(take)
    }
    if names.isFull { limits.noteLimit(of: "distinct names of trace slices") }
    times.issues = limits.issues
    times.containers = containers.usual
    self = SliceLog()
    return times
  }
}

/// The limits of a trace's slices: the remaining capacity, and the issues of slices that exceed a limit.
struct SliceLimits {
  private(set) var capacity = 1 << 20
  private(set) var issues = IssueLog()
  private var reached: Set<String> = []

  /// The maximum nesting depth of slices; the time of a deeper slice counts for the slice around it.
  static let deepest = 512
  /// The shortest slice or wait of a thread that is stored.
  ///
  /// The time of a shorter slice counts for the slice around it; a shorter wait is ignored.
  static let shortest: Nanoseconds = 10_000
  static let mostThreads = 1 << 12

  /// Reserves capacity for one slice or wait; `false` if no capacity is left.
  mutating func take() -> Bool {
    guard capacity > 0 else {
      noteLimit(of: "slices")
      return false
    }
    capacity -= 1
    return true
  }

  /// Makes the capacity of slices that are no longer needed available again.
  mutating func giveBack(_ count: Int) { capacity += count }

  /// Records that a limit was reached, once for each kind of limit.
  mutating func noteLimit(of things: String) {
    if reached.insert(things).inserted { issues.note(.tooMany, line: nil, found: things) }
  }

  mutating func note(_ kind: ImportIssue.Kind, _ found: @autoclosure () -> String) {
    issues.note(kind, line: nil, found: found())
  }
}

/// For each name of slices, the names of the slices that directly contain them, and for how long.
struct SliceContainers {
  private struct Pair: Hashable {
    let part: UInt16
    /// The name of the containing slice; `nil` for slices that no other slice contains.
    let container: UInt16?
  }

  private var times: [Pair: Nanoseconds] = [:]

  /// Adds a slice to the sums of its name.
  ///
  /// - Parameters:
  ///   - container: the name of the slice that directly contains the added slice; `nil` if there is none.
  ///   - time: the duration of the slice, at least 0.
  mutating func note(_ part: UInt16, within container: UInt16?, for time: Nanoseconds) {
    // Only a trace whose times are nonsense makes this sum overflow.
    times[Pair(part: part, container: container), default: 0] &+= time
  }

  mutating func add(_ other: SliceContainers) {
    for (pair, time) in other.times { times[pair, default: 0] &+= time }
  }

  /// For each name of slices, the name of the slices that contain them for the longest time.
  ///
  /// Names whose slices are mostly contained in no other slice, or in slices of the same name, are left out.
  var usual: [UInt16: UInt16] {
    var longest: [UInt16: (container: UInt16?, time: Nanoseconds)] = [:]
    for (pair, time) in times {
      let best = longest[pair.part]
      let isLonger = best.map { (time, $0.container ?? 0) > ($0.time, pair.container ?? 0) } ?? true
      if isLonger { longest[pair.part] = (pair.container, time) }
    }
    return longest.compactMapValues(\.container).filter { part, container in
      part != container && part != SliceNames.rest && container != SliceNames.rest
    }
  }
}
