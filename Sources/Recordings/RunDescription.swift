public import Units

/// What is known of a run beside its measurements: from `run.json`, the trace's header, or options.
public struct RunDescription: Sendable, Equatable {
  /// The commit that was measured, as given: an id, a tag, an abbreviation.
  public var commit: String?
  /// The day or time of the measurement, ISO 8601.
  public var date: String?
  /// The uninterrupted occupancy of a device that the run belongs to.
  public var session: String?
  /// What it ran on.
  public var device = Device()
  /// Everything else, by name.
  public var labels: [String: String] = [:]
  /// How long the test itself took, where the harness recorded it apart from the frames.
  public var testDuration: Nanoseconds?
  /// Measured scalars that the run brings.
  public var scalars: [Scalar] = []
  /// Measures that the run's suite declares, whether the run has values of them or not.
  public var measures: [OwnMeasure] = []
  /// CPU time of its threads, where it was told and not sampled; else `nil`.
  public var threads: ThreadList?
  /// Metric values that somebody else measured, by metric id, in the catalogue's unit.
  ///
  /// For runs whose trace is not to be had; kept apart from measured values and marked in every table.
  public var reported: [String: Double] = [:]
  /// Where the trace is no recording of a device, what it is instead, in a sentence; else `nil`.
  public var provenance: String?

  /// Creates a description of a run that nothing is known of.
  public init() {}

  /// Takes over what another source says, where this one says nothing.
  ///
  /// - Parameter other: the source of less authority, such as a trace's header beside `run.json`.
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

/// What a run was measured on.
public struct Device: Sendable, Hashable {
  /// The device's name or model.
  public var name: String?
  /// The operating system and its version.
  public var os: String?
  /// The processor.
  public var cpu: String?
  /// The graphics processor.
  public var gpu: String?
  /// Refresh rate of the display in hertz, above 0.
  public var refreshRate: Double?
  /// Time from an input to its effect that the model of the response time adds to the frame time.
  public var inputLag: Nanoseconds?
  /// Any further property, by name.
  public var properties: [String: String] = [:]

  /// Creates a device that nothing is known of.
  public init() {}

  /// Takes over what another source says, where this one says nothing.
  ///
  /// - Parameter other: the source of less authority.
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

/// A scalar that a run brings with it, such as "time to configure a cell".
public struct Scalar: Sendable, Equatable {
  /// Its name, which is its metric id.
  public let name: String
  /// The value, finite, in `unit`.
  public let value: Double
  /// What the value counts.
  public let unit: Unit
  /// Whether less is better; `nil` when neither direction is.
  public let lowerIsBetter: Bool?

  /// Creates a scalar.
  ///
  /// - Parameters:
  ///   - name: its metric id.
  ///   - value: finite.
  ///   - unit: what the value counts.
  ///   - lowerIsBetter: `nil` when neither direction is better.
  public init(name: String, value: Double, unit: Unit, lowerIsBetter: Bool?) {
    self.name = name
    self.value = value
    self.unit = unit
    self.lowerIsBetter = lowerIsBetter
  }
}
