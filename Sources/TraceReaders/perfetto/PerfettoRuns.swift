internal import Decoding
internal import Recordings
internal import Units

extension PerfettoTrace {
  /// The runs of a Perfetto trace: one per surface and one for the display.
  ///
  /// If the trace has no FrameTimeline events, there is one run per process with frames, from slices of Android's
  /// view system, from Flutter's events, or from Chrome's.
  ///
  /// - Throws: if the trace has neither frames nor context switches.
  mutating func runs(source: String) throws(TraceError) -> [TraceRun] {
    var origin = Recording.Origin(
      source: source, format: TraceFormat.perfetto.id, dialect: PerfettoDialect.frameTimeline)
    var times = selfTimes
    var runs = surfaceRuns(origin, &times)
    if runs.isEmpty {
      origin.dialect = PerfettoDialect.slices
      runs = SliceFrames.runs(
        of: kernel.slices, &times, names: processes, counters: counters, origin)
    }
    if runs.isEmpty {
      origin.dialect = PerfettoDialect.flutter
      runs = [flutter.run(origin)].compactMap(\.self)
    }
    if runs.isEmpty {
      origin.dialect = PerfettoDialect.chrome
      runs = chrome.runs(origin)
    }
    if runs.isEmpty, !kernel.usage.isEmpty {
      origin.dialect = PerfettoDialect.scheduler
      runs = [schedulerRun(origin)]
    }
    guard !runs.isEmpty else {
      throw .refused(path: source, noFrames(origin.format))
    }
    for index in runs.indices { finish(&runs[index].recording, isAlone: runs.count == 1) }
    return runs
  }

  private borrowing func noFrames(_ format: String) -> TraceRefusal {
    if flutter.hasEvents { return FlutterEngineTrace.noFrames(format) }
    if programs.hasChrome { return ChromeTrace.noFrames(format) }
    return .noFrames(
      format: format, wanted: ["FrameTimeline"] + FrameSlices.names,
      categories: PerfettoDialect.wanted)
  }

  private func finish(_ recording: inout Recording, isAlone: Bool) {
    recording.description.device.fillIn(from: device)
    recording.issues += issues.inOrder
    if isAlone { recording.origin.stream = nil }
  }

  // MARK: - FrameTimeline

  private func surfaceRuns(_ origin: Recording.Origin, _ times: inout SelfTimes) -> [TraceRun] {
    let presents = DisplayPresents(frames.display)
    let rate = NominalRefreshRate.hertz(ofTimes: frames.expectedPresents)
    var slices: [Int64: SlicesByVsync] = [:]
    for process in kernel.slices.processes { slices[process.id] = SlicesByVsync(process) }
    var runs: [(process: Int64, run: TraceRun)] = []
    let refresh = Nanoseconds(1e9 / (rate ?? 60))
    frames.forEachLayer { layer in
      var frames = SurfaceRun(
        layer, presents: presents, slices: slices[layer.process], refresh: refresh)
      frames.setParts(from: &times, ofProcess: layer.process)
      if let run = run(of: layer, frames, origin, rate) { runs.append((layer.process, run)) }
    }
    for index in runs.indices { runs[index].run.recording.issues += times.issues.inOrder }
    counters.add(to: &runs)
    return runs.map(\.run) + displayRun(origin, rate)
  }

  private func displayRun(_ origin: Recording.Origin, _ rate: Double?) -> [TraceRun] {
    guard let display = frames.display,
      var run = run(of: display, SurfaceRun(display: display), origin, rate)
    else { return [] }
    run.role = .compositor
    return [run]
  }

  private func run(
    of layer: SurfaceLayer, _ frames: SurfaceRun, _ origin: Recording.Origin, _ rate: Double?
  ) -> TraceRun? {
    guard let timeline = frames.timeline else { return nil }
    var origin = origin
    let name = layer.name.flatMap { $0.isEmpty ? nil : $0 } ?? "display"
    origin.stream = "\(name) \(layer.process)"
    var recording = Recording(
      origin: origin, timeline: .known(timeline), issues: frames.issues.inOrder)
    recording.description.device.refreshRate = rate
    recording.description.labels["application"] =
      processes.name(of: layer.process) ?? layer.package
    recording.description.scalars = scalars(of: layer)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  /// The number of a surface's frames per jank type, as scalars; the first frame and unfinished frames count too.
  private func scalars(of layer: SurfaceLayer) -> [Scalar] {
    let frames = Scalar(
      name: "perfetto.frames", value: Double(layer.count), unit: .count, lowerIsBetter: nil)
    let verdicts = layer.jankCounts.map { name, count in
      Scalar(
        name: "perfetto.\(name)", value: Double(count), unit: .count, lowerIsBetter: true)
    }
    return [frames] + verdicts
  }

  // MARK: - Other frames, and none

  private func schedulerRun(_ origin: Recording.Origin) -> TraceRun {
    let counters = counters.counters(of: nil)
    return TraceRun(
      Recording(
        origin: origin,
        timeline: .withheld(
          because:
            "the trace has no frames; when you record, turn on \(PerfettoDialect.wanted.joined(separator: ", "))"
        ),
        counters: counters))
  }

  // MARK: - Counters

  private var counters: SchedCounters {
    SchedCounters(kernel.usage, names: processes, processorCount: processorCount)
  }
}

/// The source of a Perfetto trace's frames, which is the name of the dialect.
enum PerfettoDialect {
  static let frameTimeline = "FrameTimeline"
  static let slices = "slices of doFrame and DrawFrame"
  static let flutter = "track events of Flutter"
  static let chrome = "track events of Chrome"
  static let scheduler = "scheduler alone"

  /// The data sources and categories to record so that a trace contains frames.
  static let wanted = ["android.surfaceflinger.frametimeline", "view", "gfx"]
}
