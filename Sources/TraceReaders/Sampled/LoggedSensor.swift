internal import Recordings
internal import Units

/// A sensor that a tool samples at intervals: what its log calls it, and what the numbers mean.
struct LoggedSensor: Sendable {
  /// The name as the log has it.
  let name: String
  /// The base unit of the samples.
  let unit: Unit
  /// From the log's unit to the base unit.
  let scale: SampleCollector.Scale
  /// What it measures.
  let role: Counter.Role

  /// Creates a sensor.
  ///
  /// - Parameters:
  ///   - name: as the log has it.
  ///   - word: the log's word for the unit, in any case; another word is a unit of its own.
  ///   - role: what it measures.
  init(_ name: String, unit word: String, role: Counter.Role) {
    let word = harmless(word, limit: 20)
    let known = Self.units[word.lowercased()]
    self.name = harmless(name, limit: 100)
    self.role = role
    unit = known?.unit ?? (word.isEmpty ? .count : Unit(id: word))
    scale = known?.scale ?? .asWritten
  }

  /// The base unit of a logged unit, and the way there.
  private static let units: [String: (unit: Unit, scale: SampleCollector.Scale)] = [
    "%": (.fraction, .divided(by: 100)),
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

/// Collects the samples of a tool that samples sensors at intervals and tells nothing of single frames.
struct SensorLog {
  private let sensors: [LoggedSensor]
  private var samples: [SampleCollector]
  private var firstTime: Nanoseconds?
  private var lastTime: Nanoseconds?

  /// Creates an empty log.
  ///
  /// - Parameter sensors: whose samples are given in this order.
  init(_ sensors: [LoggedSensor]) {
    self.sensors = sensors
    samples = sensors.map { SampleCollector(scale: $0.scale) }
  }

  /// Whether no row was taken.
  var isEmpty: Bool { lastTime == nil }

  /// Takes the samples of one moment.
  ///
  /// - Parameters:
  ///   - time: on the log's clock.
  ///   - field: of a sensor, by its place in the list.
  ///   - note: called with every field that holds neither a number nor a word for none.
  /// - Returns: `false`, and nothing taken, when time went back.
  mutating func take(
    at time: Nanoseconds, field: (Int) -> Field, note: (Field) -> Void
  ) -> Bool {
    guard time >= lastTime ?? time else { return false }
    firstTime = firstTime ?? time
    lastTime = time
    for index in samples.indices {
      let field = field(index)
      if samples[index].append(field, at: time) != nil { note(field) }
    }
    return true
  }

  /// The sensors with at least one value, from the log's first moment on.
  var counters: [Counter] {
    zip(sensors, samples).compactMap { sensor, samples in
      guard !samples.hasNoValue else { return nil }
      return Counter(
        role: sensor.role, name: sensor.name, unit: sensor.unit,
        samples: samples.withTimes(movedBy: firstTime ?? 0))
    }
  }
}
