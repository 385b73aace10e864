internal import Recordings
internal import Units

extension ForeignTool {
  /// As its report has them.
  static let flashlight = ForeignTool(
    id: "flashlight", name: "flashlight", frames: .displayed,
    figures: [
      figure("Average FPS", FlashlightRules.average, digits: 1),
      figure("Average CPU usage", FlashlightRules.cpu, digits: 1),
      figure("Average RAM usage", FlashlightRules.memory, digits: 1),
    ])
}

private enum FlashlightRules {
  static let source = "flashlight, pollFpsUsage.ts and its reporter"

  static let average = Metric.rule(
    "flashlight.fps", .framesPerSecond,
    parameters: [.refreshRate, .refreshRateSource, .frames],
    help:
      "The mean of polls of half a second, which flashlight's own results hold. Time in which nothing was drawn is credited with"
      + " the full refresh rate, as if the thread of the user interface were idle all of it, so"
      + " that an application that does nothing has a perfect figure.",
    formula: "mean over windows of 0.5 s of min(rate, (frames + idle * rate) / 0.5 s); idle ="
      + " 0.5 s - sum of max(1 / rate, work on the frame, or 1 / rate where it is not known)",
    source: source
  ) { figures throws(Withheld) in
    if let own = own("flashlight.fps", figures) { return own }
    let polls = try polls(figures)
    guard !polls.isEmpty else { throw .shorterThanWindow("0.5s") }
    return polls.reduce(0, +) / Double(polls.count)
  }

  static let cpu = Metric.rule(
    "flashlight.cpu", .fraction, .lowerIsBetter, parameters: [],
    help:
      "The mean of the samples; of flashlight's own results that of its polls, each of which is the sum over all"
      + " threads in parts of one processor.",
    formula: "mean of the CPU samples", source: source
  ) { figures throws(Withheld) in
    if let own = own("flashlight.cpu", figures) { return own }
    return try figures.samples(of: .cpu).mean
  }

  static let memory = Metric.rule(
    "flashlight.memory", .megabytes, .lowerIsBetter,
    parameters: [], help: "The mean of the samples; flashlight's megabyte has 1,048,576 bytes.",
    formula: "mean of the memory samples / 2^20 bytes", source: source
  ) { figures throws(Withheld) in try figures.samples(of: .memory).mean / 1_048_576 }

  /// What a result of flashlight says itself, of polls whose frames nobody knows.
  private static func own(_ name: String, _ figures: RunFigures) -> Double? {
    figures.recording.description.scalars.first { $0.name == name }?.value
  }

  /// The frame rate of each whole half second of frames.
  private static func polls(_ figures: RunFigures) throws(Withheld) -> [Double] {
    let rate = try figures.refreshRate()
    let frames = try figures.frames()
    let window = Nanoseconds.perSecond / 2
    guard frames.duration / window <= 1_000_000 else { throw .emptyWindows }
    let work = figures.recording.timeline.value?.signals[.cpuBusy].flatMap { column in
      column.count == frames.count ? column : nil
    }
    return frames.segments.flatMap { segment in
      var polls = [(count: Int, busy: Double)](
        repeating: (0, 0), count: Int(frames.frameTimes[segment].reduce(0, +) / window))
      var time: Nanoseconds = 0
      for index in segment {
        time += frames.frameTimes[index]
        let poll = Int((time - 1) / window)
        guard poll < polls.count else { break }
        polls[poll].count += 1
        polls[poll].busy += max(1 / rate, work?[index]?.seconds ?? 0)
      }
      return polls.map { poll in
        let idle = window.seconds - poll.busy
        return min(rate, max(0, (Double(poll.count) + idle * rate) / window.seconds))
      }
    }
  }
}
