/// Writes messages in the wire format of protocol buffers.
struct Wire {
  var bytes: [UInt8] = []

  static func varint(_ number: UInt64) -> [UInt8] {
    var (rest, bytes): (UInt64, [UInt8]) = (number, [])
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  mutating func put(_ field: UInt64, _ number: Int64) {
    bytes += Self.varint(field << 3) + Self.varint(UInt64(bitPattern: number))
  }

  mutating func put(_ field: UInt64, _ message: [UInt8]) {
    bytes += Self.varint(field << 3 | 2) + Self.varint(UInt64(message.count)) + message
  }

  mutating func put(_ field: UInt64, _ fill: (inout Wire) -> Void) {
    var message = Wire()
    fill(&message)
    put(field, message.bytes)
  }

  /// A packet of a trace.
  static func packet(at time: Int64? = nil, _ fill: (inout Wire) -> Void) -> [UInt8] {
    var trace = Wire()
    trace.put(1) { packet in
      packet.put(10, 1)
      if let time { packet.put(8, time) }
      fill(&packet)
    }
    return trace.bytes
  }
}

/// Writes the events of FrameTimeline.
struct MadeFrameTimeline {
  private(set) var bytes: [UInt8] = []
  private var cookie: Int64 = 0

  private mutating func event(_ kind: UInt64, at time: Int64, _ fill: (inout Wire) -> Void) {
    bytes += Wire.packet(at: time) { $0.put(76) { $0.put(kind, fill) } }
  }

  private mutating func slice(
    _ kind: UInt64, from start: Int64, to end: Int64?, _ fill: (inout Wire) -> Void
  ) {
    cookie += 1
    let cookie = cookie
    event(kind, at: start) { message in
      message.put(1, cookie)
      fill(&message)
    }
    if let end { event(5, at: end) { $0.put(1, cookie) } }
  }

  mutating func display(_ token: Int64, expected: Int64? = nil, presented: Int64, jank: Int64 = 1) {
    if let expected {
      slice(1, from: expected - 1, to: expected) { $0.put(2, token) }
    }
    slice(2, from: presented - 5_000_000, to: presented) { message in
      message.put(2, token)
      message.put(3, 400)
      message.put(7, jank)
    }
  }

  mutating func surface(
    _ token: Int64, shownBy display: Int64, from start: Int64, to end: Int64?,
    expected: Int64? = nil, layer: String = "TX - app/Main#1", process: Int64 = 7,
    present: Int64 = 1, jank: Int64 = 1
  ) {
    let identity = { (message: inout Wire) in
      message.put(2, token)
      message.put(3, display)
      message.put(4, process)
      message.put(5, Array(layer.utf8))
    }
    if let expected { slice(3, from: expected - 1, to: expected, identity) }
    slice(4, from: start, to: end) { message in
      identity(&message)
      message.put(6, present)
      message.put(9, jank)
    }
  }
}
