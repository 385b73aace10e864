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

/// The samples of one counter of a run, such as its CPU load, with their times.
///
/// Sensors change much more rarely than frames are presented, so samples are run-length encoded.
/// Ten million rows of a sensor that refreshes twice per second take kilobytes.
public struct SampleColumn: Sendable, Equatable {
  /// When a counter was sampled: once per frame, or at times that do not depend on frames.
  public enum Clock: Sendable, Equatable {
    /// The counter was sampled at these times on the clock of the presents, one per sample, not decreasing.
    case times([Nanoseconds])
    /// The counter was sampled once per frame: sample `k` is at the end of frame `k`.
    case frames
  }

  /// A sequence of equal samples of a counter, stored once.
  public struct Stretch: Sendable, Equatable {
    /// The value that all samples of a sequence have; `nil` if the samples are missing.
    public let value: Double?
    /// The number of equal consecutive samples in the sequence, at least 1.
    public let count: Int

    /// Creates a sequence of equal samples of a counter; `value` is finite or `nil`.
    @inlinable
    public init(value: Double?, count: Int) {
      self.value = value
      self.count = count
    }
  }

  public private(set) var clock: Clock

  /// The counter's samples in run-length encoding; neighboring entries differ.
  public private(set) var stretches = SampleStretches()

  /// The number of the counter's samples, including missing ones.
  public private(set) var count = 0

  /// Creates an empty column of a counter's samples, for one sample per frame.
  public init() { clock = .frames }

  /// Creates a column of a counter's samples from the samples and their times, which do not decrease.
  ///
  /// A value is `nil` if the sample is missing.
  public init(times: [Nanoseconds], values: [Double?]) {
    precondition(times.count == values.count, "expected one time per sample")
    clock = .times(times)
    for value in values { append(stretch: Stretch(value: value, count: 1)) }
  }

  /// Creates a column of a counter's samples from sequences of equal samples, as the store contains them.
  ///
  /// If the clock has times, there is one per sample.
  public init(clock: Clock, stretches: [Stretch]) {
    self.clock = clock
    for stretch in stretches { append(stretch: stretch) }
  }

  /// Creates a column of a counter's samples from their run-length encoding.
  ///
  /// If the clock has times, there is one per sample.
  public init(clock: Clock, stretches: SampleStretches) {
    self.clock = clock
    self.stretches = stretches
    count = stretches.reduce(0) { $0 + $1.count }
  }

  /// Adds the counter's sample at the next frame; `nil` if it is missing.
  public mutating func appendWithFrame(_ value: Double?) {
    append(stretch: Stretch(value: value, count: 1))
  }

  private mutating func append(stretch: Stretch) {
    count += stretch.count
    stretches.append(stretch.value, count: stretch.count)
  }
}

/// The samples of one counter in run-length encoding: each entry is a value and how often it repeats.
///
/// An entry takes eight bytes, and eight more for its length as soon as one entry of the list is
/// longer than one sample.
public struct SampleStretches: Sendable, Equatable, RandomAccessCollection {
  /// The values of the entries as bit patterns, so that missing values are equal to each other.
  private var bits: ContiguousArray<UInt64> = []
  /// The number of samples that each entry stands for; empty while every entry stands for one sample.
  private var lengths: ContiguousArray<Int> = []

  /// The bit pattern of a missing value: a NaN other than the usual one, which a damaged store may contain.
  private static var missing: UInt64 { Double.nan.bitPattern | 0x6D69_7373 }

  /// Creates an empty list of run-length encoded samples.
  public init() {}

  /// The position of the first entry of run-length encoded samples, always 0.
  public var startIndex: Int { 0 }

  /// The number of entries of run-length encoded samples, each of which repeats one value.
  public var endIndex: Int { bits.count }

  /// The value at an entry of run-length encoded samples, and how often it repeats; O(1).
  ///
  /// Neighboring entries differ.
  public subscript(position: Int) -> SampleColumn.Stretch {
    SampleColumn.Stretch(
      value: value(at: position), count: lengths.isEmpty ? 1 : lengths[position])
  }

  /// Adds equal samples at the end of run-length encoded samples, and merges them with the last entry if that has the
  /// same value.
  ///
  /// `value` is finite or `nil`; `count` is at least 1.
  public mutating func append(_ value: Double?, count: Int) {
    if !isEmpty, self.value(at: endIndex - 1) == value {
      recordLengths()
      lengths[endIndex - 1] += count
      return
    }
    if count > 1 { recordLengths() }
    bits.append(value.map(\.bitPattern) ?? Self.missing)
    if count > 1 || !lengths.isEmpty { lengths.append(count) }
  }

  private mutating func recordLengths() {
    guard lengths.isEmpty else { return }
    lengths = ContiguousArray(repeating: 1, count: bits.count)
  }

  private func value(at position: Int) -> Double? {
    let bits = bits[position]
    return bits == Self.missing ? nil : Double(bitPattern: bits)
  }
}
