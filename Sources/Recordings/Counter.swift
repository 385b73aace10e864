public import Units

/// A measurement that a tool sampled during a run, such as CPU load, memory or power.
public struct Counter: Sendable, Equatable {
  /// What the counter measures, such as CPU load; metrics use it to find the counters that they need.
  public let role: Role

  /// The name of the counter in the trace, such as `cpu_load`.
  public let name: String

  /// The unit of the counter's samples, such as bytes or watts, or a unit that only the trace uses.
  public let unit: Unit

  /// The samples of the counter, in the order of the trace.
  public let samples: SampleColumn

  /// Creates a counter, a measurement that was sampled during a run.
  public init(role: Role, name: String, unit: Unit, samples: SampleColumn) {
    self.role = role
    self.name = name
    self.unit = unit
    self.samples = samples
  }

  /// What a counter measures, such as CPU load or power.
  public enum Role: Sendable, Hashable {
    /// The share of all processors in use; that of the process if the trace distinguishes it.
    case cpu
    /// The share of the graphics processor in use.
    case gpu
    /// The memory of the process, in bytes.
    case memory
    /// The electrical power, in watts.
    case power
    /// The temperature of the device or its hottest sensor, in degrees Celsius.
    case temperature
    /// The charge of the battery, as a fraction.
    case battery
    /// The share of one processor that a thread used.
    case threadCPU(String)
    /// A measurement that has none of the other roles.
    ///
    /// It is stored, and `hitchmark sql` can read it.
    case other

    /// The name with which the store saves the quantity that a counter measures: `cpu`, `thread:main`, `other`.
    public var name: String {
      switch self {
      case .cpu: "cpu"
      case .gpu: "gpu"
      case .memory: "memory"
      case .power: "power"
      case .temperature: "temperature"
      case .battery: "battery"
      case .threadCPU(let thread): "thread:\(thread)"
      case .other: "other"
      }
    }

    /// Parses the stored name for a counter's quantity, such as `cpu`; an unknown name gives `other`.
    public init(named name: String) {
      let plain: [Role] = [.cpu, .gpu, .memory, .power, .temperature, .battery]
      if name.hasPrefix("thread:") {
        self = .threadCPU(String(name.dropFirst("thread:".count)))
      } else {
        self = plain.first { $0.name == name } ?? .other
      }
    }
  }
}
