internal import Decoding
internal import Recordings
internal import Units

/// A sensor that a measuring tool polls (reads at intervals): its name, unit and role.
struct PolledSensor: Sendable {
  let name: String
  let unit: Unit
  /// The conversion from the tool's unit to the base unit.
  let scale: SampleCollector.Scale
  let role: Counter.Role

  init(
    _ name: String, _ unit: Unit, _ scale: SampleCollector.Scale = .asWritten,
    role: Counter.Role = .other
  ) {
    self.name = name
    self.unit = unit
    self.scale = scale
    self.role = role
  }

  /// A key that identifies the sensor, even if a thread has the name of another sensor.
  fileprivate var key: String {
    if case .threadCPU = role { role.name } else { name }
  }

  /// The conversion of a sensor's percentages to fractions.
  static let percent = SampleCollector.Scale.divided(by: 100)
}

/// Collects polled samples of sensors that may appear and disappear.
struct PolledSamples {
  /// The maximum number of sensors, most of which are threads.
  static let mostSensors = 10_000
  /// The maximum number of samples: one hour of sixty threads that are polled twice per second.
  static let mostSamples = 1 << 19

  private var positions: [String: Int] = [:]
  private var sensors: [PolledSensor] = []
  private var values: [[(time: Nanoseconds, value: Double?)]] = []

  /// Whether the limit of sensors or of samples was exceeded.
  private(set) var isOverfull = false
  private(set) var count = 0
  /// The number of sensors that have had a sample so far.
  var sensorCount: Int { sensors.count }

  /// Adds a sample of a polled sensor.
  ///
  /// - Parameters:
  ///   - value: the sample in the tool's unit; `nil` if it is missing.
  ///   - sensor: the sensor, which is identified by its name and by whether it is a thread.
  ///   - time: the time of the sample; samples may have any order.
  mutating func take(_ value: Double?, of sensor: PolledSensor, at time: Nanoseconds) {
    guard let position = positions[sensor.key] ?? add(sensor) else { return }
    guard count < Self.mostSamples else { return isOverfull = true }
    count += 1
    values[position].append((time, value))
  }

  private mutating func add(_ sensor: PolledSensor) -> Int? {
    guard sensors.count < Self.mostSensors else {
      isOverfull = true
      return nil
    }
    positions[sensor.key] = sensors.count
    sensors.append(sensor)
    values.append([])
    return sensors.count - 1
  }

  mutating func drop(_ name: String) {
    if let position = positions[name] { values[position] = [] }
  }

  /// The samples of a sensor that is not a thread, in the tool's unit and in the order of the file; empty if the sensor
  /// has no samples.
  func values(of name: String) -> [Double?] {
    positions[name].map { values[$0].map(\.value) } ?? []
  }

  /// One counter per sensor with a value, in the order of the file; samples are sorted by time.
  ///
  /// - Parameter origin: the file's time at present 0 of the run.
  func counters(movedBy origin: Nanoseconds = 0) -> [Counter] {
    zip(sensors, values).compactMap { sensor, values in
      guard values.contains(where: { $0.value != nil }) else { return nil }
      let ordered = values.enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }
      var collector = SampleCollector(scale: sensor.scale)
      for (_, sample) in ordered { collector.append(value: sample.value, at: sample.time) }
      return Counter(
        role: sensor.role, name: sensor.name, unit: sensor.unit,
        samples: collector.withTimes(movedBy: origin))
    }
  }
}

extension [Double?] {
  /// The mean of the samples of a sensor; `nil` if any sample is missing or there are no samples.
  var meanOfWhole: Double? {
    let known = compactMap { $0 }
    guard known.count == count, !known.isEmpty else { return nil }
    return known.reduce(0, +) / Double(known.count)
  }
}

extension PolledSensor {
  /// Creates a sensor from the name and the unit that a log contains.
  ///
  /// - Parameter word: the unit in the log, in upper or lower case. An unknown word becomes a unit with this word as
  ///   its name.
  init(_ name: String, unit word: String, role: Counter.Role) {
    let word = harmless(word, limit: 20)
    let known = Self.units[word.lowercased()]
    self.init(
      harmless(name, limit: 100), known?.unit ?? (word.isEmpty ? .count : Unit(id: word)),
      known?.scale ?? .asWritten, role: role)
  }

  /// Whether a word is a unit that is known by its name, in upper or lower case.
  static func isUnit(_ word: String) -> Bool { units[word.lowercased()] != nil }

  /// The base unit for each unit in a log, by lower-case name, and the conversion to the base unit.
  private static let units: [String: (unit: Unit, scale: SampleCollector.Scale)] = [
    "%": (.fraction, percent),
    "°c": (.celsius, .asWritten), "c": (.celsius, .asWritten),
    "degrees celsius": (.celsius, .asWritten),
    "w": (.watts, .asWritten), "watts": (.watts, .asWritten),
    "mhz": (.hertz, .times(1e6)),
    "fps": (.framesPerSecond, .asWritten),
    "ms": (.milliseconds, .asWritten), "msec": (.milliseconds, .asWritten),
    "kb": (.bytes, .times(1024)), "mb": (.bytes, .times(1_048_576)),
    "gb": (.bytes, .times(1_073_741_824)),
  ]
}

extension [Counter] {
  /// The mean of the samples of a frame-rate counter, as the measure `fps.sampled`.
  ///
  /// Samples of a frame rate are averages over unknown numbers of frames, so their mean is not `fps.avg`, which is
  /// frames divided by time.
  ///
  /// - Returns: `nil` if there is no such counter, or the counter has no value.
  func sampledFrameRate(named name: String) -> Scalar? {
    guard let counter = first(where: { $0.name == name && $0.unit == .framesPerSecond }) else {
      return nil
    }
    guard let mean = counter.samples.mean else { return nil }
    return Scalar(
      name: OwnMeasure.sampledFrameRate, value: mean, unit: .framesPerSecond,
      lowerIsBetter: false)
  }
}

/// Parses the dates and times of day that programs write in front of their samples.
enum SampleClock {
  /// A date and a time of day as nanoseconds since 1970 on the machine's clock; `nil` if the text has another form.
  ///
  /// - Parameter text: such as `2026-04-18 17:56:25`, `18.4.2026 17:56:25.104` or `4/18/2026 17:56:25`.
  static func time(_ text: String) -> Nanoseconds? {
    var words = text.split { $0 == " " || $0 == "T" }
    if words.last?.last == "Z" { words[words.count - 1].removeLast() }
    guard words.count == 2 else { return nil }
    let parts = words[1].split(separator: ":")
    guard parts.count == 3, let second = Double(parts[2]), (0..<61).contains(second) else {
      return nil
    }
    let clock = (parts[..<2] + [parts[2].prefix { $0.isNumber }]).compactMap { Int($0) }
    guard let date = date(words[0]), let seconds = CalendarTime.seconds(date + clock) else {
      return nil
    }
    let fraction = second - second.rounded(.down)
    return Nanoseconds(seconds) * .perSecond + Nanoseconds((fraction * 1e9).rounded())
  }

  /// The year, month and day of a date, which has slashes if the month comes first, as in the United States.
  private static func date(_ text: Substring) -> [Int]? {
    let numbers = text.split { "-./".contains($0) }.compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    if numbers[0] > 31 { return numbers }
    let monthIsFirst = text.contains("/") && numbers[0] <= 12
    return monthIsFirst
      ? [numbers[2], numbers[0], numbers[1]] : [numbers[2], numbers[1], numbers[0]]
  }
}
