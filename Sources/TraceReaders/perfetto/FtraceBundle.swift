internal import Decoding
internal import Recordings
internal import Units

/// Reads kernel events, which are bundled per processor.
struct FtraceBundle {
  /// The CPU time of threads.
  private(set) var usage = SchedUsage()
  /// The work of applications on frames.
  private(set) var slices = FrameSlices()
  /// The number of bundles before which events were lost.
  private(set) var lossCount = 0

  /// Reads an `FtraceEventBundle`; `false` if the message is damaged.
  ///
  /// Events before the damage count.
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
      case 24: break
      default: bundle.skip(tag)
      }
    }
    return isSound && !bundle.isBroken
  }

  /// The processor of a bundle, which is usually its first field; 0 if it is left out.
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
      default: event.skip(tag)
      }
    }
    return !event.isBroken
  }

  /// The text that a program printed, without the newline at its end.
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
    while case let tag = change.tag(), tag != 0 {
      guard tag == 48 else {
        change.skip(tag)
        continue
      }
      usage.take(processor: processor, at: time, next: change.signed())
    }
  }

  // MARK: - Switches in columns

  /// Reads switches whose times and threads are in two lists.
  ///
  /// Times are differences to the previous time.
  private mutating func takeSwitches(_ message: WireBytes, _ processor: Int) -> Bool {
    var lists = WireCursor(message)
    var times = WireCursor(WireBytes(start: message.start, count: 0))
    var threads = times
    while case let tag = lists.tag(), tag != 0 {
      switch tag {
      case 10: times = WireCursor(lists.bytes())
      case 26: threads = WireCursor(lists.bytes())
      default: lists.skip(tag)
      }
    }
    var time: Nanoseconds = 0
    while !times.isAtEnd, !threads.isAtEnd {
      time &+= times.signed()
      let thread = threads.signed()
      if times.isBroken || threads.isBroken { return false }
      usage.take(processor: processor, at: time, next: thread)
    }
    return !lists.isBroken
  }
}
