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
