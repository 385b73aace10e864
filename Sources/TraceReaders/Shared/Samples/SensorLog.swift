internal import Decoding
internal import Recordings
internal import Units

/// Collects the samples of a tool that samples sensors at intervals and tells nothing of single frames.
struct SensorLog {
  private let sensors: [PolledSensor]
  private var samples: [SampleCollector]
  private var firstTime: Nanoseconds?
  private var lastTime: Nanoseconds?

  /// Creates an empty log.
  ///
  /// - Parameter sensors: whose samples are given in this order.
  init(_ sensors: [PolledSensor]) {
    self.sensors = sensors
    samples = sensors.map { SampleCollector(scale: $0.scale) }
  }

  /// How many rows were taken.
  private(set) var sampleCount = 0

  /// Whether no row was taken.
  var isEmpty: Bool { sampleCount == 0 }

  /// Takes the samples of one moment.
  ///
  /// - Parameters:
  ///   - time: on the log's clock.
  ///   - field: of a sensor, by its place in the list.
  ///   - note: called with every field that holds neither a number nor a word for none.
  /// - Returns: why nothing was taken; `nil` if the samples were taken.
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

  /// The sensors with at least one value.
  ///
  /// - Parameter startAtZero: whether the log's first time is moved to 0.
  /// - Returns: one counter for each of these sensors.
  func counters(startAtZero: Bool = true) -> [Counter] {
    let origin = startAtZero ? firstTime ?? 0 : 0
    return zip(sensors, samples).compactMap { sensor, samples in
      samples.hasNoValue ? nil : Counter(sensor, samples.withTimes(movedBy: origin))
    }
  }
}
