public import Units

/// A measurement sampled beside the frames: CPU load, memory, power.
public struct Counter: Sendable, Equatable {
  /// What it measures, as far as metrics ask for it.
  public let role: Role

  /// The trace's own name for it, such as `cpu_load`.
  public let name: String

  /// The base unit of the samples: fractions, bytes, watts, degrees Celsius, or the trace's own.
  public let unit: Unit

  /// The samples in the order of the trace.
  public let samples: SampleColumn

  /// Creates a counter.
  ///
  /// - Parameters:
  ///   - role: what it measures.
  ///   - name: the trace's own name.
  ///   - unit: the base unit of the samples.
  ///   - samples: in the order of the trace.
  public init(role: Role, name: String, unit: Unit, samples: SampleColumn) {
    self.role = role
    self.name = name
    self.unit = unit
    self.samples = samples
  }

  /// What a counter measures.
  public enum Role: Sendable, Hashable {
    /// Share of all processors in use, of the process where the trace tells it apart.
    case cpu
    /// Share of the graphics processor in use.
    case gpu
    /// Memory of the process, in bytes.
    case memory
    /// Electrical power, in watts.
    case power
    /// Temperature of the device or its hottest sensor, in degrees Celsius.
    case temperature
    /// Charge of the battery, as a fraction.
    case battery
    /// Share of one processor that a thread used.
    case threadCPU(String)
    /// Anything else; kept, and open to `hitchmark sql`.
    case other

    /// The word for it in the store: `cpu`, `thread:main`, `other`.
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

    /// Reads the word back; an unknown one is `other`.
    ///
    /// - Parameter name: as `name` gave it.
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
