internal import Decoding
internal import Recordings
internal import Units

/// Reads the track events of a Perfetto trace: the slices that programs write with Perfetto's own library.
///
/// Only the slices of main threads and of threads named `RenderThread` are read. Events of other tracks, such as tracks
/// of asynchronous work, are ignored.
struct TrackEvents {
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

/// The fields of a `TrackEvent` message, in which the numbers of names are replaced by the names.
struct TrackEventFields {
  /// What an event is: a beginning, an end, an instant, or a slice with a duration.
  enum Kind { case begin, end, instant, complete }

  private(set) var track: UInt64?
  var name: [UInt8] = []
  var category: [UInt8] = []
  private(set) var arguments: [ProgramEvent.Argument] = []
  private var type: UInt64 = 0

  // The part for events of the old macros.
  /// The letter of the event's phase in JSON traces.
  private(set) var legacyPhase: UInt8?
  private(set) var duration: Nanoseconds?
  private(set) var id: UInt64?
  private(set) var process: Int64?
  private(set) var thread: Int64?

  /// Reads the message; `nil` if it is damaged.
  init?(_ message: WireBytes, _ sequence: PacketSequence) {
    var cursor = WireCursor(message)
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 24: addCategory(sequence.text(.category, cursor.varint()) ?? [])
      case 26:
        var numbers = WireCursor(cursor.bytes())
        while !numbers.isAtEnd, !numbers.isBroken {
          addCategory(sequence.text(.category, numbers.varint()) ?? [])
        }
      case 178: addCategory(cursor.bytes().beginning)
      case 34: take(annotation: Annotation(cursor.bytes(), sequence))
      case 50: takeLegacy(cursor.bytes(), sequence)
      case 72: type = cursor.varint()
      case 80: name = sequence.text(.event, cursor.varint()) ?? []
      case 88: track = cursor.varint()
      case 186: name = cursor.bytes().beginning
      case Self.frameReport, Self.oldFrameReport: takeFrameReport(cursor.bytes())
      default: cursor.skip(tag)
      }
    }
    if cursor.isBroken { return nil }
  }

  /// The tags of Chrome's report on a frame, before and since the extensions of Chrome.
  private static let (oldFrameReport, frameReport): (UInt32, UInt32) = (32 << 3 | 2, 1075 << 3 | 2)

  /// What the event is; `nil` for counters and unknown types.
  var kind: Kind? {
    switch (type, legacyPhase) {
    case (1, _): .begin
    case (2, _): .end
    case (3, _): .instant
    case (_, UInt8(ascii: "B")?), (_, UInt8(ascii: "b")?), (_, UInt8(ascii: "S")?): .begin
    case (_, UInt8(ascii: "E")?), (_, UInt8(ascii: "e")?), (_, UInt8(ascii: "F")?): .end
    case (_, UInt8(ascii: "I")?), (_, UInt8(ascii: "i")?), (_, UInt8(ascii: "n")?): .instant
    case (_, UInt8(ascii: "X")?): .complete
    default: nil
    }
  }

  /// Whether the event is asynchronous although it is on the track of a thread, as events of the old macros can be.
  var isAsync: Bool { legacyPhase.map { "bSeFn".utf8.contains($0) } ?? false }

  private mutating func addCategory(_ bytes: [UInt8]) {
    category += category.isEmpty ? bytes : [Byte.comma] + bytes
  }

  // MARK: - Arguments

  private mutating func take(annotation: Annotation) {
    if let value = annotation.value {
      arguments.append(.init(name: annotation.name, value: value))
    }
    for member in annotation.members {
      guard let value = member.value else { continue }
      arguments.append(.init(name: annotation.name, member: member.name, value: value))
    }
  }

  /// Reads a `ChromeFrameReporter` message.
  private mutating func takeFrameReport(_ message: WireBytes) {
    var cursor = WireCursor(message)
    func add(_ member: String, _ value: String) {
      arguments.append(
        .init(
          name: Array("frame_reporter".utf8), member: Array(member.utf8), value: Array(value.utf8)))
    }
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: add("state", Self.frameStates[cursor.varint()] ?? "")
      case 24: add("frame_source", "\(cursor.varint())")
      case 32: add("frame_sequence", "\(cursor.varint())")
      case 40: add("affects_smoothness", "\(cursor.varint())")
      case 88: add("layer_tree_host_id", "\(cursor.varint())")
      default: cursor.skip(tag)
      }
    }
  }

  private static let frameStates: [UInt64: String] = [
    0: "STATE_NO_UPDATE_DESIRED", 1: "STATE_PRESENTED_ALL", 2: "STATE_PRESENTED_PARTIAL",
    3: "STATE_DROPPED",
  ]

  // MARK: - Old macros

  private mutating func takeLegacy(_ message: WireBytes, _ sequence: PacketSequence) {
    var cursor = WireCursor(message)
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: name = sequence.text(.event, cursor.varint()) ?? name
      case 16: legacyPhase = UInt8(exactly: cursor.varint())
      case 24: duration = Int64(exactly: cursor.varint()).flatMap(Self.nanoseconds)
      case 48, 80, 88: id = cursor.varint()
      case 144: process = cursor.signed()
      case 152: thread = cursor.signed()
      default: cursor.skip(tag)
      }
    }
  }

  private static func nanoseconds(_ microseconds: Int64) -> Nanoseconds? {
    let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    return overflow ? nil : product
  }
}

extension TrackEventFields.Kind {
  /// The phase of the event in the Trace Event Format.
  ///
  /// - Parameter isAsync: whether the event's track is not that of a thread.
  func phase(isAsync: Bool) -> TraceEvent.Phase {
    switch self {
    case .begin: isAsync ? .asyncBegin : .begin
    case .end: isAsync ? .asyncEnd : .end
    case .instant: .instant
    case .complete: .complete
    }
  }
}

/// A `DebugAnnotation` message: an argument with a single value, or with members.
private struct Annotation {
  var name: [UInt8] = []
  var value: [UInt8]?
  var members: [Annotation] = []

  private static let deepest = 2

  init(_ message: WireBytes, _ sequence: PacketSequence, depth: Int = 0) {
    var cursor = WireCursor(message)
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: name = sequence.text(.annotation, cursor.varint()) ?? []
      case 82: name = cursor.bytes().beginning
      case 16, 24: value = Array("\(cursor.varint())".utf8)
      case 32: value = Array("\(cursor.signed())".utf8)
      case 41: value = cursor.double.map { Array("\($0)".utf8) }
      case 50: value = cursor.bytes().beginning
      case 138: value = sequence.text(.value, cursor.varint())
      case 66: takeNested(cursor.bytes())
      case 90 where depth < Self.deepest:
        members.append(Annotation(cursor.bytes(), sequence, depth: depth + 1))
      default: cursor.skip(tag)
      }
    }
  }

  private init(name: [UInt8], nested message: WireBytes) {
    self.name = name
    takeNested(message)
  }

  /// Reads a `NestedValue` message, in which older versions of Chrome wrote objects.
  private mutating func takeNested(_ message: WireBytes) {
    var cursor = WireCursor(message)
    var keys: [[UInt8]] = []
    var values: [WireBytes] = []
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 18: keys.append(cursor.bytes().beginning)
      case 26: values.append(cursor.bytes())
      case 40: value = Array("\(cursor.signed())".utf8)
      case 49: value = cursor.double.map { Array("\($0)".utf8) }
      case 56: value = Array("\(cursor.varint())".utf8)
      case 66: value = cursor.bytes().beginning
      default: cursor.skip(tag)
      }
    }
    // The members of members are not wanted, so that the depth is limited.
    members = zip(keys, values).map { Annotation(name: $0, leaf: $1) }
  }

  private init(name: [UInt8], leaf message: WireBytes) {
    self.init(name: name, nested: message)
    members = []
  }
}

extension WireCursor {
  /// Reads a number with eight bytes; `nil` if the message is broken.
  fileprivate var double: Double? {
    mutating get {
      guard remaining >= 8 else { return nil }
      let bytes = take(8)
      let bits = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes.start[$1]) << UInt64($1 * 8) }
      return Double(bitPattern: bits)
    }
  }
}
