internal import Recordings
internal import Units

/// One sensor of a CapFrameX capture, as its JSON has it.
struct CapFrameXSensor: Sendable {
  /// The name within the kind, such as `GPU Core`.
  var name = ""
  /// What kind of sensor it is, such as `Load`.
  var type = ""
  /// What it showed, in its own unit.
  var values: [Double?] = []

  /// The sensor as a counter.
  ///
  /// - Parameter times: when the samples were taken, on the clock of the presents, not decreasing.
  /// - Returns: `nil` without a single value.
  func counter(at times: [Nanoseconds]) -> Counter? {
    let count = min(times.count, values.count)
    let scaled = values.prefix(count).map { $0.map { $0 * kind.factor } }
    guard scaled.contains(where: { $0 != nil }) else { return nil }
    return Counter(
      role: role, name: "\(harmless(name)) (\(harmless(type)))", unit: kind.unit,
      samples: SampleColumn(times: Array(times.prefix(count)), values: scaled))
  }

  /// Which sensors metrics ask for: those of the whole processor, card and game.
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

  /// The base unit of a kind of sensors, and the factor to it.
  private var kind: (unit: Unit, factor: Double) {
    switch type {
    case "Load", "Level", "Control": (.fraction, 0.01)
    case "Power": (.watts, 1)
    case "Temperature": (.celsius, 1)
    case "Clock", "Frequency": (Unit(id: "MHz"), 1)
    case "Data": (.bytes, 1_073_741_824)
    case "SmallData": (.bytes, 1_048_576)
    case "Voltage": (Unit(id: "V"), 1)
    default: (.count, 1)
    }
  }
}
