internal import Decoding
internal import Recordings
internal import Units

/// Sums the CPU time per thread and time window of a process.
struct ThreadTimes {
  /// The CPU time of a thread in one time window.
  private struct Share {
    let window: Int64
    var time: Nanoseconds
  }

  private var shares: [String: [Share]] = [:]
  private var names: [String] = []
  /// The remaining capacity for CPU times, in pairs of thread and window.
  var capacity = 1 << 19
  private var range: ClosedRange<Int64>?

  /// The length of the windows in which the CPU times of samples are summed, 100 ms.
  private static let window: Nanoseconds = 100 * .perMillisecond
  /// The maximum number of time windows per counter; longer recordings get longer windows.
  private static let mostSamples = 2000
  private static let mostThreads = 1 << 10

  /// Whether no sample of any thread was added.
  var isEmpty: Bool { names.isEmpty }

  /// Adds a sample of a thread with its CPU time; `false` if there are too many threads or windows.
  ///
  /// - Parameters:
  ///   - time: the time of the sample, on the trace's clock.
  ///   - weight: the CPU time of the sample.
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
    guard capacity > 0 else { return false }
    capacity -= 1
    shares[thread]?.append(Share(window: window, time: weight))
    return true
  }

  /// The CPU use of the threads: one counter per thread, as a share of one processor, in the order of first appearance.
  ///
  /// Each counter has one sample per time window, from the first to the last window in which any thread was sampled.
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
