/// A source of the CPU time of the threads of this process.
///
/// The recorder samples it once per second. `MachThreadTimes` is the source on Apple's systems.
public protocol ThreadTimes {
  /// The CPU time that each thread has used since it began, in nanoseconds; summed over threads with the same name.
  func cpuTimes() -> [String: Int64]
}

/// Turns CPU times into the shares of one processor that threads used between two samples.
struct ThreadShares {
  private var last: (time: Int64, used: [String: Int64])?

  /// The percentage of one processor that each known thread used since the last call; empty at the first call.
  ///
  /// A new thread has no value yet. If a thread ended, the sum for its name may decrease: such a value is left out.
  mutating func percentages(of used: [String: Int64], at time: Int64) -> [String: Double] {
    defer { last = (time, used) }
    guard let last, time > last.time else { return [:] }
    var shares: [String: Double] = [:]
    for (name, now) in used {
      guard let before = last.used[name], now >= before else { continue }
      shares[name] = 100 * Double(now - before) / Double(time - last.time)
    }
    return shares
  }
}
