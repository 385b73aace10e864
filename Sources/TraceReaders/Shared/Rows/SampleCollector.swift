internal import Decoding
internal import Recordings
internal import Units

/// Collects the samples of one sensor column.
///
/// Sensors are read far less often than rows are written, so a field that equals the field of the row above is not
/// parsed again.
struct SampleCollector {
  private var times: [Nanoseconds] = []
  /// The samples without the last repetitions of the latest sample, which `repetitions` counts.
  private var stretches = SampleStretches()
  private var repetitions = 0
  private var isAllZeroOrMissing = true
  private var seen = FieldPrint.none
  private let scale: Scale

  /// The conversion of a sensor's numbers to the base unit of the sensor, such as bytes.
  enum Scale: Sendable {
    case asWritten
    /// The number is divided by a constant, such as by 100 to convert percent to a fraction.
    case divided(by: Double)
    case times(Double)

    /// Converts a number to the base unit; `nil` if the result is not finite.
    fileprivate func apply(_ value: Double) -> Double? {
      let scaled =
        switch self {
        case .asWritten: value
        case .divided(let divisor): value / divisor
        case .times(let factor): value * factor
        }
      return scaled.isFinite ? scaled : nil
    }
  }

  /// Creates a collector without samples.
  init(scale: Scale = .asWritten) { self.scale = scale }

  /// Whether each sample of the sensor is missing or 0, or there is no sample.
  var isNothing: Bool { isAllZeroOrMissing }

  var hasNoValue: Bool { stretches.allSatisfy { $0.value == nil } }

  /// Adds the sensor's sample for the next frame.
  ///
  /// - Returns: the problem if the field contains neither a number nor a word for a missing value.
  @inline(__always)
  mutating func append(_ field: Field) -> ImportIssue.Kind? {
    let print = FieldPrint(field)
    if let print, print == seen {
      repetitions += 1
      return nil
    }
    seen = print ?? .none
    return append(new: field)
  }

  /// Repeats the last sample of the sensor.
  ///
  /// - Parameter times: the number of repetitions; 0 before the first sample.
  mutating func repeatLast(_ times: Int) { repetitions += times }

  /// Adds a sample from a field, with its time.
  ///
  /// - Parameter time: the time of the sample, not earlier than that of the last sample.
  /// - Returns: the problem of the field, if there is one.
  mutating func append(_ field: Field, at time: Nanoseconds) -> ImportIssue.Kind? {
    times.append(time)
    return append(field)
  }

  /// Adds a sample that is already parsed, with its time.
  ///
  /// - Parameters:
  ///   - value: finite, in the unit of the trace; `nil` if it is missing.
  ///   - time: the time of the sample, not earlier than that of the last sample.
  mutating func append(value: Double?, at time: Nanoseconds) {
    times.append(time)
    append(value: value.flatMap(scale.apply))
  }

  /// The samples as a column with one sample per frame.
  func withFrames() -> SampleColumn { SampleColumn(clock: .frames, stretches: all) }

  /// The samples as a column with their times, converted to the clock of the presents.
  ///
  /// - Parameter origin: the reading of the samples' clock at present 0.
  func withTimes(movedBy origin: Nanoseconds) -> SampleColumn {
    SampleColumn(clock: .times(times.map { $0 - origin }), stretches: all)
  }

  /// All samples, including the pending repetitions of the last sample.
  private var all: SampleStretches {
    guard repetitions > 0 else { return stretches }
    var all = stretches
    all.append(all.last?.value, count: repetitions)
    return all
  }

  @inline(never)
  private mutating func append(new field: Field) -> ImportIssue.Kind? {
    switch field.double {
    case .value(let number):
      append(value: scale.apply(number))
      return nil
    case .missing, .problem(.notFinite):
      append(value: nil)
      return nil
    case .problem(let kind):
      append(value: nil)
      // The field of the next row is then parsed even if it is equal, so that its problem is recorded too.
      seen = .none
      return kind
    }
  }

  private mutating func append(value: Double?) {
    if let value, value != 0 { isAllZeroOrMissing = false }
    if repetitions > 0 { stretches.append(stretches.last?.value, count: repetitions) }
    stretches.append(value, count: 1)
    repetitions = 0
  }
}

/// The bytes of a field of at most 16 bytes, as two integers for fast comparison.
private struct FieldPrint: Equatable {
  private let low: UInt64
  private let high: UInt64
  private let count: Int

  /// A value that differs from the value of every field.
  static let none = FieldPrint(low: 0, high: 0, count: -1)

  private init(low: UInt64, high: UInt64, count: Int) {
    self.low = low
    self.high = high
    self.count = count
  }

  /// Loads the bytes of a field; `nil` if it is longer than 16 bytes.
  ///
  /// The initializer always loads 16 bytes, because the memory after each field is readable.
  @inline(__always)
  init?(_ field: Field) {
    guard field.count <= 16 else { return nil }
    let bytes = UnsafeRawPointer(field.start)
    let first = bytes.loadUnaligned(as: UInt64.self).littleEndian
    let second = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian
    low = first & Self.mask(bytes: field.count)
    high = second & Self.mask(bytes: field.count - 8)
    count = field.count
  }

  @inline(__always)
  private static func mask(bytes: Int) -> UInt64 {
    // Smart shifts: a shift by 64 or more gives 0, and negative distances are excluded.
    ~(UInt64.max << UInt64(max(bytes, 0) * 8))
  }
}
