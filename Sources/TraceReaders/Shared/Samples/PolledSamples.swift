internal import Decoding
internal import Recordings
internal import Units

/// A sensor that a tool polls: what the tool calls it, and what it measures.
struct PolledSensor: Sendable {
  /// The tool's own name.
  let name: String
  /// The base unit.
  let unit: Unit
  /// To the base unit.
  let scale: SampleCollector.Scale
  /// What it measures.
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

  /// What sets it apart: a thread may be called like any other sensor.
  fileprivate var key: String {
    if case .threadCPU = role { role.name } else { name }
  }

  /// Percent to fraction.
  static let percent = SampleCollector.Scale.divided(by: 100)
}

/// Collects what a tool polled: sensors that come and go, at times that are the same for all.
struct PolledSamples {
  /// Sensors, at most; threads are the most.
  static let mostSensors = 10_000
  /// Samples of all sensors together, at most: of sixty threads, twice a second, those of an hour.
  static let mostSamples = 1 << 19

  private var positions: [String: Int] = [:]
  private var sensors: [PolledSensor] = []
  private var values: [[(time: Nanoseconds, value: Double?)]] = []

  /// Whether there are more sensors than any tool has, or more samples than are kept.
  private(set) var isOverfull = false
  /// How many samples there are.
  private(set) var count = 0
  /// How many sensors there are.
  var sensorCount: Int { sensors.count }

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - value: in the tool's unit; `nil` when it is missing.
  ///   - sensor: known by its name and whether it is a thread.
  ///   - time: in any order.
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

  /// Forgets a sensor whose samples tell nothing.
  mutating func drop(_ name: String) {
    if let position = positions[name] { values[position] = [] }
  }

  /// The samples of a sensor in the tool's unit, in the order of the file; empty when it has none.
  ///
  /// - Parameter name: of the sensor, which is no thread.
  /// - Returns: `nil` where a sample is missing.
  func values(of name: String) -> [Double?] {
    positions[name].map { values[$0].map(\.value) } ?? []
  }

  /// The sensors that have a value, in the order of the file, each in the order of time.
  ///
  /// - Parameter origin: the file's time at the run's present 0.
  /// - Returns: one counter for each sensor.
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
  /// The mean, where no sample is missing; `nil` otherwise, and of none.
  var meanOfWhole: Double? {
    let known = compactMap { $0 }
    guard known.count == count, !known.isEmpty else { return nil }
    return known.reduce(0, +) / Double(known.count)
  }
}
