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

/// Splits chunks of a Perfetto trace into the packets of the trace.
///
/// A packet within one chunk is returned without a copy; a packet in several chunks is assembled in a buffer. Packets
/// that are larger than the buffer are skipped, so memory use does not depend on the trace.
struct PacketSplitter: ~Copyable {
  /// The largest packet that is assembled from several chunks, in bytes; larger packets are skipped.
  ///
  /// Perfetto's tracing service writes packets of half a megabyte; only heap dumps have larger packets.
  static let largestPacket = 4 << 20

  /// The maximum length of a packet's head: a tag and a length, of at most ten bytes each.
  private static let longestHead = 20

  private static let packetTag: UInt64 = 10

  private let held = ByteBuffer(capacity: largestPacket + longestHead)
  private var heldCount = 0
  private var next: UnsafePointer<UInt8>
  private var end: UnsafePointer<UInt8>
  private var skipping = 0
  private var chunkStart: UnsafePointer<UInt8>
  private var bytesBefore = 0

  /// The number of packets that were skipped because of their size.
  private(set) var oversizedCount = 0

  /// The byte offset of the first damage in the trace, from 0; `nil` if there is no damage so far.
  private(set) var damage: Int?

  init() {
    next = UnsafePointer(held.start)
    end = next
    chunkStart = next
  }

  /// Whether the bytes of the trace so far end within a packet.
  var isWithinPacket: Bool { heldCount > 0 || skipping > 0 }

  /// Whether the bytes so far end within a packet that is too large or has a wrong length.
  var isWithinOversized: Bool { skipping > 0 }

  /// The byte offset in the trace of the next byte to read, from 0.
  var offset: Int { bytesBefore + (next - chunkStart) }

  /// Discards an incomplete packet, so that another sequence of packets can begin.
  mutating func reset() {
    (heldCount, skipping, damage) = (0, 0, nil)
    next = end
  }

  /// Continues with the next chunk of the trace; the previous chunk must be used up.
  mutating func begin(_ chunk: UnsafeBufferPointer<UInt8>) {
    guard let start = chunk.baseAddress else { return }
    bytesBefore += end - chunkStart
    next = start
    chunkStart = start
    end = start + chunk.count
  }

  /// The next packet of the trace, valid until the next call; `nil` if the chunk is used up or the trace is damaged.
  mutating func nextPacket() -> WireBytes? {
    while damage == nil, next < end {
      if skipping > 0 {
        skip()
        continue
      }
      if heldCount > 0 {
        if let packet = completeHeld() { return packet }
        continue
      }
      switch Self.head(WireBytes(start: next, count: end - next)) {
      case .field(let length, let isPacket) where length.total <= end - next:
        defer { next += length.total }
        if isPacket { return WireBytes(start: next + length.head, count: length.body) }
      case .field(let length, let isPacket): hold(length, isPacket: isPacket)
      case .cut: holdRest()
      case .damaged: damage = offset
      }
    }
    return nil
  }

  // MARK: - Heads

  private struct Length {
    let head: Int
    let body: Int
    var total: Int { head + body }
  }

  private enum Head {
    case field(Length, isPacket: Bool)
    /// The chunk ends within the head of a packet, so that more bytes are needed.
    case cut
    case damaged
  }

  /// Reads the head of a field: its tag and its length.
  ///
  /// Today, traces have no top-level fields except packets.
  @inline(__always)
  private static func head(_ bytes: WireBytes) -> Head {
    var cursor = WireCursor(bytes)
    let tag = cursor.varint()
    guard !cursor.isBroken else { return bytes.count < longestHead / 2 ? .cut : .damaged }
    guard tag >> 3 > 0, tag & 7 == 2 else { return .damaged }
    let length = cursor.varint()
    guard !cursor.isBroken else { return bytes.count < longestHead ? .cut : .damaged }
    guard length < 1 << 48 else { return .damaged }
    return .field(
      Length(head: bytes.count - cursor.remaining, body: Int(length)), isPacket: tag == packetTag)
  }

  // MARK: - Packets across chunks

  private mutating func skip() {
    let count = min(skipping, end - next)
    next += count
    skipping -= count
  }

  /// Begins a packet that ends after the current chunk; packets that are too large are skipped.
  private mutating func hold(_ length: Length, isPacket: Bool) {
    guard isPacket, length.body <= Self.largestPacket else {
      if isPacket { oversizedCount += 1 }
      skipping = length.total
      return
    }
    holdRest()
  }

  private mutating func holdRest() {
    let count = end - next
    (held.start + heldCount).update(from: next, count: count)
    heldCount += count
    next = end
  }

  /// Continues a packet that began in an earlier chunk.
  ///
  /// - Returns: the packet; `nil` if it is not complete yet.
  private mutating func completeHeld() -> WireBytes? {
    switch Self.head(WireBytes(start: UnsafePointer(held.start), count: heldCount)) {
    case .cut: take(1)
    case .damaged: damage = offset - heldCount
    case .field(let length, let isPacket):
      guard isPacket, length.body <= Self.largestPacket else {
        if isPacket { oversizedCount += 1 }
        skipping = length.total - heldCount
        heldCount = 0
        return nil
      }
      take(min(length.total - heldCount, end - next))
      guard heldCount == length.total else { return nil }
      heldCount = 0
      return WireBytes(start: UnsafePointer(held.start) + length.head, count: length.body)
    }
    return nil
  }

  private mutating func take(_ count: Int) {
    (held.start + heldCount).update(from: next, count: count)
    heldCount += count
    next += count
  }
}
