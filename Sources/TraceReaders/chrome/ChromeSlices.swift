internal import Decoding
internal import Recordings
internal import Units

/// Collects the slices of the threads that draw pages in Chrome.
///
/// The threads that draw pages are the main threads and the compositor threads of processes. A trace may contain the
/// name of a thread after the thread's slices, so the slices of every thread are collected until its name is known.
struct ChromeSlices {
  private struct Thread: Hashable {
    let process: Int64
    let id: Int64
  }

  private enum Collection {
    /// The slices of the thread are collected under this number; the thread's name may be unknown so far.
    case collected(number: Int, isNamed: Bool)
    case ignored
  }

  private var log = SliceLog()
  private var threads: [Thread: Collection] = [:]
  private var last: (thread: Thread, number: Int?)?

  /// The maximum number of threads, including those whose slices are ignored.
  private static let limit = 1 << 14

  private static let mainThreads: Set<String> = ["CrRendererMain", "CrBrowserMain"]

  /// The beginnings of the names of slices that run scripts.
  private static let scripts = [
    "FunctionCall", "EvaluateScript", "v8.run", "v8.callFunction", "v8.evaluateModule",
    "RunMicrotasks",
    "EventDispatch", "FireAnimationFrame", "FireIdleCallback", "TimerFire",
  ]

  /// The slices within a call of a script that only say how V8 entered it; their time counts for the call.
  private static let wrappers: [StaticString] = ["V8.Execute", "v8.callFunction", "v8.run"]

  /// Reads an event that begins or ends a slice; other events are ignored.
  ///
  /// - Parameter detail: what the slice runs, such as a function and its script; `nil` if the event does not say.
  mutating func take(_ event: TraceEvent, name: Field, detail: @autoclosure () -> [UInt8]?) {
    switch event.phase {
    case .begin:
      guard let (number, time) = place(of: event) else { return }
      log.begin(name, detail: detail(), on: number, at: time)
    case .end:
      if let (number, time) = place(of: event) { log.end(on: number, at: time) }
    case .complete:
      // Most complete events are too short to be stored as slices.
      guard let duration = event.duration, duration >= SliceLimits.shortest || duration < 0,
        !Self.wrappers.contains(where: { name.isExactly($0) }),
        let (number, time) = place(of: event)
      else { return }
      log.add(name, detail: detail(), on: number, at: time, lasting: duration)
    default: break
    }
  }

  /// Reads a `thread_name` event; the slices of threads that draw no pages are removed.
  mutating func noteThread(_ id: Int64, of process: Int64, name: String) {
    let thread = Thread(process: process, id: id)
    let isWanted =
      Self.mainThreads.contains(name) || name == "Compositor" || name.hasPrefix("Compositor/")
    last = nil
    switch (threads[thread], isWanted) {
    case (nil, true):
      if let number = add(thread) { threads[thread] = .collected(number: number, isNamed: true) }
    case (nil, false): if threads.count < Self.limit { threads[thread] = .ignored }
    case (.collected(let number, _)?, true):
      threads[thread] = .collected(number: number, isNamed: true)
    case (.collected(let number, _)?, false):
      log.removeThread(number)
      threads[thread] = .ignored
    case (.ignored?, _): break
    }
  }

  /// Computes the self times of all slices, without threads whose name is unknown; O(n log n).
  mutating func finish() -> SelfTimes {
    for case .collected(let number, isNamed: false) in threads.values { log.removeThread(number) }
    threads = [:]
    return log.finish(refining: { name in Self.scripts.contains { name.hasPrefix($0) } })
  }

  // MARK: - Samples of a profiler

  /// The number of a function's name, by which samples refer to the function.
  mutating func number(ofFunction name: [UInt8]) -> UInt16 { log.number(ofName: name) }

  /// Records that one function was called by another function, and for how long.
  mutating func note(_ function: UInt16, calledBy caller: UInt16?, for time: Nanoseconds) {
    log.note(function, calledBy: caller, for: time)
  }

  /// Adds a sample of the function that runs on a thread.
  ///
  /// - Parameter function: the number of its name; `nil` if no function was running.
  mutating func addSample(
    of function: UInt16?, process: Int64, thread: Int64, at time: Nanoseconds
  ) {
    guard let number = number(of: Thread(process: process, id: thread)) else { return }
    log.addSample(of: function, on: number, at: time)
  }

  // MARK: - Threads

  private mutating func place(of event: TraceEvent) -> (number: Int, time: Nanoseconds)? {
    guard let time = event.time, time.isPlausible else { return nil }
    return number(of: Thread(process: event.process, id: event.thread)).map { ($0, time) }
  }

  /// The number of a thread in the log; `nil` if its slices are ignored.
  private mutating func number(of thread: Thread) -> Int? {
    if let last, last.thread == thread { return last.number }
    let number: Int? =
      switch threads[thread] {
      case .collected(let number, _)?: number
      case .ignored?: nil
      case nil: add(thread)
      }
    last = (thread, number)
    return number
  }

  private mutating func add(_ thread: Thread) -> Int? {
    guard threads.count < Self.limit, let number = log.addThread(of: thread.process) else {
      return nil
    }
    threads[thread] = .collected(number: number, isNamed: false)
    return number
  }
}
