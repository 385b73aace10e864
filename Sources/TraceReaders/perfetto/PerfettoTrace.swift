internal import Decoding
internal import Recordings
internal import Units

/// Reads a Perfetto trace packet by packet; memory use grows only with the frames.
struct PerfettoTrace: ~Copyable {
  private(set) var frames = FrameTimelineEvents()
  private(set) var kernel = FtraceBundle()
  /// The self times of the slices of applications, and the waits of their threads.
  private(set) var selfTimes = SelfTimes()
  private(set) var processes = ProcessNames()
  private(set) var device = Device()
  private(set) var processorCount = 0
  private(set) var issues = IssueLog()

  /// The numbers of events that the tracing service lost, by the names of the service's counters.
  private var losses: [String: Int] = [:]
  private var clocks = ClockOffsets()
  private var trackEvents = TrackEvents()
  private(set) var programs = ProgramEvents()
  /// The frames of Flutter, and of Chrome, in the track events that these programs wrote.
  var flutter = FlutterEngineTrace()
  var chrome = ChromeTrace()
  private var packets = PacketSplitter()
  private var inner = PacketSplitter()
  private var inflater = PacketInflater()
  private let path: String

  /// The maximum growth of compressed packets when they are inflated; real packets grow by a factor of 10 to 20.
  private static let greatestGrowth = 100
  private static let freeGrowth = 16 << 20

  /// Reads a Perfetto trace; O(bytes).
  ///
  /// - Throws: if the file cannot be read, or was made to exhaust memory.
  init(reading source: inout TraceSource) throws(TraceError) {
    path = source.name
    while packets.damage == nil, let chunk = try source.nextChunk() {
      packets.begin(chunk)
      while let packet = packets.nextPacket() { try take(packet, isInner: false) }
    }
    noteDamage()
    selfTimes = kernel.finishSlices()
  }

  private mutating func noteDamage() {
    if let damage = packets.damage {
      issues.note(.damagedBytes, line: nil, found: "byte \(damage)")
    } else if packets.isWithinOversized {
      let found = "a packet that ends after byte \(packets.offset), the end of the file"
      issues.note(.damagedBytes, line: nil, found: found)
    } else if packets.isWithinPacket {
      issues.note(.damagedPacket, line: nil, found: "the last packet, which is cut off")
    }
    for _ in 0..<(packets.oversizedCount + inner.oversizedCount) {
      issues.note(.oversizedPacket, line: nil)
    }
    for _ in 0..<frames.leftOutCount { issues.note(.tooMany, line: nil, found: "surfaces") }
    issues.add(trackEvents.issues)
    issues.note(losses: kernel.lossCount, of: "lost_events")
    for (name, count) in losses { issues.note(losses: count, of: name) }
  }

  // MARK: - Packets

  private typealias Tag = PerfettoPacket.Tag

  private mutating func take(_ bytes: WireBytes, isInner: Bool) throws(TraceError) {
    guard let packet = PerfettoPacket(bytes) else { return noteDamagedPacket(isInner: isInner) }
    if packet.kind == Tag.clocks, let message = packet.message { clocks.take(message) }
    let time = trackEvents.begin(packet, clocks, &kernel.slices)
    guard let message = packet.message else { return }
    try take(message, of: packet, at: time, isInner: isInner)
  }

  private mutating func take(
    _ message: WireBytes, of packet: PerfettoPacket, at time: Nanoseconds, isInner: Bool
  ) throws(TraceError) {
    var isSound = true
    switch packet.kind {
    case Tag.frameTimeline: isSound = frames.take(message, at: time)
    case Tag.ftrace: isSound = kernel.take(message)
    case Tag.trackEvent:
      isSound = trackEvents.take(message, of: packet, at: time, &kernel.slices)
      takeProgramEvent(message, of: packet, at: time)
    case Tag.track:
      isSound = trackEvents.takeTrack(message)
      for name in programs.takeTrack(message) { chrome.take(name) }
    case Tag.processes: processes.take(message)
    case Tag.clocks: break
    case Tag.system: device.fillIn(from: SystemFacts.device(of: message))
    case Tag.processors: processorCount = SystemFacts.processorCount(of: message)
    case Tag.statistics:
      // Each report of losses counts from the beginning of the trace.
      losses.merge(SystemFacts.losses(of: message)) { max($0, $1) }
    case Tag.compressed where !isInner: try takeCompressed(message)
    default: issues.note(.unknownCompression, line: nil)
    }
    if !isSound { noteDamagedPacket(isInner: isInner) }
  }

  private mutating func takeProgramEvent(
    _ message: WireBytes, of packet: PerfettoPacket, at time: Nanoseconds
  ) {
    guard time.isPlausible, let sequence = trackEvents.sequence(of: packet),
      let event = programs.event(message, of: sequence, at: time)
    else { return }
    if event.isOfFlutter { flutter.take(event) } else { chrome.take(event) }
  }

  private mutating func noteDamagedPacket(isInner: Bool) {
    let found =
      isInner
      ? "a packet within the compressed packets before byte \(packets.offset)"
      : "a packet before byte \(packets.offset)"
    issues.note(.damagedPacket, line: nil, found: found)
  }

  // MARK: - Packets within packets

  private mutating func takeCompressed(_ message: WireBytes) throws(TraceError) {
    inflater.begin(message)
    while inner.damage == nil, let chunk = inflater.nextChunk() {
      try checkGrowth()
      inner.begin(chunk)
      while let packet = inner.nextPacket() { try take(packet, isInner: true) }
    }
    if inflater.isBroken || inner.isWithinPacket || inner.damage != nil {
      noteDamagedPacket(isInner: true)
    }
    inner.reset()
  }

  private func checkGrowth() throws(TraceError) {
    let limit = packets.offset * Self.greatestGrowth + Self.freeGrowth
    guard inflater.byteCount > limit else { return }
    throw .damaged(
      path: path, offset: packets.offset,
      found: "packets that decompress to more than \(Self.greatestGrowth) times their size",
      wanted: "packets that decompress to at most \(Self.greatestGrowth) times their size")
  }
}

/// The parts of a Perfetto packet that are used.
struct PerfettoPacket {
  /// The time of the packet, on its own clock.
  private(set) var time: Nanoseconds = 0
  /// The id of the packet's clock; 0 if the packet names none.
  private(set) var clock: UInt64 = 0
  /// The tag of the packet's message; 0 if the packet has no message that is used.
  private(set) var kind: UInt32 = 0
  private(set) var message: WireBytes?
  /// The id of the sequence to which the packet belongs: the packets of one writer, which share names and defaults.
  private(set) var sequence: UInt64 = 0
  /// The names that later packets of the sequence refer to by number.
  private(set) var names: WireBytes?
  /// The defaults of the later packets of the sequence.
  private(set) var defaults: WireBytes?
  /// Whether packets of the sequence before this one are lost.
  private(set) var isAfterLoss = false
  /// Whether names and defaults of earlier packets no longer apply.
  private(set) var clearsState = false
  /// Whether the packet can only be read with the names and defaults of earlier packets.
  private(set) var needsState = false

  /// Reads the fields of a packet; `nil` if the packet is damaged.
  init?(_ bytes: WireBytes) {
    var cursor = WireCursor(bytes)
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 64: time = cursor.signed()
      case 80: sequence = cursor.varint()
      case 464: clock = cursor.varint()
      case Tag.frameTimeline, Tag.ftrace, Tag.trackEvent, Tag.track, Tag.compressed, Tag.processes,
        Tag.clocks, Tag.system, Tag.processors, Tag.statistics, Tag.otherwiseCompressed:
        kind = tag
        message = cursor.bytes()
      case 98: names = cursor.bytes()
      case 474: defaults = cursor.bytes()
      case 104: take(flags: cursor.varint())
      case 328: clearsState = cursor.varint() != 0 || clearsState
      case 336: isAfterLoss = cursor.varint() != 0
      default: cursor.skip(tag)
      }
    }
    if cursor.isBroken { return nil }
  }

  private mutating func take(flags: UInt64) {
    clearsState = flags & 1 != 0 || clearsState
    needsState = flags & 2 != 0
  }

  /// The tags of messages in a Perfetto packet: field numbers times 8, plus 2.
  enum Tag {
    static let ftrace: UInt32 = 1 << 3 | 2
    static let processes: UInt32 = 2 << 3 | 2
    static let clocks: UInt32 = 6 << 3 | 2
    static let trackEvent: UInt32 = 11 << 3 | 2
    static let statistics: UInt32 = 35 << 3 | 2
    static let system: UInt32 = 45 << 3 | 2
    static let compressed: UInt32 = 50 << 3 | 2
    static let track: UInt32 = 60 << 3 | 2
    static let processors: UInt32 = 67 << 3 | 2
    static let frameTimeline: UInt32 = 76 << 3 | 2
    static let otherwiseCompressed: UInt32 = 133 << 3 | 2
  }
}

/// Offsets of a trace's clocks from the boot-time clock, which frames and the scheduler use.
struct ClockOffsets {
  private static let bootTime: UInt64 = 6
  private var offsets: [UInt64: Nanoseconds] = [bootTime: 0]

  /// The ids of Perfetto's clocks that have one meaning in the whole trace.
  private static let builtin: ClosedRange<UInt64> = 1...63

  /// Reads the offsets of clocks in a `ClockSnapshot` message.
  ///
  /// If a clock occurs in several snapshots, the first snapshot counts.
  mutating func take(_ message: WireBytes) {
    var snapshot = WireCursor(message)
    var times: [UInt64: Nanoseconds] = [:]
    while case let tag = snapshot.tag(), tag != 0 {
      guard tag == 10 else {
        snapshot.skip(tag)
        continue
      }
      var clock = WireCursor(snapshot.bytes())
      var (id, time): (UInt64, Int64) = (0, 0)
      while case let tag = clock.tag(), tag != 0 {
        switch tag {
        case 8: id = clock.varint()
        case 16: time = clock.signed()
        default: clock.skip(tag)
        }
      }
      if Self.builtin.contains(id), time.isPlausible { times[id] = time }
    }
    guard let bootTime = times[Self.bootTime] else { return }
    for (id, time) in times where offsets[id] == nil { offsets[id] = bootTime - time }
  }

  func knows(_ clock: UInt64) -> Bool { offsets[clock] != nil }

  /// Converts a time of one of the trace's clocks to the boot-time clock.
  ///
  /// If the offset of the clock is unknown, the time is returned unchanged.
  ///
  /// - Parameter clock: the id of the time's clock; 0 if the packet names no clock.
  @inline(__always)
  func common(_ time: Nanoseconds, on clock: UInt64) -> Nanoseconds {
    guard clock != Self.bootTime, clock != 0 else { return time }
    return time &+ (offsets[clock] ?? 0)
  }
}
