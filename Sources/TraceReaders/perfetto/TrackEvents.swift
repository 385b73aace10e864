internal import Decoding
internal import Recordings
internal import Units

/// Reads the track events of a Perfetto trace: the slices that programs write with Perfetto's own library.
///
/// Only the slices of main threads and of threads named `RenderThread` are read. Events of other tracks, such as tracks
/// of asynchronous work, are ignored.
struct TrackEvents {
  /// A thread to which a track belongs.
  private struct Thread {
    let process: Int64
    let id: Int64
  }

  private var sequences: [PacketSequence] = []
  private var positions: [UInt64: Int] = [:]
  private var current: (id: UInt64, position: Int)?
  private var threads: [UInt64: Thread] = [:]
  /// The remaining capacity for names of events, in bytes.
  private var nameCapacity = 1 << 24
  /// The problems found in the track events.
  private(set) var issues = IssueLog()

  /// The maximum number of sequences, and of tracks of threads; a trace has some hundreds.
  private static let limit = 1 << 12
  /// The number of bytes of a name that are stored; further bytes are ignored.
  private static let longestName = 256

  // MARK: - Sequences

  /// Applies the changes that a packet makes to its sequence.
  ///
  /// - Returns: the time of the packet on the common clock.
  mutating func begin(
    _ packet: PerfettoPacket, _ clocks: ClockOffsets, _ slices: inout FrameSlices
  ) -> Nanoseconds {
    guard let position = position(of: packet.sequence) else {
      return clocks.common(packet.time, on: packet.clock)
    }
    if packet.isAfterLoss, let thread = sequences[position].track.flatMap({ threads[$0] }) {
      slices.apps.loseTrackEvents(of: thread.id)
    }
    if packet.clearsState { nameCapacity += sequences[position].nameSize }
    sequences[position].begin(packet)
    if packet.kind == PerfettoPacket.Tag.clocks, let message = packet.message {
      sequences[position].takeClocks(message, clocks)
    }
    if let names = packet.names { takeTexts(names, position) }
    return sequences[position].time(of: packet, clocks)
  }

  private mutating func position(of sequence: UInt64) -> Int? {
    if let current, current.id == sequence { return current.position }
    guard let position = positions[sequence] ?? add(sequence) else { return nil }
    current = (sequence, position)
    return position
  }

  private mutating func add(_ sequence: UInt64) -> Int? {
    guard sequences.count < Self.limit else {
      issues.note(.tooMany, line: nil, found: "packet writers")
      return nil
    }
    positions[sequence] = sequences.count
    sequences.append(PacketSequence())
    return sequences.count - 1
  }

  /// The state of the writer of a packet; `nil` if there are too many writers, or packets are lost that the packet needs.
  func sequence(of packet: PerfettoPacket) -> PacketSequence? {
    guard let position = positions[packet.sequence],
      !(packet.needsState && sequences[position].isIncomplete)
    else { return nil }
    return sequences[position]
  }

  private static let textLists: [UInt32: PacketSequence.TextKind] = [
    10: .category, 18: .event, 26: .annotation, 234: .value,
  ]

  /// Reads the texts in an `InternedData` message to which events refer by number.
  private mutating func takeTexts(_ message: WireBytes, _ position: Int) {
    var lists = WireCursor(message)
    while case let tag = lists.tag(), tag != 0 {
      guard let kind = Self.textLists[tag] else {
        lists.skip(tag)
        continue
      }
      var entry = WireCursor(lists.bytes())
      var (id, name): (UInt64, WireBytes?) = (0, nil)
      while case let tag = entry.tag(), tag != 0 {
        switch tag {
        case 8: id = entry.varint()
        case 18: name = entry.bytes()
        default: entry.skip(tag)
        }
      }
      if let name { add(name, kind, as: id, position) }
    }
  }

  private mutating func add(
    _ name: WireBytes, _ kind: PacketSequence.TextKind, as id: UInt64, _ position: Int
  ) {
    guard nameCapacity > 0 else {
      return issues.note(.tooMany, line: nil, found: "names of Perfetto track events")
    }
    nameCapacity -= sequences[position].add(Self.prefix(of: name), kind, as: id)
  }

  private static func prefix(of name: WireBytes) -> [UInt8] {
    Array(UnsafeBufferPointer(start: name.start, count: min(name.count, longestName)))
  }

  // MARK: - Tracks

  /// Reads a `TrackDescriptor` message; `false` if the message is damaged.
  mutating func takeTrack(_ message: WireBytes) -> Bool {
    var track = WireCursor(message)
    var (id, thread): (UInt64, Thread?) = (0, nil)
    while case let tag = track.tag(), tag != 0 {
      switch tag {
      case 8: id = track.varint()
      case 34: thread = Self.thread(track.bytes())
      default: track.skip(tag)
      }
    }
    if let thread, threads.count < Self.limit || threads[id] != nil { threads[id] = thread }
    return !track.isBroken
  }

  /// The thread in a `ThreadDescriptor` message; `nil` if the thread is neither a main thread nor a render thread.
  private static func thread(_ message: WireBytes) -> Thread? {
    var thread = WireCursor(message)
    var (process, id, isRender): (Int64, Int64, Bool) = (0, 0, false)
    while case let tag = thread.tag(), tag != 0 {
      switch tag {
      case 8: process = thread.signed()
      case 16: id = thread.signed()
      case 42:
        let name = thread.bytes()
        isRender = Field(start: name.start, count: name.count).isExactly("RenderThread")
      default: thread.skip(tag)
      }
    }
    return id == process || isRender ? Thread(process: process, id: id) : nil
  }

  // MARK: - Events

  /// The parts of a `TrackEvent` message that are used.
  private struct Event {
    var type: UInt64 = 0
    var track: UInt64?
    var nameID: UInt64 = 0
    var name: WireBytes?
  }

  /// Reads a `TrackEvent` message; `false` if the message is damaged.
  ///
  /// - Parameter time: the time of the packet, on the common clock.
  mutating func take(
    _ message: WireBytes, of packet: PerfettoPacket, at time: Nanoseconds,
    _ slices: inout FrameSlices
  ) -> Bool {
    guard let event = Self.event(message) else { return false }
    guard event.type == 1 || event.type == 2, let position = position(of: packet.sequence),
      !(packet.needsState && sequences[position].isIncomplete),
      let thread = (event.track ?? sequences[position].track).flatMap({ threads[$0] })
    else { return true }
    guard time.isPlausible else {
      issues.note(.outOfRange, line: nil, found: "the time of a track event")
      return true
    }
    if event.type == 2 {
      slices.apps.endTrackEvent(of: thread.id, in: thread.process, at: time)
    } else {
      let part = number(of: event, position, &slices)
      slices.apps.beginTrackEvent(part, of: thread.id, in: thread.process, at: time)
    }
    return true
  }

  private static func event(_ message: WireBytes) -> Event? {
    var cursor = WireCursor(message)
    var event = Event()
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 72: event.type = cursor.varint()
      case 80: event.nameID = cursor.varint()
      case 88: event.track = cursor.varint()
      case 186: event.name = cursor.bytes()
      default: cursor.skip(tag)
      }
    }
    return cursor.isBroken ? nil : event
  }

  /// The number of the name of an event that begins a slice.
  private mutating func number(
    of event: Event, _ position: Int, _ slices: inout FrameSlices
  ) -> UInt16 {
    if let name = event.name { return slices.apps.number(ofName: Self.prefix(of: name)) }
    switch sequences[position].name(event.nameID) {
    case .number(let number)?: return number
    case .text(let text)?:
      let number = slices.apps.number(ofName: text)
      sequences[position].setNumber(number, ofName: event.nameID)
      return number
    case nil:
      if event.nameID != 0 {
        issues.note(.brokenReference, line: nil, found: "the name of a track event")
      }
      return slices.apps.number(ofName: [])
    }
  }
}
