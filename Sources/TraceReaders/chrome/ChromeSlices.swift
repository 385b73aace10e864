internal import Decoding
internal import Recordings
internal import Units

/// Collects the slices of the threads that draw pages in Chrome.
///
/// These are the main threads and compositor threads of processes. A trace may name its threads after their slices, so
/// the slices of a thread are collected until its name is known.
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

  /// Reads an event that begins or ends a slice; other events are ignored.
  ///
  /// - Parameter function: the function that the slice calls; `nil` if the event does not contain it.
  mutating func take(_ event: TraceEvent, name: Field, function: @autoclosure () -> [UInt8]?) {
    switch event.phase {
    case .begin:
      guard let (number, time) = place(of: event) else { return }
      log.begin(name, detail: function(), on: number, at: time)
    case .end:
      if let (number, time) = place(of: event) { log.end(on: number, at: time) }
    case .complete:
      // Most events are short, and are not slices of their own.
      guard let duration = event.duration, duration >= SliceLimits.shortest || duration < 0,
        let (number, time) = place(of: event)
      else { return }
      log.add(name, detail: function(), on: number, at: time, lasting: duration)
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
    return log.finish()
  }

  // MARK: - Threads

  private mutating func place(of event: TraceEvent) -> (number: Int, time: Nanoseconds)? {
    guard let time = event.time, time.isPlausible else { return nil }
    let thread = Thread(process: event.process, id: event.thread)
    if let last, last.thread == thread { return last.number.map { ($0, time) } }
    let number: Int? =
      switch threads[thread] {
      case .collected(let number, _)?: number
      case .ignored?: nil
      case nil: add(thread)
      }
    last = (thread, number)
    return number.map { ($0, time) }
  }

  private mutating func add(_ thread: Thread) -> Int? {
    guard threads.count < Self.limit, let number = log.addThread(of: thread.process) else {
      return nil
    }
    threads[thread] = .collected(number: number, isNamed: false)
    return number
  }
}
