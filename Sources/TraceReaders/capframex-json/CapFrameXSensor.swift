internal import Decoding
internal import Recordings
internal import Units

/// One sensor in the JSON of a CapFrameX capture.
struct CapFrameXSensor: Sendable {
  /// The name of the sensor within its kind, such as `GPU Core`.
  var name = ""
  /// The kind of the sensor, such as `Load`.
  var type = ""
  /// The samples of the sensor, in the sensor's own unit.
  var values = SampleColumn()

  /// The sensor as a counter with sample times; `nil` if no sample has a value.
  ///
  /// - Parameter times: the times of the samples on the clock of the presents, not decreasing; `nil` for a sample
  ///   without a time.
  func counter(at times: OptionalColumn) -> Counter? {
    var samples = SampleCollector(scale: kind.scale)
    var next = 0
    for stretch in values.stretches {
      let positions = next..<min(next + stretch.count, times.count)
      for case let time? in positions.lazy.map({ times[$0] }) {
        samples.append(value: stretch.value, at: time)
      }
      next = positions.upperBound
    }
    guard !samples.hasNoValue else { return nil }
    return Counter(
      role: role, name: "\(name) (\(type))", unit: kind.unit,
      samples: samples.withTimes(movedBy: 0))
  }

  /// The role of the sensor in metrics, which only use sensors of the whole processor, of the graphics card and of the
  /// game.
  private var role: Counter.Role {
    switch (type, name) {
    case ("Load", "CPU Total"): .cpu
    case ("Load", "GPU Core"): .gpu
    case ("Data", "Used Memory Game"): .memory
    case ("Power", "GPU Power"), ("Power", "GPU TBP"), ("Power", "GPU Package"): .power
    case ("Temperature", "GPU Core"): .temperature
    case ("Level", "Charge Level"): .battery
    default: .other
    }
  }

  /// The base unit of the sensor, by its kind, and the conversion to it.
  private var kind: (unit: Unit, scale: SampleCollector.Scale) {
    switch type {
    case "Load", "Level", "Control": (.fraction, .divided(by: 100))
    case "Power": (.watts, .asWritten)
    case "Temperature": (.celsius, .asWritten)
    case "Clock", "Frequency": (Unit(id: "MHz"), .asWritten)
    case "Data": (.bytes, .times(1_073_741_824))
    case "SmallData": (.bytes, .times(1_048_576))
    case "Voltage": (Unit(id: "V"), .asWritten)
    default: (.count, .asWritten)
    }
  }
}
