internal import Units

/// Which function of a script ran on a thread at which time, from the samples of a profiler.
///
///     var functions = SampledFunctions()
///     functions.add(7, at: 1_000_000)
///     functions.add(nil, at: 1_400_000)
///     functions.refine(work) { $0 == 3 }  // part 3 becomes part 7 from 1.0 to 1.4 ms
///
/// A function counts as running from its sample to the next sample of the thread.
struct SampledFunctions {
  /// The intervals in which functions ran, sorted and without overlaps.
  private var intervals: [ThreadSlices.Interval] = []
  /// The time of the thread's last sample.
  private var last = Nanoseconds.min
  /// Whether a function was running at the last sample.
  private var isRunning = false

  /// The longest time for which a sample counts if the next sample is late or missing.
  private static let longest: Nanoseconds = 10_000_000

  /// The number of stored intervals in which functions ran.
  var count: Int { intervals.count }

  /// Adds a sample of the profiler; samples that are earlier than the last sample are ignored.
  ///
  /// - Parameter function: the number of the function's name; `nil` if no function was running.
  mutating func add(_ function: UInt16?, at time: Nanoseconds, _ limits: inout SliceLimits) {
    guard time > last else { return }
    if isRunning {
      intervals[intervals.count - 1].end = min(time, last + Self.longest)
    }
    let goesOn = isRunning && intervals.last?.part == function && intervals.last?.end == time
    last = time
    guard let function, goesOn || limits.take() else {
      isRunning = false
      return
    }
    isRunning = true
    if !goesOn {
      intervals.append(ThreadSlices.Interval(start: time, end: time, part: function))
    }
  }

  /// Replaces the self time of slices that run scripts by the functions that ran at that time; O(n).
  ///
  /// - Parameters:
  ///   - work: the self times of the thread's slices, sorted and without overlaps.
  ///   - runsScripts: whether a slice with this name runs scripts.
  func refine(
    _ work: [ThreadSlices.Interval], where runsScripts: (UInt16) -> Bool
  ) -> [ThreadSlices.Interval] {
    guard !intervals.isEmpty else { return work }
    var refined: [ThreadSlices.Interval] = []
    var next = 0
    for slice in work {
      guard runsScripts(slice.part) else {
        refined.append(slice)
        continue
      }
      while next < intervals.count, intervals[next].end <= slice.start { next += 1 }
      var now = slice.start
      while next < intervals.count, intervals[next].start < slice.end {
        let sampled = intervals[next]
        let start = max(sampled.start, now)
        append(slice.part, now, start, to: &refined)
        now = min(sampled.end, slice.end)
        append(sampled.part, start, now, to: &refined)
        guard sampled.end <= slice.end else { break }
        next += 1
      }
      append(slice.part, now, slice.end, to: &refined)
    }
    return refined
  }

  private func append(
    _ part: UInt16, _ start: Nanoseconds, _ end: Nanoseconds,
    to list: inout [ThreadSlices.Interval]
  ) {
    if end > start { list.append(ThreadSlices.Interval(start: start, end: end, part: part)) }
  }
}
