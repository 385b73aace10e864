internal import Recordings

/// What single packets say of the device and of the recording itself.
enum SystemFacts {
  /// The device.
  ///
  /// - Parameter message: `SystemInfo`.
  /// - Returns: its name and system, as far as they are known.
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

  /// Brand and device of `brand/product/device:version/…`.
  private static func name(inFingerprint fingerprint: String) -> String? {
    let parts = harmless(fingerprint, limit: 300).split(separator: "/")
    guard parts.count > 2, let device = parts[2].split(separator: ":").first else { return nil }
    return "\(parts[0]) \(device)"
  }

  /// How many processors there are.
  ///
  /// - Parameter message: `CpuInfo`.
  /// - Returns: 0 when it names none.
  static func processorCount(of message: WireBytes) -> Int {
    var count = 0
    var processors = WireCursor(message)
    while case let tag = processors.tag(), tag != 0 {
      if tag == 10 { count += 1 }
      processors.skip(tag)
    }
    return count
  }

  /// How often programs could not write what they had to, because there was no room.
  ///
  /// A ring buffer that was written over is none of these: it keeps the end of a trace on purpose.
  ///
  /// - Parameter message: `TraceStats`.
  /// - Returns: over all buffers.
  static func lostWrites(of message: WireBytes) -> UInt64 {
    var count: UInt64 = 0
    var statistics = WireCursor(message)
    while case let tag = statistics.tag(), tag != 0 {
      guard tag == 10 else {
        statistics.skip(tag)
        continue
      }
      var buffer = WireCursor(statistics.bytes())
      while case let tag = buffer.tag(), tag != 0 {
        // Chunks discarded, and losses that writers reported.
        if tag == 144 || tag == 152 { count &+= buffer.varint() } else { buffer.skip(tag) }
      }
    }
    return count
  }
}
