internal import Decoding

/// Tells whether a trace begins with packets of Perfetto.
enum PerfettoHead {
  /// Fields with which every packet of a tracing service can be told, as tags: the time, and who wrote it.
  private static let marks: Set<UInt32> = [3 << 3, 8 << 3, 10 << 3, 58 << 3, 79 << 3]

  /// Messages that a service writes itself, without such a field, as tags.
  private static let messages: Set<UInt32> = [
    6 << 3 | 2, 33 << 3 | 2, 35 << 3 | 2, 36 << 3 | 2, 45 << 3 | 2, 50 << 3 | 2, 60 << 3 | 2,
    89 << 3 | 2, 133 << 3 | 2,
  ]

  /// The largest number of a field that a packet has.
  private static let largestField: UInt32 = 1000

  /// Looks at the first packets of a head, of which the last may be cut off.
  ///
  /// - Parameter head: of any trace.
  /// - Returns: whether it begins with a packet, and one of the first has a field that tells.
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
      // A trace may be damaged anywhere, but not right where it begins.
      case nil where index == 0: return false
      default: break
      }
    }
    return false
  }

  /// Packets among which one has to tell what they are.
  private static let packetLimit = 16

  /// Whether a packet has a field that tells; `nil` when it is no packet.
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
  /// Whether the beginning holds no byte that text never has.
  fileprivate var isText: Bool {
    !bytes.prefix(1024).contains { $0 < 9 || ($0 > 13 && $0 < 32 && $0 != 27) || $0 == 127 }
  }
}
