internal import Decoding
internal import Units

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
