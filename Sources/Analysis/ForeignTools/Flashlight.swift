internal import Recordings
internal import Units

extension ForeignTool {
  /// The tool flashlight, with the figures of its report over all iterations.
  static let flashlight = ForeignTool(
    id: "flashlight", name: "flashlight", frames: .displayed,
    figures: [
      figure("Score", FlashlightRules.score, digits: 0),
      figure("Average Test Runtime", FlashlightRules.runtime, digits: 0),
      figure("Average FPS", FlashlightRules.average, digits: 1),
      figure("Average CPU usage", FlashlightRules.cpu, digits: 1),
      figure("High CPU Usage", FlashlightRules.highLoad, digits: 1),
      figure("Average RAM usage", FlashlightRules.memory, digits: 1),
    ], pooling: .polls)
}

private enum FlashlightRules {
  static let source =
    "flashlight's files pollFpsUsage.ts and averageIterations.ts, and flashlight's reporter"

  static let score = Metric.rule(
    "flashlight.score", .count, digits: 0, parameters: [],
    help: """
      The score in the result file of the tool flashlight; if the file contains no score, a score that Hitchmark \
      computes from the mean FPS and the mean CPU use. As in flashlight, the score that Hitchmark computes divides the \
      mean time with high CPU use per iteration by the length of the shortest iteration, so the score may be too low. \
      If a flashlight result contains no frame rate, the computed score depends only on the CPU use. If a flashlight \
      result contains no refresh rate, the computed score assumes a display of 60 Hz.
      """,
    formula: """
      (mean of clamp(116 - 31.67 * CPU use, 0, 100) and 100 * FPS / refresh rate) * (1 - high CPU \
      usage / (polls * 0.5 s)), at least 0
      """,
    source: "flashlight, getScore.ts"
  ) { figures throws(Withheld) in
    guard let polls = FlashlightPolls(figures.recording) else { throw .noPolls }
    let description = figures.recording.description
    if let own = description.labels["flashlight score"].flatMap(Double.init) { return own }
    guard let load = polls.mean(of: "cpu") else { throw .missingPoll }
    var scores = [min(max(0, -31.666666666667 * load + 116), 100)]
    if let rate = polls.mean(of: "fps") {
      scores.append(rate * 100 / (description.device.refreshRate ?? 60))
    }
    let time = Double(polls.count) * FlashlightPolls.interval.seconds
    let locked = (polls.highLoad ?? 0) / time
    return max(0, scores.reduce(0, +) / Double(scores.count) * (1 - locked))
  }

  static let runtime = Metric.rule(
    "flashlight.runtime", .milliseconds, .lowerIsBetter, digits: 0, parameters: [],
    help: "The mean duration of an iteration of the measured test.",
    formula: "mean of the durations of all iterations of the test", source: source
  ) { figures throws(Withheld) in
    guard let duration = figures.recordedDuration() else { throw .noTestDuration }
    return duration.milliseconds
  }

  static let average = Metric.rule(
    "flashlight.fps", .framesPerSecond,
    parameters: [.refreshRate, .refreshRateSource, .frames],
    help: """
      The mean of the frame rates of all polls, each of which covers half a second. In flashlight, time without \
      drawing counts as the full refresh rate, so an application that draws nothing has a perfect frame rate.
      """,
    formula: """
      mean over windows of 0.5 s of clamp((frames + idle * rate) / 0.5 s, 0, rate); rate = refresh rate, idle = \
      0.5 s - sum of max(1 / rate, CPU time of a frame), or of 1 / rate if the CPU time is unknown; for a flashlight \
      result, the mean of its polls of the frame rate
      """,
    source: source
  ) { figures throws(Withheld) in
    if let own = try polled("fps", figures) { return own }
    let polls = try polls(figures)
    guard !polls.isEmpty else { throw .shorterThanPoll }
    return polls.reduce(0, +) / Double(polls.count)
  }

  static let cpu = Metric.rule(
    "flashlight.cpu", .fraction, .lowerIsBetter, parameters: [],
    help: """
      The mean CPU use during the run. In flashlight's results, the CPU use is the sum over all threads, as a fraction \
      of one processor.
      """,
    formula: "mean of the samples of CPU use", source: source
  ) { figures throws(Withheld) in
    if let own = try polled("cpu", figures) { return own }
    return try figures.samples(of: .cpu).mean
  }

  static let highLoad = Metric.rule(
    "flashlight.high-cpu", .seconds, .lowerIsBetter, parameters: [],
    help: """
      The time in which a thread used over 90% of a processor, summed over all threads, so two such threads at the \
      same time count twice. In flashlight, each poll of the CPU use counts as half a second, even if the poll lasted \
      longer.
      """,
    formula:
      "0.5 s * number of polls of single threads with over 90% of a processor, mean of all iterations",
    source: "flashlight, highCpu.ts"
  ) { figures throws(Withheld) in
    guard let polls = FlashlightPolls(figures.recording) else { throw .noPolls }
    guard let time = polls.highLoad else { throw .noThreads }
    return time
  }

  static let memory = Metric.rule(
    "flashlight.memory", .megabytes, .lowerIsBetter,
    parameters: [],
    help: """
      The mean amount of memory that the measured application used; a megabyte of flashlight has 1,048,576 bytes.
      """,
    formula: "(mean of the memory samples in bytes) / 2^20", source: source
  ) { figures throws(Withheld) in
    let mean = try figures.samples(of: .memory).mean
    return (try polled("ram", figures) ?? mean) / 1_048_576
  }

  /// The mean over all polls of a value that flashlight polled; `nil` for traces of other tools.
  private static func polled(_ sensor: String, _ figures: RunFigures) throws(Withheld) -> Double? {
    guard let polls = FlashlightPolls(figures.recording) else { return nil }
    guard let mean = polls.mean(of: sensor) else { throw .missingPoll }
    return mean
  }

  /// The frame rate of each full half second of the run, in frames per second.
  private static func polls(_ figures: RunFigures) throws(Withheld) -> [Double] {
    let rate = try figures.refreshRate()
    let frames = try figures.frames()
    let window = Nanoseconds.perSecond / 2
    guard frames.duration / window <= 1_000_000 else { throw .lastsDays }
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
