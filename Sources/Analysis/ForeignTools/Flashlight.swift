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

/// The polls of one iteration of a flashlight benchmark, or the mean of the polls of several iterations.
struct FlashlightPolls {
  private let run: Recording

  /// The interval that flashlight assumes between two polls, even if the real interval was different.
  static let interval: Nanoseconds = .perSecond / 2

  /// The names of the polled counters: frames per second, bytes of memory, and CPU use summed over all threads.
  fileprivate static let sensors = ["fps", "ram", "cpu"]
  fileprivate static let highLoad = "flashlight.high-cpu"

  /// Creates the polls of a run; `nil` if the run is not a flashlight result.
  init?(_ run: Recording) {
    guard run.origin.format == "flashlight" else { return nil }
    self.run = run
  }

  var count: Int { counters.map(\.samples.count).max() ?? 0 }

  /// The polled counters of the run, without the counters of single threads.
  private var counters: [Counter] { Self.sensors.compactMap(counter) }

  fileprivate func counter(_ sensor: String) -> Counter? {
    run.counters.first { $0.name == sensor && !$0.role.isThread }
  }

  /// The mean of a sensor over all polls; `nil` if one poll has no value of the sensor, as in flashlight, or if no poll
  /// has one.
  func mean(of sensor: String) -> Double? { counter(sensor)?.samples.values.meanOfWhole }

  /// The scalars that the reader of flashlight results adds to an iteration.
  fileprivate var scalars: [Scalar] {
    [("fps", Unit.framesPerSecond), ("cpu", .fraction)].compactMap { sensor, unit in
      mean(of: sensor).map {
        Scalar(name: "flashlight.\(sensor)", value: $0, unit: unit, lowerIsBetter: sensor == "cpu")
      }
    }
  }

  /// The busy time of threads: half a second for each poll in which a thread used over 90% of a processor, summed over
  /// the threads; `nil` if flashlight polled only the total of all threads.
  var highLoad: Double? {
    if let mean = run.description.scalars.first(where: { $0.name == Self.highLoad }) {
      return mean.value
    }
    let threads = run.counters.filter(\.role.isThread)
    if threads.map(\.name) == ["Total"] { return nil }
    let polls = threads.reduce(0) { $0 + $1.samples.count { $0 > 0.9 } }
    return Double(polls) * Self.interval.seconds
  }
}

extension IterationPooling {
  /// Merges iterations into a run with the mean of each poll over the iterations, up to the end of the shortest
  /// iteration.
  ///
  /// If the result of the benchmark is a success, failed iterations do not count. The busy time of threads counts all
  /// polls of an iteration.
  ///
  /// Source: flashlight, averageIterations.ts and Report.ts.
  static let polls = IterationPooling { iterations in
    var mean = iterations[0]
    let counted = iterations.filter { !$0.isLeftOut }
    let polls = counted.compactMap(FlashlightPolls.init)
    let count = polls.map(\.count).min() ?? 0
    mean.counters = FlashlightPolls.sensors.compactMap { sensor in
      Counter(mean: polls.map { $0.counter(sensor) }, count: count)
    }
    mean.issues = iterations.flatMap(\.issues)
    mean.description.labels["status"] = nil
    mean.description.labels["isRetriedIteration"] = nil
    let durations = counted.map { $0.description.testDuration.map { Double($0) } }
    mean.description.testDuration = durations.meanOfWhole.flatMap {
      Nanoseconds(exactly: $0.rounded())
    }
    mean.description.scalars = FlashlightPolls(mean)?.scalars ?? []
    if let load = polls.map(\.highLoad).meanOfWhole {
      mean.description.scalars.append(
        Scalar(name: FlashlightPolls.highLoad, value: load, unit: .seconds, lowerIsBetter: true))
    } else {
      // The total of all threads is still needed to explain why there is no busy time.
      mean.counters += iterations[0].counters.filter(\.role.isThread)
    }
    return mean
  }
}

extension Recording {
  /// Whether flashlight ignores this iteration, because it failed and the benchmark succeeded.
  fileprivate var isLeftOut: Bool {
    let labels = description.labels
    return labels["result status"] == "SUCCESS" && labels["status"] != "SUCCESS"
  }
}

extension Counter {
  /// Creates a counter with the mean of several counters, sample by sample; `nil` if a counter is missing.
  fileprivate init?(mean counters: [Counter?], count: Int) {
    let known = counters.compactMap(\.self)
    guard let first = known.first, known.count == counters.count else { return nil }
    let columns = known.map { $0.samples.values }
    let values = (0..<count).map { poll in
      columns.map { $0.indices.contains(poll) ? $0[poll] : nil }.meanOfWhole
    }
    guard values.contains(where: { $0 != nil }) else { return nil }
    let times = values.indices.map { Nanoseconds($0 + 1) * FlashlightPolls.interval }
    self.init(
      role: first.role, name: first.name, unit: first.unit,
      samples: SampleColumn(times: times, values: values))
  }
}

extension Counter.Role {
  fileprivate var isThread: Bool {
    if case .threadCPU = self { true } else { false }
  }
}

extension SampleColumn {
  fileprivate func count(where isCounted: (Double) -> Bool) -> Int {
    stretches.reduce(0) { $0 + ($1.value.map(isCounted) ?? false ? $1.count : 0) }
  }
}

extension [Double?] {
  /// The mean of the samples; `nil` if a sample is missing, or if there are no samples.
  fileprivate var meanOfWhole: Double? {
    let known = compactMap(\.self)
    guard known.count == count, !known.isEmpty else { return nil }
    return known.reduce(0, +) / Double(known.count)
  }
}
