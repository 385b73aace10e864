public import Units

/// The samples of one counter: when, and what.
///
/// Sensors that are logged on every frame change far more rarely than frames come, so equal neighbours
/// are kept as one stretch; ten million rows of a sensor that refreshes twice a second take kilobytes.
public struct SampleColumn: Sendable, Equatable {
  /// When the samples were taken.
  public enum Clock: Sendable, Equatable {
    /// At times of their own, on the clock of the presents, one a sample, not decreasing.
    case times([Nanoseconds])
    /// With the frames: sample `k` at the end of frame `k`.
    case frames
  }

  /// Equal neighbouring samples.
  public struct Stretch: Sendable, Equatable {
    /// Their value; `nil` when they are missing.
    public let value: Double?
    /// How many there are, at least 1.
    public let count: Int

    /// Creates a stretch.
    ///
    /// - Parameters:
    ///   - value: finite, or `nil` for missing samples.
    ///   - count: at least 1.
    @inlinable
    public init(value: Double?, count: Int) {
      self.value = value
      self.count = count
    }
  }

  /// When the samples were taken.
  public private(set) var clock: Clock

  /// The samples, equal neighbours together; neighbouring stretches differ.
  public private(set) var stretches = SampleStretches()

  /// Number of samples, missing ones included.
  public private(set) var count = 0

  /// Creates a column of samples that come with the frames.
  public init() { clock = .frames }

  /// Creates a column of samples at times of their own.
  ///
  /// - Parameters:
  ///   - times: not decreasing, one a value.
  ///   - values: `nil` where a sample is missing.
  public init(times: [Nanoseconds], values: [Double?]) {
    precondition(times.count == values.count, "one time a sample")
    clock = .times(times)
    for value in values { append(stretch: Stretch(value: value, count: 1)) }
  }

  /// Creates a column from what a store kept of one.
  ///
  /// - Parameters:
  ///   - clock: as long as the stretches together, where it has times.
  ///   - stretches: in order.
  public init(clock: Clock, stretches: [Stretch]) {
    self.clock = clock
    for stretch in stretches { append(stretch: stretch) }
  }

  /// Creates a column of samples that were collected; O(stretches).
  ///
  /// - Parameters:
  ///   - clock: as long as the stretches together, where it has times.
  ///   - stretches: in order.
  public init(clock: Clock, stretches: SampleStretches) {
    self.clock = clock
    self.stretches = stretches
    count = stretches.reduce(0) { $0 + $1.count }
  }

  /// Adds the sample that came with the next frame.
  ///
  /// - Parameter value: `nil` when it is missing.
  public mutating func appendWithFrame(_ value: Double?) {
    append(stretch: Stretch(value: value, count: 1))
  }

  private mutating func append(stretch: Stretch) {
    count += stretch.count
    stretches.append(stretch.value, count: stretch.count)
  }
}
