internal import Decoding
internal import Recordings
internal import Units

/// Collects the slices and waits of one thread.
///
/// The events of a thread may arrive slightly out of order, because a kernel records events per processor and a thread
/// moves between processors. Events are therefore sorted in a buffer before the beginnings and ends of slices are
/// paired.
struct ThreadSlices {
  /// An interval of a thread with the part of the frame that it counts for: a whole slice, a self time, or a wait.
  struct Interval {
    var start: Nanoseconds
    var end: Nanoseconds
    let part: UInt16
    /// The position in the trace of the event that begins the slice; of two slices with equal times, the one that
    /// begins earlier in the trace contains the other.
    var order: UInt32 = 0
  }

  /// A slice that the caller marked with a tag, such as the work on a frame.
  struct Tagged {
    /// The tag that the caller gave when the slice began.
    let tag: Int32
    let start: Nanoseconds
    let end: Nanoseconds
  }

  /// An event of a thread: a slice begins or ends, the scheduler changes the state, or events were lost.
  enum Event {
    case begin(UInt16, tag: Int32?)
    case end
    case change(ThreadState)
    case loss
  }

  /// The state of a thread in the scheduler, such as running or ready.
  enum ThreadState {
    case running
    /// The thread could run, but another thread has the processor.
    case ready
    /// The thread was woken up: it is ready to run, unless it runs already.
    case woken
    /// The thread is in an uninterruptible sleep in the kernel.
    case blocked
    case asleep
    case unknown

    fileprivate var isReady: Bool { self == .ready || self == .woken }
  }

  private struct Mark {
    let time: Nanoseconds
    let event: Event
    let order: UInt32
  }

  private var marks: [Mark] = []
  private var areSorted = true
  /// The time of the last event that was paired.
  private var now = Nanoseconds.min

  private var open: [(part: UInt16, start: Nanoseconds, order: UInt32, tag: Int32?)] = []
  /// The number of events and slices added so far.
  private var order: UInt32 = 0
  /// The number of open slices that are ignored because they are nested too deeply.
  private var hiddenCount = 0
  private var state = ThreadState.unknown
  private var stateStart = Nanoseconds.min

  private var slices: [Interval] = []
  private var waits: [Interval] = []
  private var tagged: [Tagged] = []
  /// The functions of scripts that a profiler sampled on the thread.
  var functions = SampledFunctions()

  /// The time from which all events of the thread are known; earlier events are ignored.
  var start = Nanoseconds.min
  /// The number of losses of events in the trace when the thread's last event was added.
  var lossCount = 0

  /// The maximum number of events in the buffer; if the buffer is full, half of the events are paired.
  private static let mostMarks = 1 << 14
  /// The maximum number of slices of a thread that can be open when an ordinary recording ends.
  private static let mostOpenAtEnd = 32

  /// The number of stored slices, waits and sampled functions of the thread, all of which use up capacity.
  var count: Int { slices.count + waits.count + functions.count }

  /// Adds an event of the thread.
  ///
  /// - Parameter time: the time of the event, which must be plausible.
  mutating func add(_ event: Event, at time: Nanoseconds, _ limits: inout SliceLimits) {
    if let last = marks.last, time < last.time { areSorted = false }
    order &+= 1
    marks.append(Mark(time: time, event: event, order: order))
    if marks.count >= Self.mostMarks { pair(marks.count / 2, &limits) }
  }

  /// Adds a slice of the thread whose end is known.
  mutating func add(
    _ part: UInt16, from start: Nanoseconds, to end: Nanoseconds, _ limits: inout SliceLimits
  ) {
    order &+= 1
    keep(Interval(start: start, end: end, part: part, order: order), &limits)
  }

  private mutating func keep(_ slice: Interval, _ limits: inout SliceLimits) {
    guard slice.end - slice.start >= SliceLimits.shortest, limits.take() else { return }
    slices.append(slice)
  }

  /// Records that events were lost, so that the open slices and the state of the thread are unknown.
  mutating func lose(_ limits: inout SliceLimits) {
    add(.loss, at: marks.last?.time ?? now, &limits)
  }

  // MARK: - Pairs

  private mutating func pair(_ count: Int, _ limits: inout SliceLimits) {
    if !areSorted { marks = marks.inOrder { $0.time < $1.time } }
    areSorted = true
    for mark in marks.prefix(count) { take(mark, &limits) }
    marks.removeFirst(count)
  }

  private mutating func take(_ mark: Mark, _ limits: inout SliceLimits) {
    guard mark.time >= start else { return }
    guard mark.time >= now else {
      return limits.note(.timeWentBack, "an event earlier than the previous event of its thread")
    }
    now = mark.time
    switch mark.event {
    case .begin(let part, let tag): begin(part, tag, mark.order, &limits)
    case .end: end(&limits)
    case .change(let state): change(to: state, &limits)
    case .loss:
      open.removeAll(keepingCapacity: true)
      (hiddenCount, state) = (0, .unknown)
    }
  }

  private mutating func begin(
    _ part: UInt16, _ tag: Int32?, _ order: UInt32, _ limits: inout SliceLimits
  ) {
    let tag = tag.flatMap { isOutermost(part) ? $0 : nil }
    guard open.count < SliceLimits.deepest else {
      hiddenCount += 1
      return limits.noteLimit(
        of: "trace slices nested more than \(SliceLimits.deepest) levels deep")
    }
    open.append((part, now, order, tag))
  }

  /// Whether a tagged slice that begins now is not within another tagged slice.
  ///
  /// A thread does not begin to work on a frame within the same work on another frame. If a thread seems to do so, the
  /// end of the earlier slice is lost, and the earlier slice is removed with all slices in it.
  private mutating func isOutermost(_ part: UInt16) -> Bool {
    guard let outer = open.firstIndex(where: { $0.tag != nil }) else { return true }
    guard open[outer].part == part else { return false }
    open.removeSubrange(outer...)
    hiddenCount = 0
    return true
  }

  /// Ends the innermost open slice; if none is open, the slice began before the trace and is ignored.
  private mutating func end(_ limits: inout SliceLimits) {
    guard hiddenCount == 0 else {
      hiddenCount -= 1
      return
    }
    guard let slice = open.popLast() else { return }
    if let tag = slice.tag { tagged.append(Tagged(tag: tag, start: slice.start, end: now)) }
    keep(Interval(start: slice.start, end: now, part: slice.part, order: slice.order), &limits)
  }

  private mutating func change(to new: ThreadState, _ limits: inout SliceLimits) {
    // A thread can be woken up while it still runs, or twice.
    let changesNothing = (new == .woken && state == .running) || (new.isReady && state.isReady)
    guard !changesNothing else { return }
    let part: UInt16? =
      switch (state, new) {
      case (.ready, .running), (.woken, .running): SliceNames.waitForCPU
      case (.blocked, .woken), (.blocked, .running): SliceNames.waitInKernel
      default: nil
      }
    if let part, now - stateStart >= SliceLimits.shortest, limits.take() {
      waits.append(Interval(start: stateStart, end: now, part: part))
    }
    (state, stateStart) = (new, now)
  }

  mutating func add(_ stored: [Interval]) { slices += stored }

  /// Returns all slices of the list, and removes them.
  mutating func removeSlices(_ limits: inout SliceLimits) -> [Interval] {
    pair(marks.count, &limits)
    defer { slices = [] }
    return slices
  }

  // MARK: - Self time

  /// Computes the time of each slice without the slices and waits within it; O(n log n).
  ///
  /// A slice without an end is left out, so that its time counts for the slice around it.
  mutating func finish(
    _ limits: inout SliceLimits
  ) -> (work: [Interval], waits: [Interval], tagged: [Tagged], containers: SliceContainers) {
    pair(marks.count, &limits)
    if open.count + hiddenCount > Self.mostOpenAtEnd {
      for _ in 0..<(open.count + hiddenCount) {
        limits.note(.outOfRange, "a trace slice without an end")
      }
    }
    slices = slices.inOrder { ($0.start, $1.end, $0.order) < ($1.start, $0.end, $1.order) }
    var times = SelfTimeWriter(waits: waits)
    for slice in slices { times.add(slice, &limits) }
    slices = []
    return (times.finish(), waits, tagged, times.containers)
  }
}

/// Assigns each moment of a thread to the innermost slice at that moment, without waits.
private struct SelfTimeWriter {
  private let waits: [ThreadSlices.Interval]
  private var nextWait = 0
  private var open: [ThreadSlices.Interval] = []
  /// The time up to which the thread's time has been assigned to slices.
  private var now = Nanoseconds.min
  private var times: [ThreadSlices.Interval] = []
  private(set) var containers = SliceContainers()

  /// The maximum overlap of two slices that is no issue, because tracers round times to microseconds.
  private static let rounding: Nanoseconds = 2_000

  init(waits: [ThreadSlices.Interval]) { self.waits = waits }

  /// Adds the next slice in the order of starts.
  ///
  /// - Parameter slice: a slice that does not start before the last slice; of slices with the same start, the longest
  ///   comes first.
  mutating func add(_ slice: ThreadSlices.Interval, _ limits: inout SliceLimits) {
    close(until: slice.start)
    guard open.count < SliceLimits.deepest else {
      return limits.noteLimit(
        of: "trace slices nested more than \(SliceLimits.deepest) levels deep")
    }
    var slice = slice
    if let outer = open.last {
      if slice.end > outer.end + Self.rounding {
        limits.note(.outOfRange, "a trace slice that ends after the slice that contains it")
      }
      // The time of the inner slice after the end of the outer slice belongs to no slice.
      slice.end = min(slice.end, outer.end)
      write(to: slice.start, outer.part)
    }
    containers.note(slice.part, within: open.last?.part, for: slice.end - slice.start)
    now = max(now, slice.start)
    open.append(slice)
  }

  /// The self times of all slices, sorted and without overlaps.
  mutating func finish() -> [ThreadSlices.Interval] {
    close(until: .max)
    return times
  }

  private mutating func close(until time: Nanoseconds) {
    while let slice = open.last, slice.end <= time {
      write(to: slice.end, slice.part)
      open.removeLast()
    }
  }

  /// Assigns the time from `now` to `end` to a slice, except for the waits in between.
  private mutating func write(to end: Nanoseconds, _ part: UInt16) {
    while nextWait < waits.count, waits[nextWait].end <= now { nextWait += 1 }
    while nextWait < waits.count, waits[nextWait].start < end {
      append(to: waits[nextWait].start, part)
      now = max(now, waits[nextWait].end)
      guard waits[nextWait].end <= end else { return }
      nextWait += 1
    }
    append(to: end, part)
    now = max(now, end)
  }

  private mutating func append(to end: Nanoseconds, _ part: UInt16) {
    guard end > now else { return }
    times.append(ThreadSlices.Interval(start: now, end: end, part: part))
  }
}

/// Which function of a script ran on a thread at which time, from the samples of a profiler.
///
///     var functions = SampledFunctions()
///     functions.add(7, at: 1_000_000)
///     functions.add(nil, at: 1_400_000)
///     functions.refine(work) { $0 == 3 }  // part 3 becomes part 7 from 1.0 to 1.4 ms
///
/// A function counts as running from its sample to the next sample of the thread.
struct SampledFunctions {
  /// The intervals in which functions ran, sorted and without overlaps.
  private var intervals: [ThreadSlices.Interval] = []
  /// The time of the thread's last sample.
  private var last = Nanoseconds.min
  /// Whether a function was running at the last sample.
  private var isRunning = false

  /// The longest time for which a sample counts if the next sample is late or missing.
  private static let longest: Nanoseconds = 10_000_000

  var count: Int { intervals.count }

  /// Adds a sample of the profiler; samples that are earlier than the last sample are ignored.
  ///
  /// - Parameter function: the number of the function's name; `nil` if no function was running.
  mutating func add(_ function: UInt16?, at time: Nanoseconds, _ limits: inout SliceLimits) {
    guard time > last else { return }
    if isRunning {
      intervals[intervals.count - 1].end = min(time, last + Self.longest)
    }
    let goesOn = isRunning && intervals.last?.part == function && intervals.last?.end == time
    last = time
    guard let function, goesOn || limits.take() else {
      isRunning = false
      return
    }
    isRunning = true
    if !goesOn {
      intervals.append(ThreadSlices.Interval(start: time, end: time, part: function))
    }
  }

  /// Replaces the self time of slices that run scripts by the functions that ran at that time; O(n).
  ///
  /// - Parameters:
  ///   - work: the self times of the thread's slices, sorted and without overlaps.
  ///   - runsScripts: whether a slice with this name runs scripts.
  func refine(
    _ work: [ThreadSlices.Interval], where runsScripts: (UInt16) -> Bool
  ) -> [ThreadSlices.Interval] {
    guard !intervals.isEmpty else { return work }
    var refined: [ThreadSlices.Interval] = []
    var next = 0
    for slice in work {
      guard runsScripts(slice.part) else {
        refined.append(slice)
        continue
      }
      while next < intervals.count, intervals[next].end <= slice.start { next += 1 }
      var now = slice.start
      while next < intervals.count, intervals[next].start < slice.end {
        let sampled = intervals[next]
        let start = max(sampled.start, now)
        append(slice.part, now, start, to: &refined)
        now = min(sampled.end, slice.end)
        append(sampled.part, start, now, to: &refined)
        guard sampled.end <= slice.end else { break }
        next += 1
      }
      append(slice.part, now, slice.end, to: &refined)
    }
    return refined
  }

  private func append(
    _ part: UInt16, _ start: Nanoseconds, _ end: Nanoseconds,
    to list: inout [ThreadSlices.Interval]
  ) {
    if end > start { list.append(ThreadSlices.Interval(start: start, end: end, part: part)) }
  }
}
