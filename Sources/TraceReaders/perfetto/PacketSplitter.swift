internal import Decoding

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
