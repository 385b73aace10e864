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
  public var name: String?
  /// The device's operating system and its version.
  public var os: String?
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
  public let name: String
  /// The measured number in its unit; never infinite and never NaN.
  public let value: Double
  public let unit: Unit
  /// Whether lower values of the measured number are better; `nil` if neither direction is.
  public let lowerIsBetter: Bool?

  public init(name: String, value: Double, unit: Unit, lowerIsBetter: Bool?) {
    self.name = name
    self.value = value
    self.unit = unit
    self.lowerIsBetter = lowerIsBetter
  }
}

extension Device {
  /// Whether a number can be the refresh rate of a display: above 0 and at most 10,000 Hz.
  package static func isRefreshRate(_ hertz: Double) -> Bool { hertz > 0 && hertz <= 10_000 }

  public struct Fact: Sendable, Hashable {
    /// The name of the device's property, for people.
    public let name: String
    /// The value of the device's property; `nil` if unknown.
    public let value: String?
  }

  /// The properties of the device that two runs must have in common to be comparable, such as the processor.
  ///
  /// Devices with equal hard facts are one environment. The operating system counts without its
  /// version, the refresh rate in whole hertz, and memory by its size class. The order is fixed.
  public var hardFacts: [Fact] {
    [
      Fact(name: "device", value: name), Fact(name: "processor", value: cpu),
      Fact(name: "graphics", value: gpu),
      Fact(name: "system", value: os.map(OperatingSystem.family)),
      Fact(
        name: "refresh rate",
        value: refreshRate.flatMap { Int64(exactly: $0.rounded()) }.map { "\($0) Hz" }),
      Fact(name: "cores", value: properties["cores"]), Fact(name: "memory", value: memoryClass),
      Fact(name: "present mode", value: properties["present_mode"]),
      Fact(name: "resolution", value: properties["resolution"]),
    ]
  }

  /// The properties of the device, by name, that may affect measurements but do not make runs incomparable.
  ///
  /// They are the full system version, and every property that is not a hard fact.
  public var softFacts: [String: String] {
    var facts = properties.filter { !Self.hardProperties.contains($0.key) }
    facts["system"] = os
    return facts
  }

  private static let hardProperties: Set = [
    "cores", "memory", "memory_gb", "present_mode", "resolution",
  ]

  private var memoryClass: String? {
    if let size = properties["memory_gb"] { return MemoryClass.text(of: "\(size) GB") }
    return properties["memory"].map(MemoryClass.text)
  }
}

extension RunDescription {
  /// The labels that formats use for conditions under which figures change, with their names for people.
  public static let conditions = [
    (label: "cpu_throttling", name: "CPU throttling"), (label: "compilation", name: "compilation"),
  ]

  /// The conditions of the run, as an analysis states them; a processor at full speed needs no word.
  public var conditionWords: [String] {
    let throttling = labels["cpu_throttling"].flatMap { Double($0) ?? 1 > 1 ? $0 : nil }
    return [
      throttling.map { "CPU throttled \($0)x" }, labels["compilation"].map { "compilation \($0)" },
    ].compactMap(\.self)
  }

  /// The run's labels and device properties, by name, that may affect measurements but do not make runs incomparable.
  public var softFacts: [String: String] {
    device.softFacts.merging(labels) { device, _ in device }
  }
}

private enum OperatingSystem {
  /// The operating systems whose editions and releases have their own names.
  private static let named = ["Windows", "macOS", "iPadOS", "iOS", "Android"]

  /// The name of an operating system without its version: its known name, otherwise the text before the first digit.
  static func family(of system: String) -> String {
    let words = system.split { !$0.isLetter }.map { $0.lowercased() }
    if let known = named.first(where: { words.contains($0.lowercased()) }) { return known }
    let name = system.prefix { !$0.isNumber }
    let end = name.lastIndex { $0 != " " }
    return end.map { String(name[...$0]) } ?? system
  }
}

/// The size class of a device's memory, such as 8 GiB.
///
/// Systems report slightly less than the nominal size, and not always the same amount.
private enum MemoryClass {
  private static let units: [(name: String, bytes: Double)] = [
    ("tib", 0x1p40), ("gib", 0x1p30), ("mib", 0x1p20), ("kib", 0x1p10),
    ("tb", 1e12), ("gb", 1e9), ("mb", 1e6), ("kb", 0x1p10),
  ]

  /// The smallest of 1, 2, 3, 4, 6, 8, 12, 16, … GiB that contains a memory size; the text itself if it is not a size.
  static func text(of size: String) -> String {
    let number = size.prefix { $0.isNumber || $0 == "." }
    let unit = size.dropFirst(number.count).filter { $0 != " " }.lowercased()
    guard let amount = Double(number), amount > 0, amount < 1e9,
      let scale = units.first(where: { $0.name == unit })
    else { return size }
    let gibibytes = amount * scale.bytes / 0x1p30
    var power = 1.0
    while power < gibibytes { power *= 2 }
    let between = power * 0.75
    return "\(Int(power > 2 && between >= gibibytes ? between : power)) GiB"
  }
}

/// The range of refresh rates of a display with a variable refresh rate (VRR).
///
///     RefreshRange(named: "48-144")?.name  // "48-144"
public struct RefreshRange: Sendable, Hashable {
  /// The lowest refresh rate of the display in hertz, above 0.
  public let lowest: Double
  /// The highest refresh rate of the display in hertz, above the lowest one and at most 10,000.
  public let highest: Double

  /// Parses a range of refresh rates such as `48-144`, two decimal numbers with a hyphen between them; `nil` for other
  /// texts.
  public init?(named text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { $0.utf8.allSatisfy("0123456789.".utf8.contains) }
    guard parts.count == 2, isPlain, let lowest = Double(parts[0]), let highest = Double(parts[1]),
      lowest > 0, lowest < highest, Device.isRefreshRate(highest)
    else { return nil }
    self.lowest = lowest
    self.highest = highest
  }

  /// The range of refresh rates as text that can be parsed again, such as `48-144`.
  public var name: String { "\(Self.text(lowest))-\(Self.text(highest))" }

  private static func text(_ rate: Double) -> String {
    rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
  }
}

extension Device {
  /// The name of the device property that contains the lowest and highest refresh rate of an adaptive display.
  public static let refreshRangeKey = "refresh_range_hz"

  /// The range of refresh rates of the display; `nil` if it is unknown or not valid.
  public var refreshRange: RefreshRange? {
    properties[Self.refreshRangeKey].flatMap(RefreshRange.init(named:))
  }
}

/// The CPU time of a run's threads according to a profiler or the test program, for traces that contain no samples of
/// CPU time.
public struct ThreadList: Sendable, Equatable {
  /// The threads of the run in the order of the file that lists them, at least one.
  public var threads: [Thread]
  /// The CPU time of all threads of the run, including those that the list of threads lacks; `nil` if the list has all.
  public var total: Nanoseconds?
  /// Whether the CPU times of the threads come from a publication instead of a profiler or the test program.
  ///
  /// In `run.json`, these are the threads within the key `reported`.
  public var isReported: Bool

  public init(threads: [Thread], total: Nanoseconds? = nil, isReported: Bool = false) {
    self.threads = threads
    self.total = total
    self.isReported = isReported
  }

  /// One thread of a run, with its CPU time, its share of the CPU time, or both.
  public struct Thread: Sendable, Equatable {
    public var name: String
    /// An id that distinguishes the thread from threads with the same name; `nil` if not needed.
    public var id: String?
    /// Whether this is the run's main thread, for which the user interface waits.
    public var isMain: Bool
    /// The CPU time of the thread, 0 or above; `nil` if the time is not given.
    public var time: Nanoseconds?
    /// The thread's share of the CPU time of all threads, 0 to 1; `nil` if the share is not given.
    public var share: Double?

    public init(
      name: String, id: String? = nil, isMain: Bool = false, time: Nanoseconds? = nil,
      share: Double? = nil
    ) {
      self.name = name
      self.id = id
      self.isMain = isMain
      self.time = time
      self.share = share
    }
  }
}
