internal import Decoding
internal import Recordings
internal import Units

/// The values that Flashlight measured in one poll.
struct FlashlightPoll {
  /// The time of the poll since the start of the iteration; `nil` if it is missing.
  var time: Nanoseconds?
  /// The frame rate at the poll by Flashlight's rule, which counts idle time as smooth; `nil` if the rate is missing.
  var frameRate: Double?
  /// The resident memory at the poll, in MiB; `nil` if it is missing.
  var memory: Double?
  /// The CPU use of each thread at the poll, in percent of one processor.
  var threads: [(name: String, load: Double?)] = []
}

/// One iteration of a Flashlight test, which becomes one run.
struct FlashlightIteration {
  private var samples = PolledSamples()
  private var loads: [Double?] = []
  private var labels: [String: String] = [:]
  private var issues = IssueLog()
  private var lastTime = Nanoseconds.min

  private static let facts: Set<String> = ["status", "isRetriedIteration"]

  /// The duration of the iteration; `nil` if it is missing.
  var duration: Nanoseconds?

  /// The number of usable polls of the iteration so far.
  private(set) var pollCount = 0

  /// Whether the limit of sensors or of samples was exceeded.
  var isOverfull: Bool { samples.isOverfull }

  var sampleCount: Int { samples.count }

  /// The number of sensors, most of which are threads.
  var sensorCount: Int { samples.sensorCount }

  private static let frameRate = PolledSensor("fps", .framesPerSecond)
  private static let memory = PolledSensor("ram", .bytes, .times(1_048_576), role: .memory)
  /// The sensor of the CPU load, as a share of one processor, because the number of processors is unknown.
  private static let load = PolledSensor("cpu", .fraction, PolledSensor.percent)

  /// Stores a fact about the iteration as a label of the run; unknown keys are ignored.
  mutating func note(_ value: String?, as key: String) {
    guard let value, Self.facts.contains(key) else { return }
    labels[key] = harmless(value, limit: 100)
  }

  mutating func take(_ poll: FlashlightPoll, line: Int) {
    guard let time = poll.time else { return issues.note(.unusableRow, line: line) }
    guard time >= lastTime else { return issues.note(.timeWentBack, line: line) }
    lastTime = time
    pollCount += 1
    samples.take(poll.frameRate, of: Self.frameRate, at: time)
    samples.take(poll.memory, of: Self.memory, at: time)
    let known = poll.threads.compactMap(\.load)
    let isWhole = known.count == poll.threads.count && !known.isEmpty
    if known.count < poll.threads.count { issues.note(.unreadableSample, line: line) }
    let load = isWhole ? known.reduce(0, +) : nil
    loads.append(load)
    samples.take(load, of: Self.load, at: time)
    for (name, load) in poll.threads {
      let sensor = PolledSensor(
        name, .fraction, PolledSensor.percent, role: .threadCPU(name))
      samples.take(load, of: sensor, at: time)
    }
  }

  /// The constants that Flashlight writes in place of values that it cannot measure on an iPhone.
  private static let placeholders = [("fps", 60.0), ("ram", 200.0)]

  /// Removes the samples of sensors whose value is Flashlight's placeholder in each poll, and records issues.
  mutating func dropPlaceholders() {
    for (name, value) in Self.placeholders {
      let values = samples.values(of: name)
      guard !values.isEmpty, values.allSatisfy({ $0 == value }) else { continue }
      samples.drop(name)
      issues.note(.placeholders, line: nil, found: "\(name) \(Int(value))")
    }
  }

  /// The run of the iteration; `nil` if the iteration has no poll.
  func run(_ origin: Recording.Origin, _ shared: RunDescription) -> TraceRun? {
    guard pollCount > 0 else { return nil }
    var description = shared
    description.labels.merge(labels) { own, _ in own }
    description.testDuration = duration
    description.scalars = scalars
    return TraceRun(
      Recording(
        origin: origin, timeline: .withheld(because: Self.noFrames), counters: samples.counters(),
        description: description, issues: issues.inOrder))
  }

  private static let noFrames =
    "flashlight stores the frame rate at each poll (moment of measurement), and no frame times"

  /// The means of frame rate and CPU load over the polls, as in Flashlight's report of an iteration.
  ///
  /// As in Flashlight, a mean is missing if any poll lacks the value.
  private var scalars: [Scalar] {
    let means: [(String, Double?, Unit, lowerIsBetter: Bool)] = [
      ("flashlight.fps", samples.values(of: "fps").meanOfWhole, .framesPerSecond, false),
      ("flashlight.cpu", loads.meanOfWhole.map { $0 / 100 }, .fraction, true),
    ]
    return means.compactMap { name, mean, unit, lowerIsBetter in
      mean.map { Scalar(name: name, value: $0, unit: unit, lowerIsBetter: lowerIsBetter) }
    }
  }
}

/// One result of Flashlight: a test, and its iterations.
struct FlashlightResult {
  var iterations: [FlashlightIteration] = []

  private var name = ""
  private var isIOS = false
  private var description = RunDescription()

  /// Stores a fact about the Flashlight test; unknown keys are ignored.
  mutating func note(_ value: String?, as key: String) {
    guard let value else { return }
    switch key {
    case "name": name = harmless(value, limit: 200)
    case "type": isIOS = value.hasPrefix("IOS")
    case "status": description.labels["result status"] = harmless(value, limit: 100)
    case "score": description.labels["flashlight score"] = harmless(value, limit: 100)
    default: break
    }
  }

  /// Stores the refresh rate of the display, in hertz.
  mutating func note(refreshRate: Double?) {
    guard let rate = refreshRate, Device.isRefreshRate(rate) else { return }
    description.device.refreshRate = rate
  }

  /// One run per iteration with a poll, in the order of the file.
  ///
  /// - Parameter isAlone: whether the file has only this result. The name of a result often is the name of a commit or
  ///   build, so the name identifies a test only within a file of several results.
  func runs(_ origin: Recording.Origin, isAlone: Bool) -> [TraceRun] {
    var description = description
    if !name.isEmpty { description.labels["result"] = name }
    return iterations.enumerated().compactMap { index, iteration in
      var origin = origin
      origin.stream = name.isEmpty ? "#\(index + 1)" : "\(name) #\(index + 1)"
      origin.iteration = .init(of: isAlone || name.isEmpty ? nil : name, number: index + 1)
      var iteration = iteration
      if isIOS { iteration.dropPlaceholders() }
      return iteration.run(origin, description)
    }
  }
}
