internal import Decoding
internal import Recordings
internal import Units

/// Adds up the CPU time of every thread of a process, window by window.
struct ThreadTimes {
  /// CPU time of a thread in one window.
  private struct Share {
    let window: Int64
    var time: Nanoseconds
  }

  private var shares: [String: [Share]] = [:]
  private var names: [String] = []
  /// How many windows in which a thread was at work it takes yet.
  var room = 1 << 19
  private var range: ClosedRange<Int64>?

  /// Length of the windows that samples are gathered in.
  private static let window: Nanoseconds = 100 * .perMillisecond
  /// Windows of a counter, at most: longer recordings have longer windows.
  private static let mostSamples = 2000
  private static let mostThreads = 1 << 10

  /// Whether there is not one sample.
  var isEmpty: Bool { names.isEmpty }

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - time: when, on the trace's clock.
  ///   - weight: how much CPU time it stands for.
  ///   - thread: the thread's name.
  /// - Returns: `false` when there are too many of them.
  mutating func add(at time: Nanoseconds, weight: Nanoseconds, thread: String) -> Bool {
    let window = time.dividedRoundingDown(by: Self.window)
    if shares[thread] == nil {
      guard names.count < Self.mostThreads else { return false }
      names.append(thread)
      shares[thread] = []
    }
    range = range.map { min($0.lowerBound, window)...max($0.upperBound, window) } ?? window...window
    if let last = shares[thread]?.indices.last, shares[thread]?[last].window == window {
      shares[thread]?[last].time += weight
      return true
    }
    guard room > 0 else { return false }
    room -= 1
    shares[thread]?.append(Share(window: window, time: weight))
    return true
  }

  /// The threads' shares of one processor, in the order in which threads were first seen.
  ///
  /// Every counter has a sample for every window from the first to the last in which any thread was sampled.
  func counters() -> [Counter] {
    guard let range else { return [] }
    let (span, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    guard !overflow else { return [] }
    let factor = span / Int64(Self.mostSamples) + 1
    let length = factor * Self.window
    let samples = Int(span / factor) + 1
    let times = (0..<samples).map { (range.lowerBound + Int64($0 + 1) * factor) * Self.window }
    return names.map { name in
      var used = [Nanoseconds](repeating: 0, count: samples)
      for share in shares[name] ?? [] {
        used[Int((share.window - range.lowerBound) / factor)] += share.time
      }
      return Counter(
        role: .threadCPU(name), name: name, unit: .fraction,
        samples: SampleColumn(times: times, values: used.map { Double($0) / Double(length) }))
    }
  }
}

extension Nanoseconds {
  fileprivate func dividedRoundingDown(by divisor: Nanoseconds) -> Nanoseconds {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
