internal import Decoding
internal import Recordings
internal import Units

/// Collects the samples of a tool that polls sensors and does not log single frames.
struct SensorLog {
  private let sensors: [PolledSensor]
  private var samples: [SampleCollector]
  /// The time of the log's first row; `nil` if the log has no row.
  private(set) var firstTime: Nanoseconds?
  private var lastTime: Nanoseconds?

  /// Creates a collector without samples.
  ///
  /// - Parameter sensors: the sensors in the order in which `take` adds their samples.
  init(_ sensors: [PolledSensor]) {
    self.sensors = sensors
    samples = sensors.map { SampleCollector(scale: $0.scale) }
  }

  /// The number of rows in the log so far; each row has one sample per sensor.
  private(set) var sampleCount = 0

  /// Whether the log has no row.
  var isEmpty: Bool { sampleCount == 0 }

  /// Adds a row: the samples of all sensors at one time.
  ///
  /// - Parameters:
  ///   - field: returns the field of a sensor, by the sensor's position in the list.
  ///   - note: a function that is called with each invalid field.
  /// - Returns: the reason why the row was rejected; `nil` if it was added.
  mutating func take(
    at time: Nanoseconds, field: (Int) -> Field, note: (Field) -> Void
  ) -> ImportIssue.Kind? {
    guard time.isPlausible(after: lastTime) else { return .outOfRange }
    guard time >= lastTime ?? time else { return .timeWentBack }
    firstTime = firstTime ?? time
    lastTime = time
    sampleCount += 1
    for index in samples.indices {
      let field = field(index)
      if samples[index].append(field, at: time) != nil { note(field) }
    }
    return nil
  }

  /// The counters of the log: one per sensor that has a value.
  ///
  /// - Parameter startAtZero: whether times are moved so that the first one is 0.
  func counters(startAtZero: Bool = true) -> [Counter] {
    let origin = startAtZero ? firstTime ?? 0 : 0
    return zip(sensors, samples).compactMap { sensor, samples in
      samples.hasNoValue ? nil : Counter(sensor, samples.withTimes(movedBy: origin))
    }
  }
}
