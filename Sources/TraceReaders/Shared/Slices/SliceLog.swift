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
  private var names = SliceNames()
  private var limits = SliceLimits()

  /// Adds a thread.
  ///
  /// - Returns: its number; `nil` if there are too many.
  mutating func addThread(of process: Int64) -> Int? {
    if let number = free.popLast() {
      processes[number] = process
      return number
    }
    guard threads.count < SliceLimits.mostThreads else {
      limits.noteLimit(of: "threads with slices")
      return nil
    }
    threads.append(ThreadSlices())
    processes.append(process)
    return threads.count - 1
  }

  /// Removes a thread with its slices; its number may be used again.
  mutating func removeThread(_ thread: Int) {
    limits.giveBack(threads[thread].count)
    threads[thread] = ThreadSlices()
    free.append(thread)
  }

  /// Begins a slice, which the next end closes that belongs to no later slice.
  ///
  /// - Parameter detail: a second part of the name, such as the function that a `FunctionCall` calls.
  mutating func begin(
    _ name: Field, detail: [UInt8]? = nil, on thread: Int, at time: Nanoseconds
  ) {
    threads[thread].add(.begin(names.number(of: name, detail: detail)), at: time, &limits)
  }

  /// Ends the innermost open slice of a thread.
  mutating func end(on thread: Int, at time: Nanoseconds) {
    threads[thread].add(.end, at: time, &limits)
  }

  /// Adds a slice with a known duration.
  ///
  /// - Parameter detail: a second part of the name.
  mutating func add(
    _ name: Field, detail: [UInt8]? = nil, on thread: Int, at time: Nanoseconds,
    lasting duration: Nanoseconds
  ) {
    guard duration >= SliceLimits.shortest || duration < 0 else { return }
    let (end, overflow) = time.addingReportingOverflow(duration)
    guard duration >= 0, !overflow, end.isPlausible else {
      return limits.note(.outOfRange, "the duration of \(name.shown)")
    }
    threads[thread].add(names.number(of: name, detail: detail), from: time, to: end, &limits)
  }

  /// Changes the state of a thread in the scheduler.
  mutating func change(_ thread: Int, to state: ThreadSlices.ThreadState, at time: Nanoseconds) {
    threads[thread].add(.change(state), at: time, &limits)
  }

  /// Records that events were lost, so that the ends of open slices may be missing.
  mutating func lose() {
    for thread in threads.indices { threads[thread].lose(&limits) }
  }

  /// Computes the self times of all slices; O(n log n).
  mutating func finish() -> SelfTimes {
    var times = SelfTimes(parts: names.parts)
    for thread in threads.indices {
      let (work, waits) = threads[thread].finish(&limits)
      times.add(work, of: processes[thread])
      times.add(waits, of: processes[thread])
    }
    if names.isFull { limits.noteLimit(of: "names of slices") }
    times.issues = limits.issues
    self = SliceLog()
    return times
  }
}
