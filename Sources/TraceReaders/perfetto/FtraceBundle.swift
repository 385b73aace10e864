internal import Decoding
internal import Recordings
internal import Units

/// Reads the kernel events of a Perfetto trace, which are bundled per processor.
struct FtraceBundle {
  /// The CPU time of threads, from the context switches so far.
  private(set) var usage = SchedUsage()
  /// The work of applications on frames, from the trace marks so far.
  var slices = FrameSlices()
  /// The thread that each processor runs, by the number of the processor; -1 if it is unknown.
  private var running: [Int64] = []
  /// The number of bundles before which the kernel lost events.
  private(set) var lossCount = 0

  /// Reads an `FtraceEventBundle`; `false` if the message is damaged.
  ///
  /// The events before the damaged part are used.
  mutating func take(_ message: WireBytes) -> Bool {
    guard let processor = Self.processor(of: message) else { return false }
    var bundle = WireCursor(message)
    var isSound = true
    while case let tag = bundle.tag(), tag != 0 {
      switch tag {
      case 18: isSound = takeEvent(bundle.bytes(), processor) && isSound
      case 34: isSound = takeSwitches(bundle.bytes(), processor) && isSound
      case 24 where bundle.varint() != 0:
        lossCount += 1
        usage.forget(processor: processor)
        setThread(-1, runningOn: processor)
        slices.apps.lose()
      case 24: break
      default: bundle.skip(tag)
      }
    }
    return isSound && !bundle.isBroken
  }

  /// The processor number in a bundle, which is usually the first field of the bundle; 0 if the bundle does not contain
  /// it.
  private static func processor(of message: WireBytes) -> Int? {
    var bundle = WireCursor(message)
    while case let tag = bundle.tag(), tag != 0 {
      if tag == 8 { return Int(truncatingIfNeeded: bundle.varint()) }
      bundle.skip(tag)
    }
    return bundle.isBroken ? nil : 0
  }

  // MARK: - Single events

  private mutating func takeEvent(_ message: WireBytes, _ processor: Int) -> Bool {
    var event = WireCursor(message)
    var (time, thread): (Nanoseconds, Int64) = (0, 0)
    while case let tag = event.tag(), tag != 0 {
      switch tag {
      case 8: time = event.signed()
      case 16: thread = event.signed()
      case 26:
        let mark = Self.text(of: event.bytes())
        if time.isPlausible { slices.take(mark, of: thread, at: time) }
      case 34: takeSwitch(event.bytes(), processor, at: time)
      case 138, 162: takeWakeUp(event.bytes(), at: time)
      default: event.skip(tag)
      }
    }
    return !event.isBroken
  }

  /// The text that a program printed into the trace, without the newline at its end.
  private static func text(of message: WireBytes) -> Field {
    var print = WireCursor(message)
    while case let tag = print.tag(), tag != 0 {
      guard tag == 18 else {
        print.skip(tag)
        continue
      }
      let text = print.bytes()
      let hasNewline = text.count > 0 && text.start[text.count - 1] == Byte.newline
      return Field(start: text.start, count: hasNewline ? text.count - 1 : text.count)
    }
    return Field(start: message.start, count: 0)
  }

  private mutating func takeSwitch(_ message: WireBytes, _ processor: Int, at time: Nanoseconds) {
    var change = WireCursor(message)
    var (previous, state, next): (Int64, Int64, Int64?) = (0, 0, nil)
    while case let tag = change.tag(), tag != 0 {
      switch tag {
      case 16: previous = change.signed()
      case 32: state = change.signed()
      case 48: next = change.signed()
      default: change.skip(tag)
      }
    }
    guard let next else { return }
    usage.take(processor: processor, at: time, next: next)
    slices.apps.change(next, to: .running, at: time)
    slices.apps.change(previous, to: .init(kernelBits: state), at: time)
  }

  /// Reads a `sched_wakeup` or `sched_waking` event: from now on, a thread can run.
  private mutating func takeWakeUp(_ message: WireBytes, at time: Nanoseconds) {
    var event = WireCursor(message)
    while case let tag = event.tag(), tag != 0 {
      guard tag == 16 else {
        event.skip(tag)
        continue
      }
      slices.apps.change(event.signed(), to: .woken, at: time)
    }
  }

  /// Computes the self times of all slices and the waits of their threads; call this function once, at the end.
  mutating func finishSlices() -> SelfTimes { slices.finish() }

  // MARK: - Switches in columns

  /// Reads context switches and wake-ups from a `CompactSched` message, which has a list for each property.
  ///
  /// Each time in these lists is the difference from the previous time.
  private mutating func takeSwitches(_ message: WireBytes, _ processor: Int) -> Bool {
    var lists = WireCursor(message)
    var switches = CompactSwitches(WireCursor(WireBytes(start: message.start, count: 0)))
    while case let tag = lists.tag(), tag != 0 {
      switch tag {
      case 10: switches.times = WireCursor(lists.bytes())
      case 18: switches.states = WireCursor(lists.bytes())
      case 26: switches.threads = WireCursor(lists.bytes())
      case 58: switches.wakeUpTimes = WireCursor(lists.bytes())
      case 66: switches.wokenThreads = WireCursor(lists.bytes())
      default: lists.skip(tag)
      }
    }
    let isSound = takeSwitches(switches, processor) && takeWakeUps(switches)
    return isSound && !lists.isBroken
  }

  private mutating func takeSwitches(_ lists: CompactSwitches, _ processor: Int) -> Bool {
    var lists = lists
    var time: Nanoseconds = 0
    var previous = threadRunning(on: processor)
    defer { setThread(previous, runningOn: processor) }
    while !lists.times.isAtEnd, !lists.threads.isAtEnd {
      time &+= lists.times.signed()
      let (thread, hasState) = (lists.threads.signed(), !lists.states.isAtEnd)
      let state = lists.states.isAtEnd ? 0 : lists.states.signed()
      if lists.times.isBroken || lists.threads.isBroken { return false }
      usage.take(processor: processor, at: time, next: thread)
      slices.apps.change(thread, to: .running, at: time)
      slices.apps.change(
        previous, to: hasState ? .init(kernelBits: state) : .unknown, at: time)
      previous = thread
    }
    return true
  }

  private mutating func takeWakeUps(_ lists: CompactSwitches) -> Bool {
    var (times, threads) = (lists.wakeUpTimes, lists.wokenThreads)
    var time: Nanoseconds = 0
    while !times.isAtEnd, !threads.isAtEnd {
      time &+= times.signed()
      let thread = threads.signed()
      if times.isBroken || threads.isBroken { return false }
      slices.apps.change(thread, to: .woken, at: time)
    }
    return true
  }

  /// The id of the thread that a processor runs; -1 if it is unknown.
  private func threadRunning(on processor: Int) -> Int64 {
    running.indices.contains(processor) ? running[processor] : -1
  }

  private mutating func setThread(_ thread: Int64, runningOn processor: Int) {
    guard (0..<SchedUsage.processorLimit).contains(processor) else { return }
    while running.count <= processor { running.append(-1) }
    running[processor] = thread
  }
}

/// The lists of times, threads and states in a `CompactSched` message.
private struct CompactSwitches {
  var times, threads, states: WireCursor
  var wakeUpTimes, wokenThreads: WireCursor

  /// Creates lists that are all copies of the given empty list.
  init(_ empty: WireCursor) {
    (times, threads, states, wakeUpTimes, wokenThreads) = (empty, empty, empty, empty, empty)
  }
}
