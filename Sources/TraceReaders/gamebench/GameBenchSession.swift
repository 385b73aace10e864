internal import Decoding
internal import Recordings
internal import Units

/// GameBench's figures for a whole session.
struct GameBenchSession {
  private var description = RunDescription()
  private var facts: [String: String] = [:]

  var hasFigures: Bool { !description.reported.isEmpty || !description.scalars.isEmpty }

  /// The figures of GameBench that are metrics of Hitchmark, each with the divisor to the metric's unit.
  ///
  /// As in Hitchmark, GameBench's frame-rate points are frame rates of one second each, and its stability is the share
  /// of points within 20% of their median. Source: docs.gamebench.net, "FPS and Janks".
  private static let reported: [String: (metric: String, divisor: Double)] = [
    "fpsAvg": ("fps.avg", 1), "fpsMin": ("fps.min", 1), "fpsMax": ("fps.max", 1),
    "fpsMedian": ("fps.median", 1), "fpsStability": ("fps.stability.median", 100),
    "cpuUsageAvg": ("cpu.avg", 100), "cpuUsageMax": ("cpu.max", 100),
    "gpuUsageAvg": ("gpu.avg", 100), "gpuUsageMax": ("gpu.max", 100),
    "memUsageAvg": ("memory.avg", 1), "memUsageMax": ("memory.max", 1),
  ]

  /// The figures of GameBench that become scalars, because Hitchmark has no such metric.
  private static let scalars: [String: (name: String, unit: Unit, lower: Bool?)] = [
    "stabIndex": ("gamebench.variability-index", .framesPerSecond, true),
    "fpsStabilityIndex": ("gamebench.variability-index", .framesPerSecond, true),
    "fpsOnePercentLow": ("gamebench.fps-low1", .framesPerSecond, false),
    "frametime95thPercentile": ("gamebench.frame-time-p95", .milliseconds, true),
    "janksCount": ("gamebench.janks", .count, true),
    "bigJanksCount": ("gamebench.big-janks", .count, true),
    "mAAvg": ("gamebench.current-average", Unit(id: "mA"), true),
    "mWAvg": ("gamebench.power-average", Unit(id: "mW"), true),
    "mAh": ("gamebench.charge", Unit(id: "mAh"), true),
  ]

  /// Adds a fact or figure of the session; keys of the app and the device begin with `app.` and `device.`.
  mutating func note(_ value: String?, as key: String) {
    guard let value, !value.isEmpty else { return }
    if let number = Double(value), number.isFinite, number >= 0, take(number, as: key) { return }
    let text = harmless(value, limit: 200)
    switch key {
    case "device.cpu": description.device.cpu = text
    case "device.gpu": description.device.gpu = text
    case "app.name": description.labels["application"] = text
    case "app.packageName": description.labels["package"] = text
    case "id", "device.manufacturer", "device.model", "device.androidVersionRelease",
      "device.iosVersion":
      facts[key] = text
    default: break
    }
  }

  /// Adds a number of the session if its key is known; returns `false` for unknown keys.
  private mutating func take(_ number: Double, as key: String) -> Bool {
    if let known = Self.reported[key] {
      description.reported[known.metric] = number / known.divisor
    } else if let known = Self.scalars[key] {
      guard !description.scalars.contains(where: { $0.name == known.name }) else { return true }
      description.scalars.append(
        Scalar(name: known.name, value: number, unit: known.unit, lowerIsBetter: known.lower))
    } else if key == "device.refreshRate" {
      description.device.refreshRate = Device.isRefreshRate(number) ? number : nil
    } else if key == "timePlayed" {
      description.testDuration = Nanoseconds(exactly: (number * 1e9).rounded())
    } else if key == "sessionDate" {
      description.date = Instant(milliseconds: number)?.text
    } else {
      return false
    }
    return true
  }

  /// The run of the session, which has no frames; `nil` if the session has no figure.
  ///
  /// - Parameter isAlone: whether the file has no other session.
  func run(_ origin: Recording.Origin, isAlone: Bool) -> TraceRun? {
    guard hasFigures else { return nil }
    var origin = origin
    if !isAlone { origin.stream = facts["id"] }
    var description = description
    let name = [facts["device.manufacturer"], facts["device.model"]].compactMap { $0 }
    if !name.isEmpty { description.device.name = name.joined(separator: " ") }
    description.device.os =
      facts["device.androidVersionRelease"].map { "Android \($0)" }
      ?? facts["device.iosVersion"].map { "iOS \($0)" }
    return TraceRun(
      Recording(
        origin: origin,
        timeline: .withheld(
          because: "a GameBench session contains summary figures, but neither samples nor frames"),
        description: description))
  }
}

/// Collects the samples of one measure of a GameBench session.
struct GameBenchMeasure {
  private var samples = PolledSamples()
  private var issues = IssueLog()
  private var count = 0

  /// The unit of measures whose unit GameBench does not document.
  private static let untold = Unit(id: "untold", symbol: "")

  /// Whether the limit of samples was exceeded.
  var isOverfull: Bool { samples.isOverfull }

  /// The sensors of GameBench, by their names in the samples.
  static let sensors = Dictionary(
    uniqueKeysWithValues: [
      PolledSensor("fpsValue", .framesPerSecond), PolledSensor("numJanks", .count),
      PolledSensor("totalCpuUsage", .fraction, PolledSensor.percent, role: .cpu),
      PolledSensor("gbUsage", .fraction, PolledSensor.percent),
      PolledSensor("appUsage", untold), PolledSensor("daemonUsage", untold),
      PolledSensor("totalUsage", untold), PolledSensor("nativeUsage", untold),
      PolledSensor("dalvikUsage", untold), PolledSensor("otherUsage", untold),
      PolledSensor("gpuUsage", .fraction, PolledSensor.percent, role: .gpu),
      PolledSensor("batteryLevel", .fraction, PolledSensor.percent, role: .battery),
      PolledSensor("batteryTemperature", .celsius, role: .temperature),
      PolledSensor("current", untold), PolledSensor("voltage", untold),
    ].map { ($0.name, $0) })

  /// Adds the values of one sample.
  ///
  /// - Parameters:
  ///   - values: the values of the sample, by sensor name.
  ///   - time: the time of the sample since the start of the session; samples may have any order.
  ///   - line: the line of the file at which the sample begins.
  mutating func take(
    _ values: [(name: String, value: Double?)], at time: Nanoseconds?, line: Int
  ) {
    guard let time else { return issues.note(.unusableRow, line: line) }
    for (name, value) in values {
      guard let sensor = Self.sensors[name] else { continue }
      if value == nil { issues.note(.unreadableSample, line: line) }
      samples.take(value, of: sensor, at: time)
    }
    count += 1
  }

  /// The mean frame rate and the number of janks, as scalars; each scalar exists only if no sample is missing.
  private var scalars: [Scalar] {
    let rates = samples.values(of: "fpsValue")
    let janks = samples.values(of: "numJanks")
    let figures: [(String, Double?, Unit, lowerIsBetter: Bool)] = [
      ("gamebench.fps-average", rates.meanOfWhole, .framesPerSecond, false),
      ("gamebench.janks", janks.meanOfWhole.map { $0 * Double(janks.count) }, .count, true),
    ]
    return figures.compactMap { name, value, unit, lowerIsBetter in
      value.map { Scalar(name: name, value: $0, unit: unit, lowerIsBetter: lowerIsBetter) }
    }
  }

  /// The run with the samples of the measure; `nil` without a sample.
  func run(_ origin: Recording.Origin) -> TraceRun? {
    guard count > 0 else { return nil }
    var description = RunDescription()
    description.scalars = scalars
    return TraceRun(
      Recording(
        origin: origin,
        timeline: .withheld(
          because:
            "GameBench records the frame rate of each second, and not the time of each frame"),
        counters: samples.counters(), description: description, issues: issues.inOrder))
  }
}
