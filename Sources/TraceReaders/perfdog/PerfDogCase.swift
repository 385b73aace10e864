internal import Decoding
internal import Recordings
internal import Units

/// One second of a PerfDog case: its frames, and the samples of its sensors.
struct PerfDogSecond {
  /// The time from the start of the case to the start of the second; `nil` if it is missing.
  var time: Nanoseconds?
  /// Whether the user deleted the second from the case.
  var isDeleted = false
  /// The duration of each frame in the second; `nil` for an invalid duration.
  var frameTimes: [Nanoseconds?] = []
  /// The positions of generated frames in the list of frame times, from 0.
  var generated: Set<Double> = []
  /// The samples of the sensors in the second; the value is `nil` if it is missing.
  var samples: [(sensor: PolledSensor, value: Double?)] = []

  /// The sum of the valid frame times in the second; `nil` if the sum is not a plausible time.
  var length: Nanoseconds? {
    var sum: Nanoseconds = 0
    for case let frameTime? in frameTimes where frameTime > 0 {
      guard frameTime.isPlausible, (sum + frameTime).isPlausible else { return nil }
      sum += frameTime
    }
    return sum
  }

  /// The sensors of PerfDog by their names in the file, which are equal on all systems.
  ///
  /// CPU loads are percentages of all processors, and memory is in MB; a negative value means that the value is
  /// missing.
  static let sensors = Dictionary(
    uniqueKeysWithValues: [
      PolledSensor("fps", .framesPerSecond), PolledSensor("Jank", .count),
      PolledSensor("BigJank", .count), PolledSensor("Stutter", .fraction, PolledSensor.percent),
      PolledSensor("AppUsage", .fraction, PolledSensor.percent, role: .cpu),
      PolledSensor("TotalUsage", .fraction, PolledSensor.percent),
      PolledSensor("Memory", .bytes, .times(1e6), role: .memory),
      PolledSensor("RealMemory", .bytes, .times(1e6)),
      PolledSensor("availableMemory", .bytes, .times(1e6)),
    ].map { ($0.name, $0) })
}

/// Builds the run of a PerfDog case: the timeline from its seconds, and PerfDog's own figures.
struct PerfDogCase {
  private var frames = FrameCollector()
  private var samples = PolledSamples()
  private var markers: [Marker] = []
  private var kept: [Range<Nanoseconds>] = []
  private var hasDeletions = false
  private var secondCount = 0
  private var description = RunDescription()
  private var system: [String: String] = [:]
  private var issues = IssueLog()

  /// Whether the limit of sensors or of samples was exceeded.
  var isOverfull: Bool { samples.isOverfull }

  /// The time of present 0 since the start of the case; `nil` before the first second with frames.
  private var clockOrigin: Nanoseconds?

  /// The maximum number of labels of a case, and of the case's intervals that the user kept.
  private static let mostMarkers = 100_000

  /// The limit of times in a file: 36 years, so that sums of three times do not overflow.
  private static let latest: Nanoseconds = 1 << 60

  /// The time of the previous second of the case; `nil` before the first second.
  private var lastTime: Nanoseconds?

  /// The maximum time between the end of a second and the end of its last frame without a lost frame.
  private static let tolerance: Nanoseconds = .perSecond

  // MARK: - Seconds

  /// Adds the next second of the case.
  ///
  /// - Parameters:
  ///   - second: the next second in the order of time.
  ///   - line: the line of the file at which the second begins.
  mutating func add(_ second: PerfDogSecond, line: Int) {
    guard let time = second.time, time >= 0, time < Self.latest else {
      return issues.note(.unusableRow, line: line)
    }
    secondCount += 1
    note(second, from: time)
    for (sensor, value) in second.samples {
      samples.take(value.flatMap { $0 >= 0 ? $0 : nil }, of: sensor, at: time)
    }
    var lost = lostTime(in: second, from: time)
    lastTime = time
    if lost > 0 { issues.note(.lostFrames, line: line) }
    for (index, frameTime) in second.frameTimes.enumerated() {
      guard let frameTime, frameTime.isPlausible else {
        issues.note(frameTime == nil ? .unusableRow : .outOfRange, line: line)
        continue
      }
      let kind: FrameKind = second.generated.contains(Double(index)) ? .generated : .displayed
      let verdict = frames.add(time: nil, frameTime: frameTime + lost, kind: kind)
      lost = 0
      if let issue = verdict.issue { issues.note(issue, line: line) }
    }
  }

  /// The time before the first frame of a second that no frame covers, because frames are lost.
  ///
  /// A frame belongs to the second in which it ends, and begins at the end of the previous frame. A long frame
  /// therefore covers the seconds without frames before it, and only time that no frame time covers is lost.
  private mutating func lostTime(
    in second: PerfDogSecond, from time: Nanoseconds
  ) -> Nanoseconds {
    guard let length = second.length, length > 0, length < Self.latest else { return 0 }
    let end = time + .perSecond
    guard let clockOrigin, let last = frames.lastPresent else {
      clockOrigin = min(time, end - length)
      return 0
    }
    let missing = end - clockOrigin - last - length
    // A file has a row for each second, with or without frames. If the row of a second is missing, the frames of this
    // second are missing, too.
    let isRowMissing = time - (lastTime ?? time) > Self.tolerance * 3 / 2
    return missing > (isRowMissing ? Self.tolerance / 2 : Self.tolerance) ? missing : 0
  }

  private mutating func note(_ second: PerfDogSecond, from time: Nanoseconds) {
    hasDeletions = hasDeletions || second.isDeleted
    guard !second.isDeleted else { return }
    let end = time + .perSecond
    if let last = kept.last, time <= last.upperBound + .perSecond / 2, end > last.lowerBound {
      kept[kept.count - 1] = last.lowerBound..<max(end, last.upperBound)
    } else if kept.count < Self.mostMarkers {
      kept.append(time..<end)
    } else {
      issues.note(.tooMany, line: nil, found: "stretches")
    }
  }

  /// Adds a label that the user gave to a part of the case.
  mutating func add(
    label: String, from start: Nanoseconds?, to end: Nanoseconds?, line: Int
  ) {
    guard let start, let end, start >= 0, end >= start, end < Self.latest else {
      return issues.note(.unusableRow, line: line)
    }
    guard markers.count < Self.mostMarkers else {
      return issues.note(.tooMany, line: line, found: "labels")
    }
    markers.append(Marker(start: start, end: end, name: harmless(label, limit: 200)))
  }

  // MARK: - Facts

  /// Stores a fact about the device or the application; reports and summaries use different names for some facts.
  mutating func note(_ value: String?, as key: String) {
    guard let value, !value.isEmpty else { return }
    let text = harmless(value, limit: 200)
    switch key {
    case "DeviceModel", "model": description.device.name = text
    case "OSType", "OSVersion": system[key] = text
    case "os_ver": system["OSVersion"] = system["OSVersion"] ?? text
    case "CpuType", "cpu_type": description.device.cpu = text
    case "GpuType", "gpu_type": description.device.gpu = text
    case "AppDisplayName", "app_name": description.labels["application"] = text
    case "AppPackageName", "pkg_name": description.labels["package"] = text
    case "AppVersion", "app_ver": description.labels["version"] = text
    case "AbsDataStartTime":
      description.date = Double(text).flatMap { Instant(milliseconds: $0) }?.text
    case "used_time":
      description.testDuration = Double(text).flatMap { Nanoseconds(exactly: $0 * 1e6) }
    default: break
    }
  }

  /// The figures of PerfDog that become scalars, by their names in its summaries.
  ///
  /// Figures that PerfDog names "per hour" are per ten minutes.
  private static let figures: [String: (name: String, unit: Unit, divisor: Double, lower: Bool)] = [
    "fps_avg": ("perfdog.fps-average", .framesPerSecond, 1, false),
    "fps_var": ("perfdog.fps-variance", Unit(id: "fps²"), 1, true),
    "fps_ge_18": ("perfdog.fps-18", .fraction, 100, false),
    "fps_ge_25": ("perfdog.fps-25", .fraction, 100, false),
    "fps_drop": ("perfdog.fps-drops-per-hour", .count, 1, true),
    "ftime_avg": ("perfdog.frame-time-average", .milliseconds, 1, true),
    "jank_per_hour": ("perfdog.janks-per-10-minutes", .count, 1, true),
    "big_jank_per_hour": ("perfdog.big-janks-per-10-minutes", .count, 1, true),
    "cpu_app_avg": ("perfdog.cpu-average", .fraction, 100, true),
    "mem_use_avg": ("perfdog.memory-average", .megabytes, 1, true),
  ]

  /// Adds one of PerfDog's own figures; negative values are missing.
  mutating func note(figure: Double?, named name: String) {
    guard let figure, figure >= 0, let known = Self.figures[name],
      !description.scalars.contains(where: { $0.name == known.name })
    else { return }
    description.scalars.append(
      Scalar(
        name: known.name, value: figure / known.divisor, unit: known.unit,
        lowerIsBetter: known.lower))
  }

  // MARK: - The run

  /// The run of the case; `nil` if there was neither a second nor a figure.
  func run(_ origin: Recording.Origin) -> TraceRun? {
    guard secondCount > 0 || !description.scalars.isEmpty else { return nil }
    var description = description
    let system = [system["OSType"], system["OSVersion"]].compactMap { $0 }.joined(separator: " ")
    if !system.isEmpty { description.device.os = system }
    let timeline = frames.finish()
    let clockOrigin = clockOrigin ?? 0
    let reason =
      secondCount > 0
      ? "this PerfDog test was recorded without frame times"
      : "a PerfDog summary contains summary figures, but no values per second and no frames"
    return TraceRun(
      Recording(
        origin: origin, timeline: timeline.map { .known($0) } ?? .withheld(because: reason),
        counters: samples.counters(movedBy: clockOrigin),
        markers: (markers + keptMarkers).map { $0.moved(by: clockOrigin) },
        description: description, issues: issues.inOrder),
      clockOrigin: timeline == nil ? nil : clockOrigin)
  }

  /// The parts of the case that the user kept, as activities; empty if the user deleted no part.
  private var keptMarkers: [Marker] {
    guard hasDeletions else { return [] }
    return kept.map {
      Marker(start: $0.lowerBound, end: $0.upperBound, name: "kept", isActivity: true)
    }
  }
}
