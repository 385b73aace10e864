public import Units

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

  /// The times at which the counter was sampled.
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
