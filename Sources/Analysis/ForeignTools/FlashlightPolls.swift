internal import Recordings
internal import Units

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

  /// The number of polls in the run.
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
  /// The number of samples whose values satisfy a condition.
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
