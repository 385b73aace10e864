internal import Decoding
internal import Recordings
internal import Units

/// How clocks of a trace differ from the one that its frames and its scheduler are on.
struct ClockOffsets {
  private static let bootTime: UInt64 = 6
  private var offsets: [UInt64: Nanoseconds] = [bootTime: 0]

  /// Clocks that are the same everywhere in a trace.
  private static let builtin: ClosedRange<UInt64> = 1...63

  /// Takes a snapshot of all clocks; the first that has a clock counts.
  ///
  /// - Parameter message: `ClockSnapshot`.
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

  /// A time on the common clock.
  ///
  /// - Parameters:
  ///   - time: on another clock.
  ///   - clock: its id; 0 when the packet names none.
  /// - Returns: as it is where the trace does not tell how the clocks differ.
  @inline(__always)
  func common(_ time: Nanoseconds, on clock: UInt64) -> Nanoseconds {
    guard clock != Self.bootTime, clock != 0 else { return time }
    return time &+ (offsets[clock] ?? 0)
  }
}
