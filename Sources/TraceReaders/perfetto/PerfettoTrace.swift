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
