internal import Decoding

/// Recognizes Perfetto traces by their first packets.
enum PerfettoHead {
  /// The tags of fields that identify a packet of Perfetto's tracing service, such as its time or its writer.
  private static let marks: Set<UInt32> = [3 << 3, 8 << 3, 10 << 3, 58 << 3, 79 << 3]

  /// The tags of messages that Perfetto's tracing service writes in packets without an identifying field.
  private static let messages: Set<UInt32> = [
    6 << 3 | 2, 33 << 3 | 2, 35 << 3 | 2, 36 << 3 | 2, 45 << 3 | 2, 50 << 3 | 2, 60 << 3 | 2,
    89 << 3 | 2, 133 << 3 | 2,
  ]

  /// The largest field number that a packet of a Perfetto trace may have.
  private static let largestField: UInt32 = 1000

  /// Whether the beginning of a file consists of Perfetto packets, one of which has an identifying field.
  ///
  /// The last of these packets may be cut off.
  static func isPerfetto(_ head: TraceHead) -> Bool {
    guard head.bytes.first == 10, !head.isText else { return false }
    return head.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return arePackets(WireBytes(start: start, count: bytes.count))
    }
  }

  private static func arePackets(_ bytes: WireBytes) -> Bool {
    var cursor = WireCursor(bytes)
    for index in 0..<packetLimit where !cursor.isAtEnd {
      guard cursor.tag() == 10 else { return false }
      let length = cursor.varint()
      guard !cursor.isBroken else { return false }
      let isWhole = length <= UInt64(cursor.remaining)
      let packet = cursor.take(min(Int(clamping: length), cursor.remaining))
      switch isMarked(packet, isWhole: isWhole) {
      case true?: return true
      // A trace may be damaged anywhere except at its beginning.
      case nil where index == 0: return false
      default: break
      }
    }
    return false
  }

  /// The maximum number of packets in which an identifying field is searched.
  private static let packetLimit = 16

  /// Whether a packet has an identifying field; `nil` if the bytes are not a packet.
  private static func isMarked(_ packet: WireBytes, isWhole: Bool) -> Bool? {
    var cursor = WireCursor(packet)
    var isMarked = false
    while case let tag = cursor.tag(), tag != 0 {
      guard tag >> 3 <= largestField else { return nil }
      isMarked = isMarked || marks.contains(tag) || messages.contains(tag)
      cursor.skip(tag)
    }
    return cursor.isBroken && isWhole ? nil : isMarked
  }
}

extension TraceHead {
  /// Whether the beginning of the file contains only bytes that are possible in text.
  fileprivate var isText: Bool {
    !bytes.prefix(1024).contains { $0 < 9 || ($0 > 13 && $0 < 32 && $0 != 27) || $0 == 127 }
  }
}
