internal import Decoding
internal import Units

/// Collects the slices and waits of the threads that work on the frames of applications.
///
/// The threads that work on frames are the main threads, whose ids equal those of their processes, and threads with a
/// slice such as `DrawFrame`.
struct AppSlices {
  private var log = SliceLog()
  private var numbers: [Int64: Int] = [:]
  /// The numbers of the lists in which the track events of each thread are collected, by thread.
  private var lists: [Int64: Int] = [:]
  private var last: (thread: Int64, number: Int)?
  /// The latest time so far at which a slice of any thread began or ended.
  private var latest = Nanoseconds.min
  /// A bit set that shows by the low 16 bits of a thread id whether such a thread may be in `numbers`.
  ///
  /// Most context switches are of threads that do not work on frames, and then cost only the test of a bit.
  private var filter = [UInt64](repeating: 0, count: 1 << 10)

  /// Begins a slice of a thread; slices of threads that do not work on frames are ignored.
  ///
  /// - Parameter frame: a number for the work on a frame; the thread then counts as one that works on frames. `nil` for
  ///   a slice that is not work on a frame.
  mutating func begin(
    _ name: Field, of thread: Int64, in process: Int64, frame: Int32?, at time: Nanoseconds
  ) {
    guard time.isPlausible else { return }
    defer { latest = max(latest, time) }
    let isNew = frame != nil || thread == process
    guard let number = number(of: thread) ?? (isNew ? add(thread, of: process) : nil) else {
      return
    }
    log.begin(name, tag: frame, on: number, at: time)
  }

  /// Ends the innermost slice of a thread.
  ///
  /// - Parameter process: the process of the thread; `nil` if the trace does not contain it.
  mutating func end(
    of thread: Int64, in process: @autoclosure () -> Int64?, at time: Nanoseconds
  ) {
    guard time.isPlausible else { return }
    defer { latest = max(latest, time) }
    guard let number = number(of: thread) ?? (thread == process() ? add(thread, of: thread) : nil)
    else { return }
    log.end(on: number, at: time)
  }

  /// Records that the scheduler changed the state of a thread; threads that do not work on frames are ignored.
  @inline(__always)
  mutating func change(
    _ thread: Int64, to state: @autoclosure () -> ThreadSlices.ThreadState, at time: Nanoseconds
  ) {
    guard let number = number(of: thread), time.isPlausible else { return }
    log.change(number, to: state(), at: time)
  }

  /// Records that the tracer lost events.
  mutating func lose() { log.lose() }

  /// Computes the self times of all slices and the waits of their threads; O(n log n).
  ///
  /// - Parameter take: receives each slice that is work on a frame.
  mutating func finish(_ take: (ThreadSlices.Tagged) -> Void) -> SelfTimes { log.finish(take) }

  // MARK: - Track events

  mutating func number(ofName name: [UInt8]) -> UInt16 { log.number(ofName: name) }

  /// Begins a slice that a program wrote as a track event; its thread then counts as one that works on frames.
  ///
  /// Track events and trace marks are in different parts of a trace, so they are collected separately.
  ///
  /// - Parameter part: the number of the slice's name.
  mutating func beginTrackEvent(
    _ part: UInt16, of thread: Int64, in process: Int64, at time: Nanoseconds
  ) {
    if let list = list(of: thread, in: process) { log.begin(part, on: list, at: time) }
  }

  /// Ends the innermost slice that a program wrote as a track event.
  mutating func endTrackEvent(of thread: Int64, in process: Int64, at time: Nanoseconds) {
    if let list = list(of: thread, in: process) { log.end(on: list, at: time) }
  }

  /// Records that track events of a thread were lost.
  mutating func loseTrackEvents(of thread: Int64) {
    if let list = lists[thread] { log.lose(on: list) }
  }

  private mutating func list(of thread: Int64, in process: Int64) -> Int? {
    if let list = lists[thread] { return list }
    guard let number = number(of: thread) ?? add(thread, of: process),
      let list = log.addList(of: number)
    else { return nil }
    lists[thread] = list
    return list
  }

  // MARK: - Threads

  @inline(__always)
  private mutating func number(of thread: Int64) -> Int? {
    if let last, last.thread == thread { return last.number }
    let (index, bit) = Self.place(of: thread)
    guard filter[index] & bit != 0, let number = numbers[thread] else { return nil }
    last = (thread, number)
    return number
  }

  /// Adds a thread whose slices are collected from now on; `nil` if there are too many threads.
  ///
  /// A trace contains the events of one processor after those of another processor, so earlier events of the thread, up
  /// to `latest`, may already have been skipped. A main thread is known from its first event on.
  private mutating func add(_ thread: Int64, of process: Int64) -> Int? {
    let start = thread == process ? .min : latest
    guard let number = log.addThread(of: process, from: start) else { return nil }
    let (index, bit) = Self.place(of: thread)
    filter[index] |= bit
    numbers[thread] = number
    return number
  }

  @inline(__always)
  private static func place(of thread: Int64) -> (index: Int, bit: UInt64) {
    (Int(truncatingIfNeeded: thread >> 6) & 0x3FF, 1 << UInt64(thread & 63))
  }
}

extension ThreadSlices.ThreadState {
  /// The state of a thread that stops running, from the bits that Linux writes in `prev_state`.
  ///
  /// If the thread could continue to run, the low eight bits are 0; `TASK_UNINTERRUPTIBLE` is 2.
  init(kernelBits: Int64) {
    self = kernelBits & 0xFF == 0 ? .ready : kernelBits & 2 != 0 ? .blocked : .asleep
  }

  /// The state of a thread that stops running, from its letters in a text trace, such as `R+`, `D|K` and `S`.
  init(letters: Field) {
    switch letters.count > 0 ? letters.start[0] : 0 {
    case UInt8(ascii: "R"): self = .ready
    case UInt8(ascii: "D"): self = .blocked
    default: self = .asleep
    }
  }
}
