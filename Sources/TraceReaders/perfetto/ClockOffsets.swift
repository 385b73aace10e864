internal import Decoding
internal import Recordings
internal import Units

/// Offsets of a trace's clocks from the boot-time clock, which frames and the scheduler use.
struct ClockOffsets {
  private static let bootTime: UInt64 = 6
  private var offsets: [UInt64: Nanoseconds] = [bootTime: 0]

  /// The ids of Perfetto's clocks that have one meaning in the whole trace.
  private static let builtin: ClosedRange<UInt64> = 1...63

  /// Reads the offsets of clocks in a `ClockSnapshot` message.
  ///
  /// If a clock occurs in several snapshots, the first snapshot counts.
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

  /// Whether the offset of a clock is known.
  func knows(_ clock: UInt64) -> Bool { offsets[clock] != nil }

  /// Converts a time of one of the trace's clocks to the boot-time clock.
  ///
  /// If the offset of the clock is unknown, the time is returned unchanged.
  ///
  /// - Parameter clock: the id of the time's clock; 0 if the packet names no clock.
  @inline(__always)
  func common(_ time: Nanoseconds, on clock: UInt64) -> Nanoseconds {
    guard clock != Self.bootTime, clock != 0 else { return time }
    return time &+ (offsets[clock] ?? 0)
  }
}
