extension Device {
  /// Whether a number can be the refresh rate of a display: above 0 and at most 10,000 Hz.
  package static func isRefreshRate(_ hertz: Double) -> Bool { hertz > 0 && hertz <= 10_000 }

  /// A property of the device on which a run was measured, such as its processor.
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
