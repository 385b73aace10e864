internal import Decoding
internal import Recordings

/// Reads the facts about the device and the recording in packets of a Perfetto trace.
enum SystemFacts {
  /// The name and operating system of the device, from a `SystemInfo` message.
  static func device(of message: WireBytes) -> Device {
    var device = Device()
    var system = WireCursor(message)
    while case let tag = system.tag(), tag != 0 {
      switch tag {
      case 18: device.name = name(inFingerprint: system.bytes().text)
      case 40: device.os = "Android API \(system.varint())"
      default: system.skip(tag)
      }
    }
    return device
  }

  /// The brand and device in Android's build fingerprint, `brand/product/device:version/…`.
  private static func name(inFingerprint fingerprint: String) -> String? {
    let parts = harmless(fingerprint, limit: 300).split(separator: "/")
    guard parts.count > 2, let device = parts[2].split(separator: ":").first else { return nil }
    return "\(parts[0]) \(device)"
  }

  /// The number of processors in a `CpuInfo` message; 0 if the message has none.
  static func processorCount(of message: WireBytes) -> Int {
    var count = 0
    var processors = WireCursor(message)
    while case let tag = processors.tag(), tag != 0 {
      if tag == 10 { count += 1 }
      processors.skip(tag)
    }
    return count
  }

  /// The number of losses because buffers were full, by the names of the counters, from a `TraceStats` message.
  ///
  /// Overwritten data in a ring buffer is no loss, because a ring buffer intentionally keeps only the end of a trace.
  static func losses(of message: WireBytes) -> [String: Int] {
    var losses: [String: Int] = [:]
    var statistics = WireCursor(message)
    while case let tag = statistics.tag(), tag != 0 {
      guard tag == 10 else {
        statistics.skip(tag)
        continue
      }
      var buffer = WireCursor(statistics.bytes())
      while case let tag = buffer.tag(), tag != 0 {
        guard let name = lossCounters[tag] else {
          buffer.skip(tag)
          continue
        }
        let count = Int(truncatingIfNeeded: buffer.varint() & 0xFFFF_FFFF)
        losses[name, default: 0] += count
      }
    }
    return losses
  }

  /// The counters of a `TraceStats` message that count losses: their names, by tag.
  private static let lossCounters: [UInt32: String] = [
    18 << 3: "chunks_discarded", 19 << 3: "trace_writer_packet_loss",
  ]
}
