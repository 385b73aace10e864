internal import Decoding
internal import Recordings
internal import Units

/// Computes the frames of a process from slices of its work, if the trace contains no presents.
///
/// A frame is presented when the render thread has drawn it. What the render thread draws while the main thread works
/// on a frame belongs to that frame. What the render thread draws at other times, such as animations, is a separate
/// frame. Work of the main thread without drawing is no frame: a game's main thread gets 60 callbacks per second
/// whatever its game thread draws. If a process swaps buffers more often than its render thread draws, each swap is a
/// frame. Without render thread and swaps, each slice of the main thread at a vsync is a frame if the thread draws, or if
/// the trace shows no drawing of any process.
struct SliceFrames {
  private let slices: ProcessSlices
  private let traceShowsDrawing: Bool

  private init(_ slices: ProcessSlices, traceShowsDrawing: Bool) {
    self.slices = slices
    self.traceShowsDrawing = traceShowsDrawing
  }

  /// The runs of a trace: one run per process with frames, in the order of the processes' first frames.
  ///
  /// - Parameter times: the self times of the slices, which become the parts of the frames.
  static func runs(
    of slices: FrameSlices, _ times: inout SelfTimes, names: ProcessNames,
    counters: SchedCounters, _ origin: Recording.Origin
  ) -> [TraceRun] {
    let showsDrawing = slices.showDrawing
    var runs: [(process: Int64, run: TraceRun)] = slices.processes.compactMap { slices in
      var origin = origin
      let name = names.name(of: slices.id)
      origin.stream = [name, "\(slices.id)"].compactMap { $0 }.joined(separator: " ")
      var run = SliceFrames(slices, traceShowsDrawing: showsDrawing).run(origin, &times)
      run?.recording.description.labels["application"] = name
      return run.map { (slices.id, $0) }
    }
    for index in runs.indices { runs[index].run.recording.issues += times.issues.inOrder }
    counters.add(to: &runs)
    return runs.map(\.run)
  }

  /// What counts as frames of the process, in the order of their ends; `nil` if nothing was drawn.
  private var works: (slices: [FrameSlice], source: FrameSlices.Work)? {
    let drawn = slices.render.isEmpty ? [] : drawn
    let swaps = slices.swaps.slices.sorted { $0.end < $1.end }
    if swaps.count > drawn.count { return (swaps, .swap) }
    if !slices.render.isEmpty { return (drawn, .render) }
    guard slices.drawsOnMainThread || !traceShowsDrawing else { return nil }
    return (slices.main.slices.sorted { $0.end < $1.end }, .main)
  }

  /// The run of one process; `nil` if the process has no frame.
  private func run(_ origin: Recording.Origin, _ times: inout SelfTimes) -> TraceRun? {
    guard let (works, source) = works else { return nil }
    var begins = OptionalColumn()
    var frames = FrameCollector(signals: source == .swap ? [] : [.cpuBusy], rows: works.count)
    var issues = IssueLog()
    if source == .main {
      issues.note(traceShowsDrawing ? .mainThreadOnly : .callbacksOnly, line: nil)
    }
    for work in works {
      let verdict = frames.add(time: work.end, frameTime: nil)
      if let issue = verdict.issue { issues.note(issue, line: nil) }
      guard verdict.isFrame else { continue }
      // The work on a frame before its swap is not in the trace.
      if source != .swap { frames.set(0, work.end - work.start) }
      begins.append(work.start)
    }
    guard var timeline = frames.finish() else { return nil }
    timeline.parts = times.parts(
      ofProcess: slices.id,
      in: FrameWindows(timeline, origin: frames.clockOrigin ?? 0, begins: begins))
    let recording = Recording(
      origin: origin, timeline: .known(timeline), issues: issues.inOrder)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  /// The work on each drawn frame, from the start on the main thread to the last end on the render thread.
  private var drawn: [FrameSlice] {
    let main = slices.main.slices.sorted { $0.start < $1.start }
    var works: [FrameSlice] = []
    var lastOwner: Int?
    for slice in slices.render.slices.sorted(by: { $0.start < $1.start }) {
      let owner = main.lastIndex(before: slice.start)
      guard let owner, slice.start <= main[owner].end else {
        works.append(slice)
        lastOwner = nil
        continue
      }
      let start = main[owner].start
      if owner == lastOwner, let last = works.popLast() {
        works.append(FrameSlice(start: start, end: max(last.end, slice.end)))
      } else {
        works.append(FrameSlice(start: start, end: slice.end))
      }
      lastOwner = owner
    }
    return works.sorted { $0.end < $1.end }
  }
}

extension [FrameSlice] {
  /// The index of the last slice that starts at or before a time; O(log n).
  ///
  /// The slices must be sorted by start.
  fileprivate func lastIndex(before time: Nanoseconds) -> Int? {
    let behind = partitioningIndex { $0.start > time }
    return behind > 0 ? behind - 1 : nil
  }
}

/// Derives the nominal refresh rate of a display from measurements.
///
/// Clocks drift: a 120 Hz display refreshes every 8.31 ms on one phone and every 8.33 ms on another. With the nominal
/// refresh rate, runs of the two phones are comparable.
enum NominalRefreshRate {
  /// The usual refresh rates of phones, tablets and television sets, in hertz.
  private static let common: [Double] = [24, 30, 48, 50, 60, 72, 80, 90, 96, 100, 120, 144, 165]

  /// The nominal refresh rate of a display, in hertz, for a measured interval between two refreshes.
  ///
  /// - Returns: the common refresh rate that is within 2%, otherwise the nearest whole number of hertz; `nil` for
  ///   intervals below 1 ms or above 1 s.
  static func hertz(every interval: Nanoseconds) -> Double? {
    guard interval >= .perMillisecond, interval <= .perSecond else { return nil }
    let measured = 1e9 / Double(interval)
    let nearest = common.min { abs($0 - measured) < abs($1 - measured) }
    guard let nearest, abs(nearest - measured) <= 0.02 * nearest else { return measured.rounded() }
    return nearest
  }

  /// The refresh rate of a display, in hertz, that fits the times of its refreshes, of which some may be missing.
  ///
  /// - Parameter times: the times of refreshes, in any order.
  /// - Returns: the rate of the shortest steps between refreshes; `nil` if there are fewer than ten steps, or if less
  ///   than half of the steps are as short.
  static func hertz(ofTimes times: [Nanoseconds]) -> Double? {
    let sorted = times.sorted()
    let plausible: ClosedRange<Nanoseconds> = 2 * .perMillisecond...50 * .perMillisecond
    let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.filter(plausible.contains).sorted()
    guard steps.count >= 10 else { return nil }
    let short = steps[steps.count / 20]
    let alike = steps.filter { ($0 - short).magnitude * 10 <= short.magnitude }
    guard alike.count * 2 >= steps.count else { return nil }
    return hertz(every: alike[alike.count / 2])
  }

  /// The refresh rate of a display, in hertz, that at least 90% of the observations have; `nil` if no rate is so
  /// frequent.
  ///
  /// - Parameter counts: the number of observations per nominal refresh rate.
  static func prevailing(among counts: [Double: Int]) -> Double? {
    let total = counts.values.reduce(0, +)
    return counts.first { $0.value * 10 >= total * 9 }?.key
  }
}
