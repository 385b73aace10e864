internal import Decoding
internal import Recordings
internal import Units

/// The rows of an Instruments export that belong to one process or one display.
struct XctraceStream {
  /// The position of the process or display in the export, in the order of their first rows.
  private let position: Int
  private var work = FrameWork()
  private var hitches = Delays()
  private var hangs = Delays()
  private var threads = ThreadTimes()
  private var cycles = ThreadCycles()
  private var samples = PolledSamples()
  private var markers: [Marker] = []
  private var issues = IssueLog()

  private(set) var rowCount = 0
  private var swapCount = 0

  /// Whether all rows are from the table `display-surface-swap`.
  var hasOnlySwaps: Bool { rowCount == swapCount }

  /// State that all processes and displays of an export share: the surfaces so far, and the remaining capacity per kind
  /// of record.
  struct Shared {
    var surfaces = XctraceSurfaces()
    /// The surfaces in the table `display-surface-swap`, used if the table of displayed surfaces has none.
    var swaps = XctraceSurfaces()
    /// The remaining capacity for intervals of hitches and hangs.
    var markers = 100_000
    /// The remaining capacity for CPU times, in pairs of thread and window.
    var shares = 1 << 19
    /// The remaining capacity for durations of the work on frames.
    var work = FrameWork.most
  }

  /// Creates the collector of a process or display without rows.
  ///
  /// - Parameter position: the position among the streams of the export, from 0.
  init(position: Int) { self.position = position }

  /// The number and the total duration of hitches or hangs.
  private struct Delays {
    var count = 0
    var time: Nanoseconds = 0
    private var seen: Set<Key> = []

    private struct Key: Hashable {
      let start: Nanoseconds
      let duration: Nanoseconds
    }

    /// Adds a hitch or hang; `false` if it was added before, because a table can contain the same interval twice.
    mutating func add(from start: Nanoseconds, lasting duration: Nanoseconds) -> Bool {
      guard seen.insert(Key(start: start, duration: duration)).inserted else { return false }
      count += 1
      time += duration
      return true
    }
  }

  // MARK: - Rows

  /// Adds a surface, with the time from which it was displayed.
  ///
  /// The latency of the surface is at least 0, or `nil` if it is unknown.
  mutating func addSurface(at start: Nanoseconds, latency: Nanoseconds?, shared: inout Shared) {
    rowCount += 1
    shared.surfaces.add(at: start, latency: latency, to: position)
  }

  /// Adds the time at which a surface appeared on a display, from the table `display-surface-swap`.
  mutating func addSwap(at time: Nanoseconds, shared: inout Shared) {
    rowCount += 1
    swapCount += 1
    shared.swaps.add(at: time, latency: nil, to: position)
  }

  /// Adds a sample of a running thread: its number of CPU cycles.
  mutating func addCycles(_ count: Double, thread: String) {
    rowCount += 1
    if !cycles.add(count, thread: thread) {
      issues.note(.tooMany, line: nil, found: "threads")
    }
  }

  /// Adds the duration of the system renderer's work on a frame.
  mutating func addRender(lasting duration: Nanoseconds, shared: inout Shared) {
    rowCount += 1
    work.capacity = shared.work
    defer { shared.work = work.capacity }
    if let issue = work.append(duration, to: .render) {
      issues.note(issue, line: nil, found: "frames")
    }
  }

  /// Adds a late frame as a marker, and counts it.
  mutating func addHitch(
    at start: Nanoseconds, lasting duration: Nanoseconds, cause: String?, shared: inout Shared
  ) {
    mark(\.hitches, "hitch", cause, start, duration, &shared)
  }

  /// Adds an interval in which the application did not respond as a marker, and counts it.
  mutating func addHang(
    at start: Nanoseconds, lasting duration: Nanoseconds, type: String?, shared: inout Shared
  ) {
    mark(\.hangs, "hang", type, start, duration, &shared)
  }

  private mutating func mark(
    _ delays: WritableKeyPath<Self, Delays>, _ name: String, _ detail: String?,
    _ start: Nanoseconds, _ duration: Nanoseconds, _ shared: inout Shared
  ) {
    rowCount += 1
    guard shared.markers > 0 else { return issues.note(.tooMany, line: nil, found: name) }
    guard self[keyPath: delays].add(from: start, lasting: duration) else { return }
    shared.markers -= 1
    markers.append(
      Marker(
        start: start, end: start + duration,
        name: detail.map { "\(name): \($0)" } ?? name))
  }

  mutating func addSample(
    at time: Nanoseconds, weight: Nanoseconds, thread: String, shared: inout Shared
  ) {
    rowCount += 1
    threads.capacity = shared.shares
    if !threads.add(at: time, weight: weight, thread: thread) {
      issues.note(.tooMany, line: nil, found: "CPU samples of threads")
    }
    shared.shares = threads.capacity
  }

  /// Adds a frame rate that Instruments estimated.
  ///
  /// - Parameter load: the load of the graphics processor, in percent; `nil` if it is unknown.
  mutating func addFrameRate(_ rate: Double, load: Double?, at time: Nanoseconds) {
    rowCount += 1
    samples.take(rate, of: Self.frameRate, at: time)
    samples.take(load, of: Self.graphicsLoad, at: time)
    if samples.isOverfull { issues.note(.tooMany, line: nil, found: "frame rates") }
  }

  private static let frameRate = PolledSensor("fps", .framesPerSecond)
  private static let graphicsLoad = PolledSensor(
    "device-utilization", .fraction, PolledSensor.percent, role: .gpu)

  // MARK: - The run

  /// The run of the process or display; the run has a timeline only if there were surfaces.
  ///
  /// - Parameters:
  ///   - surfaces: the surfaces of all processes and displays.
  ///   - description: metadata of the run from other tables.
  ///   - fileIssues: the problems of the whole file.
  func run(
    of surfaces: [ArraySlice<XctraceSurfaces.Surface>], _ origin: Recording.Origin,
    _ description: RunDescription, _ fileIssues: IssueLog
  ) -> TraceRun {
    var issues = issues
    issues.add(fileIssues)
    let own = surfaces[position]
    var frames = FrameCollector(signals: [.latency], rows: own.count)
    for surface in own {
      let verdict = frames.add(time: surface.start, frameTime: nil)
      if let issue = verdict.issue { issues.note(issue, line: nil) }
      if verdict.isFrame { frames.set(0, surface.latency < 0 ? nil : surface.latency) }
    }
    let timeline = frames.finish()
    let clockOrigin = frames.clockOrigin
    let counters = threads.counters() + samples.counters()
    let recording = Recording(
      origin: origin,
      timeline: timeline.map { .known($0) } ?? .withheld(because: reasonForNoTimeline),
      counters: counters.compactMap { $0.moved(by: clockOrigin ?? 0) },
      markers: markers.map { $0.moved(by: clockOrigin ?? 0) }.sorted { $0.start < $1.start },
      description: described(description), issues: issues.inOrder,
      unplacedSignals: timeline == nil ? work.signals : [:])
    return TraceRun(recording, clockOrigin: clockOrigin)
  }

  private var reasonForNoTimeline: String {
    if samples.count > 0 {
      return """
        Instruments estimates the frame rate once per second; also export displayed-surfaces-interval or \
        display-surface-swap, which have frames
        """
    }
    return work.isEmpty
      ? "the xctrace export has no table of displayed surfaces" : FrameWork.reasonForNoTimeline
  }

  /// Adds Instruments' own figures of hitches and hangs to the metadata of a run.
  ///
  /// Hitchmark has no metric of hangs, so their figures become scalars.
  private func described(_ description: RunDescription) -> RunDescription {
    var description = description
    description.threads = cycles.list
    let rates = samples.counters().sampledFrameRate(named: Self.frameRate.name)
    description.scalars = [rates].compactMap(\.self)
    if hitches.count > 0 {
      description.reported["hitch.count"] = Double(hitches.count)
      description.reported["hitch.time"] = hitches.time.milliseconds
    }
    if hangs.count > 0 {
      description.scalars += [
        Scalar(name: "hang.count", value: Double(hangs.count), unit: .count, lowerIsBetter: true),
        Scalar(
          name: "hang.time", value: hangs.time.milliseconds, unit: .milliseconds,
          lowerIsBetter: true),
      ]
    }
    return description
  }
}

/// Collects the surfaces on the displays of an export, with the times from which they were displayed.
///
/// An export may have many displays with interleaved rows. The surfaces of all displays are in one array and are
/// grouped by display through sorting.
struct XctraceSurfaces {
  /// A surface on a display, with the time from which it was displayed.
  struct Surface {
    let start: Nanoseconds
    /// The latency of the surface, at least 0; negative if it is unknown.
    let latency: Nanoseconds
    /// The position of the display that shows the surface.
    let stream: UInt32

    func precedes(_ other: Self) -> Bool { (stream, start) < (other.stream, other.start) }
  }

  private var rows: [Surface] = []
  private var counts: [Int] = []

  /// Whether no surface has been added so far.
  var isEmpty: Bool { counts.isEmpty }

  /// Adds a surface on a display.
  ///
  /// - Parameters:
  ///   - start: the time from which the surface was displayed.
  ///   - latency: at least 0, or `nil` if it is unknown.
  ///   - stream: the position of the display, from 0.
  mutating func add(at start: Nanoseconds, latency: Nanoseconds?, to stream: Int) {
    while counts.count <= stream { counts.append(0) }
    counts[stream] += 1
    rows.append(Surface(start: start, latency: latency ?? -1, stream: UInt32(stream)))
  }

  /// The surfaces of each display, sorted by time; O(n) for a single display in order, otherwise O(n log n).
  ///
  /// - Parameter count: the number of displays.
  /// - Returns: one range of surfaces per display, by the display's position; a range may be empty.
  func parted(into count: Int) -> [ArraySlice<Surface>] {
    let sorted = rows.inOrder { $0.precedes($1) }
    var end = 0
    return (0..<count).map { stream in
      let start = end
      if stream < counts.count { end += counts[stream] }
      return sorted[start..<end]
    }
  }
}

/// Sums the CPU cycles per thread of a process.
struct ThreadCycles {
  private var names: [String] = []
  private var counts: [String: Double] = [:]

  private static let mostThreads = 1 << 10

  /// Adds the CPU cycles of a sample to its thread; `false` if there are too many threads.
  ///
  /// - Parameter count: the number of cycles of the sample, at least 0.
  mutating func add(_ count: Double, thread: String) -> Bool {
    if counts[thread] == nil {
      guard names.count < Self.mostThreads else { return false }
      names.append(thread)
    }
    counts[thread, default: 0] += count
    return true
  }

  /// The threads of the process with their shares of the CPU cycles; `nil` if there are no cycles.
  var list: ThreadList? {
    let total = names.reduce(0) { $0 + (counts[$1] ?? 0) }
    guard total > 0 else { return nil }
    return ThreadList(
      threads: names.map { name in
        ThreadList.Thread(
          name: name, isMain: name == "Main Thread", share: (counts[name] ?? 0) / total)
      })
  }
}

/// Sums the CPU time per thread and time window of a process.
struct ThreadTimes {
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
