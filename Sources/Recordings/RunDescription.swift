public import Units

/// The metadata of a run from `run.json`, the trace's header and options.
public struct RunDescription: Sendable, Equatable {
  /// The measured commit as given: an id, a tag, an abbreviation.
  public var commit: String?
  /// The date or time of the measurement, ISO 8601.
  public var date: String?
  /// The session of the run: a block of runs on one device without a reboot or other jobs in
  /// between.
  public var session: String?
  /// The device.
  public var device = Device()
  /// All other metadata, by name.
  public var labels: [String: String] = [:]
  /// The duration of the test, if the harness recorded it separately.
  public var testDuration: Nanoseconds?
  /// Measured scalars of the run.
  public var scalars: [Scalar] = []
  /// Measures that the suite declares, whether the run has values or not.
  public var measures: [OwnMeasure] = []
  /// The CPU time of threads, if it was given and not sampled.
  public var threads: ThreadList?
  /// Reported metric values, by metric id and in the catalog's unit.
  ///
  /// For runs whose trace is not available. They are stored separately from measured values and
  /// marked in every table.
  public var reported: [String: Double] = [:]
  /// If the trace was not recorded on a device, its origin in a sentence; otherwise `nil`.
  public var provenance: String?

  /// Creates an empty description.
  public init() {}

  /// Fills in missing metadata from a less authoritative source, such as a trace's header after
  /// `run.json`.
  public mutating func fillIn(from other: RunDescription) {
    commit = commit ?? other.commit
    date = date ?? other.date
    session = session ?? other.session
    device.fillIn(from: other.device)
    labels.merge(other.labels) { own, _ in own }
    testDuration = testDuration ?? other.testDuration
    let names = Set(scalars.map(\.name))
    scalars += other.scalars.filter { !names.contains($0.name) }
    threads = threads ?? other.threads
    let measured = Set(measures.map(\.name))
    measures += other.measures.filter { !measured.contains($0.name) }
    reported.merge(other.reported) { own, _ in own }
    provenance = provenance ?? other.provenance
  }
}

/// The device of a run.
public struct Device: Sendable, Hashable {
  /// The device's name or model.
  public var name: String?
  /// The operating system and its version.
  public var os: String?
  /// The processor.
  public var cpu: String?
  /// The graphics processor.
  public var gpu: String?
  /// The refresh rate of the display in hertz, above 0.
  public var refreshRate: Double?
  /// The input lag that the response-time model adds to the frame time.
  public var inputLag: Nanoseconds?
  /// Any further property, by name.
  public var properties: [String: String] = [:]

  /// Creates a device without any properties.
  public init() {}

  /// Fills in missing properties from a less authoritative source.
  public mutating func fillIn(from other: Device) {
    name = name ?? other.name
    os = os ?? other.os
    cpu = cpu ?? other.cpu
    gpu = gpu ?? other.gpu
    refreshRate = refreshRate ?? other.refreshRate
    inputLag = inputLag ?? other.inputLag
    properties.merge(other.properties) { own, _ in own }
  }
}

/// A named number that a run contains, such as "time to configure a cell".
public struct Scalar: Sendable, Equatable {
  /// The name of the scalar, which is its metric id.
  public let name: String
  /// The value, finite, in `unit`.
  public let value: Double
  /// The unit.
  public let unit: Unit
  /// Whether less is better; `nil` if neither direction is.
  public let lowerIsBetter: Bool?

  /// Creates a scalar; the value is finite.
  public init(name: String, value: Double, unit: Unit, lowerIsBetter: Bool?) {
    self.name = name
    self.value = value
    self.unit = unit
    self.lowerIsBetter = lowerIsBetter
  }
}
