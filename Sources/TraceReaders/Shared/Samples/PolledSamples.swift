internal import Decoding
internal import Recordings
internal import Units

/// A sensor that a measuring tool polls (reads at intervals): its name, unit and role.
struct PolledSensor: Sendable {
  /// The name that the polling tool gives to the sensor.
  let name: String
  /// The base unit of the sensor's samples.
  let unit: Unit
  /// The conversion from the tool's unit to the base unit.
  let scale: SampleCollector.Scale
  /// The role of the sensor in metrics, such as CPU load.
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
  /// The number of samples of all sensors.
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

  /// Removes all samples of a sensor, by its name.
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
