public import Units

/// The metadata of a run from `run.json`, the trace's header and command-line options.
public struct RunDescription: Sendable, Equatable {
  /// The commit that the run measured: an id, a tag or an abbreviation that the user gave, or the id from Git.
  public var commit: String?
  /// The date or time at which the run was measured, in ISO 8601; a date from `run.json` is not checked.
  public var date: String?
  /// The session of the run: a block of runs on one device without a reboot or other jobs in
  /// between.
  public var session: String?
  /// The device on which the run was measured.
  public var device = Device()
  /// Metadata of the run for which this type has no property, as names with their values.
  public var labels: [String: String] = [:]
  /// The duration of the measured test, if the test program recorded the duration itself; otherwise `nil`.
  public var testDuration: Nanoseconds?
  /// Single numbers that were measured once in the run, such as a startup time, with their units.
  public var scalars: [Scalar] = []
  /// The user-defined metrics that the suite declares, also those for which the run has no value.
  public var measures: [OwnMeasure] = []
  /// The CPU time of the run's threads according to a profiler or the test program, for traces that contain no samples
  /// of CPU time.
  public var threads: ThreadList?
  /// Metric values of the run as published or computed by another tool, by metric id and in the metric's unit.
  ///
  /// For runs whose trace is not available. They are stored separately from measured values and
  /// marked in every table.
  public var reported: [String: Double] = [:]
  /// A sentence about the source of the run's values, such as a publication, if the user did not measure them;
  /// otherwise `nil`.
  public var provenance: String?

  /// The property of the device that says in which ways frames reached the screen, such as `Composed: Flip`.
  public static let presentation = "presentation"
  /// The text between several ways in which the frames of one run reached the screen.
  public static let severalModes = " / "

  /// Creates the description of a run without any metadata.
  public init() {}

  /// Fills in missing metadata of a run from a less authoritative description, such as a trace's header after
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

/// The device on which a run was measured, as far as it is known.
public struct Device: Sendable, Hashable {
  /// The device's name or model.
  public var name: String?
  /// The device's operating system and its version.
  public var os: String?
  /// The name of the device's processor.
  public var cpu: String?
  /// The name of the device's graphics processor.
  public var gpu: String?
  /// The refresh rate of the device's display in hertz, above 0.
  public var refreshRate: Double?
  /// The time from an input to its effect on this device's screen, without the frame time, in nanoseconds.
  ///
  /// The model of response times adds this input lag to the frame time.
  public var inputLag: Nanoseconds?
  /// Further properties of the device by their names, such as `resolution`.
  public var properties: [String: String] = [:]

  /// Creates the description of a device without any properties.
  public init() {}

  /// Fills in missing properties of a device from a second description, and keeps the known ones.
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

/// A named number that was measured once in a run, such as "time to configure a cell".
public struct Scalar: Sendable, Equatable {
  /// The name of the measured number, which is its metric id.
  public let name: String
  /// The measured number in its unit; never infinite and never NaN.
  public let value: Double
  /// The unit of the measured number.
  public let unit: Unit
  /// Whether lower values of the measured number are better; `nil` if neither direction is.
  public let lowerIsBetter: Bool?

  /// Creates a named number that was measured once in a run; the value is finite.
  public init(name: String, value: Double, unit: Unit, lowerIsBetter: Bool?) {
    self.name = name
    self.value = value
    self.unit = unit
    self.lowerIsBetter = lowerIsBetter
  }
}
