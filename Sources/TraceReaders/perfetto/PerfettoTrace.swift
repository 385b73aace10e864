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

  /// The events that the tracing service lost, by the names of its counters.
  private var losses: [String: Int] = [:]
  private var clocks = ClockOffsets()
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
    issues.note(losses: kernel.lossCount, of: "lost_events")
    for (name, count) in losses { issues.note(losses: count, of: name) }
  }

  // MARK: - Packets

  /// The parts of a Perfetto packet that are used.
  private struct Packet {
    var time: Nanoseconds = 0
    var clock: UInt64 = 0
    var kind: UInt32 = 0
    var message: WireBytes?
  }

  private mutating func take(_ bytes: WireBytes, isInner: Bool) throws(TraceError) {
    var cursor = WireCursor(bytes)
    var packet = Packet()
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 64: packet.time = cursor.signed()
      case 464: packet.clock = cursor.varint()
      case Tag.frameTimeline, Tag.ftrace, Tag.compressed, Tag.processes, Tag.clocks, Tag.system,
        Tag.processors, Tag.statistics, Tag.otherwiseCompressed:
        packet.kind = tag
        packet.message = cursor.bytes()
      default: cursor.skip(tag)
      }
    }
    if cursor.isBroken { return noteDamagedPacket(isInner: isInner) }
    guard let message = packet.message else { return }
    try take(message, of: packet, isInner: isInner)
  }

  /// The tags of fields in a Perfetto packet: field numbers times 8, plus 2 for messages.
  private enum Tag {
    static let ftrace: UInt32 = 1 << 3 | 2
    static let processes: UInt32 = 2 << 3 | 2
    static let clocks: UInt32 = 6 << 3 | 2
    static let statistics: UInt32 = 35 << 3 | 2
    static let system: UInt32 = 45 << 3 | 2
    static let compressed: UInt32 = 50 << 3 | 2
    static let processors: UInt32 = 67 << 3 | 2
    static let frameTimeline: UInt32 = 76 << 3 | 2
    static let otherwiseCompressed: UInt32 = 133 << 3 | 2
  }

  private mutating func take(
    _ message: WireBytes, of packet: Packet, isInner: Bool
  ) throws(TraceError) {
    var isSound = true
    switch packet.kind {
    case Tag.frameTimeline:
      isSound = frames.take(message, at: clocks.common(packet.time, on: packet.clock))
    case Tag.ftrace: isSound = kernel.take(message)
    case Tag.processes: processes.take(message)
    case Tag.clocks: clocks.take(message)
    case Tag.system: device.fillIn(from: SystemFacts.device(of: message))
    case Tag.processors: processorCount = SystemFacts.processorCount(of: message)
    case Tag.statistics:
      // Each report counts from the beginning of the trace.
      losses.merge(SystemFacts.losses(of: message)) { max($0, $1) }
    case Tag.compressed where !isInner: try takeCompressed(message)
    default: issues.note(.unknownCompression, line: nil)
    }
    if !isSound { noteDamagedPacket(isInner: isInner) }
  }

  private mutating func noteDamagedPacket(isInner: Bool) {
    let place = isInner ? "within compressed packets before byte" : "before byte"
    issues.note(.damagedPacket, line: nil, found: "\(place) \(packets.offset)")
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
      wanted: "packets of a tracing service, which decompress to a lower multiple of their size")
  }
}
