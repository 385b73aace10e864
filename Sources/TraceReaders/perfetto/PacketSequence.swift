internal import Decoding
internal import Units

/// The state of one writer of packets in a Perfetto trace (a sequence): its names, defaults and clocks, to which
/// packets refer.
struct PacketSequence {
  /// The name of an event: its text, or the number of the name once an event has used it.
  enum Name {
    case text([UInt8])
    case number(UInt16)
  }

  /// A clock of the sequence, whose ids are from 64 to 127.
  private struct Clock {
    /// The length of the clock's unit, in nanoseconds.
    var unit: Nanoseconds = 1
    /// Whether the time of a packet counts from the packet before it.
    var isIncremental = false
    /// On the common clock, the time of the last packet for an incremental clock, and the time at which any other clock
    /// is 0.
    var base: Nanoseconds = 0
  }

  /// What a number in an event stands for.
  enum TextKind { case event, category, annotation, value }

  private var texts: [TextKind: [UInt64: [UInt8]]] = [:]
  /// The numbers of names that events have used, by the numbers in the trace.
  private var numbers: [UInt64: UInt16] = [:]
  /// The memory that the texts take, in bytes.
  private(set) var nameSize = 0
  /// The track of events that state no track; `nil` if it is unknown.
  private(set) var track: UInt64?
  /// Whether packets are lost, so that names and defaults may be missing.
  private(set) var isIncomplete = false
  private var clock: UInt64 = 0
  private var clocks: [UInt64: Clock] = [:]

  private static let ownClocks: ClosedRange<UInt64> = 64...127

  // MARK: - State

  /// Applies the changes that a packet makes to the sequence before the packet's message is read.
  mutating func begin(_ packet: PerfettoPacket) {
    if packet.isAfterLoss { isIncomplete = true }
    if packet.clearsState {
      (texts, numbers, nameSize, track, clock, isIncomplete) = ([:], [:], 0, nil, 0, false)
    }
    if let defaults = packet.defaults { takeDefaults(defaults) }
  }

  /// Stores a text that later events refer to by number, and returns the memory in bytes that the text takes.
  mutating func add(_ text: [UInt8], _ kind: TextKind, as id: UInt64) -> Int {
    texts[kind, default: [:]][id] = text
    if kind == .event { numbers[id] = nil }
    let size = text.count + Self.sizePerName
    nameSize += size
    return size
  }

  /// The text for which a number stands; `nil` if it is unknown.
  func text(_ kind: TextKind, _ id: UInt64) -> [UInt8]? { texts[kind]?[id] }

  /// The name of an event; `nil` if it is unknown.
  func name(_ id: UInt64) -> Name? {
    numbers[id].map(Name.number) ?? text(.event, id).map(Name.text)
  }

  /// Stores the number of a name that an event has used.
  mutating func setNumber(_ number: UInt16, ofName id: UInt64) { numbers[id] = number }

  /// The memory in bytes that the array and the dictionary entry of a name take, in addition to the bytes of the name.
  private static let sizePerName = 64

  /// Reads a `TracePacketDefaults` message.
  private mutating func takeDefaults(_ message: WireBytes) {
    var defaults = WireCursor(message)
    while case let tag = defaults.tag(), tag != 0 {
      switch tag {
      case 464: clock = defaults.varint()
      case 90:
        var events = WireCursor(defaults.bytes())
        while case let tag = events.tag(), tag != 0 {
          if tag == 88 { track = events.varint() } else { events.skip(tag) }
        }
      default: defaults.skip(tag)
      }
    }
  }

  // MARK: - Clocks

  /// Reads the clocks of the sequence in a `ClockSnapshot` message.
  ///
  /// - Parameter clocks: the clocks of the whole trace, which must have read the same message already.
  mutating func takeClocks(_ message: WireBytes, _ clocks: ClockOffsets) {
    var snapshot = WireCursor(message)
    var own: [UInt64: (clock: Clock, time: Nanoseconds)] = [:]
    var common: Nanoseconds?
    while case let tag = snapshot.tag(), tag != 0 {
      guard tag == 10 else {
        snapshot.skip(tag)
        continue
      }
      let (id, time, clock) = Self.clock(snapshot.bytes())
      if Self.ownClocks.contains(id) {
        own[id] = (clock, time)
      } else if common == nil, clocks.knows(id) {
        common = clocks.common(time, on: id)
      }
    }
    guard let common else { return }
    for (id, (clock, time)) in own {
      var clock = clock
      clock.base = clock.isIncremental ? common : common &- time &* clock.unit
      self.clocks[id] = clock
    }
  }

  private static func clock(_ message: WireBytes) -> (id: UInt64, time: Nanoseconds, Clock) {
    var cursor = WireCursor(message)
    var (id, time, clock): (UInt64, Nanoseconds, Clock) = (0, 0, Clock())
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: id = cursor.varint()
      case 16: time = cursor.signed()
      case 24: clock.isIncremental = cursor.varint() != 0
      case 32: clock.unit = max(1, cursor.signed())
      default: cursor.skip(tag)
      }
    }
    return (id, time, clock)
  }

  /// The time of a packet on the common clock.
  ///
  /// Call this function once for each packet of the sequence, because the times of an incremental clock add up.
  @inline(__always)
  mutating func time(of packet: PerfettoPacket, _ clocks: ClockOffsets) -> Nanoseconds {
    let id = packet.clock != 0 ? packet.clock : clock
    guard Self.ownClocks.contains(id) else { return clocks.common(packet.time, on: id) }
    guard let position = self.clocks.index(forKey: id) else { return .min }
    let own = self.clocks.values[position]
    let time = own.base &+ packet.time &* own.unit
    if own.isIncremental { self.clocks.values[position].base = time }
    return time
  }
}
