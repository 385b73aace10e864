internal import Decoding
internal import Recordings
internal import Units

/// Collects the samples of one sensor column.
///
/// Sensors refresh far more rarely than rows come, so a field whose bytes equal those of the row above
/// is not read again.
struct SampleCollector {
  private var times: [Nanoseconds] = []
  /// The samples but for the last repetitions of the last one, which are counted on their own.
  private var stretches = SampleStretches()
  private var repetitions = 0
  private var isAllZeroOrMissing = true
  private var seen = FieldPrint.none
  private let scale: Scale

  /// What a number in the column is multiplied with for the base unit.
  enum Scale: Sendable {
    case asWritten
    /// Percent to fraction.
    case divided(by: Double)
    case times(Double)

    /// The number in the base unit, or `nil` where it is too large for one.
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

  /// Creates an empty collector.
  ///
  /// - Parameter scale: to the base unit.
  init(scale: Scale = .asWritten) { self.scale = scale }

  /// Whether there is no sample, or each one is missing or 0.
  var isNothing: Bool { isAllZeroOrMissing }

  /// Whether there is not one sample with a value.
  var hasNoValue: Bool { stretches.allSatisfy { $0.value == nil } }

  /// Takes the sample that came with the next frame.
  ///
  /// - Parameter field: holds a number, or something that counts as missing.
  /// - Returns: what is wrong with the field, when it holds neither a number nor a word for none.
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

  /// Takes the last sample again.
  ///
  /// - Parameter times: how often; 0 before the first sample.
  mutating func repeatLast(_ times: Int) { repetitions += times }

  /// Takes a sample at a time of its own.
  ///
  /// - Parameters:
  ///   - field: as above.
  ///   - time: not before the last one.
  /// - Returns: as above.
  mutating func append(_ field: Field, at time: Nanoseconds) -> ImportIssue.Kind? {
    times.append(time)
    return append(field)
  }

  /// Takes a sample that was read already.
  ///
  /// - Parameters:
  ///   - value: finite, in the unit of the trace; `nil` when it is missing.
  ///   - time: not before the last one.
  mutating func append(value: Double?, at time: Nanoseconds) {
    times.append(time)
    append(value: value.flatMap(scale.apply))
  }

  /// The samples, one a frame.
  func withFrames() -> SampleColumn { SampleColumn(clock: .frames, stretches: all) }

  /// The samples at their own times.
  ///
  /// - Parameter origin: what their clock showed at present 0.
  /// - Returns: the samples, on the clock of the presents.
  func withTimes(movedBy origin: Nanoseconds) -> SampleColumn {
    SampleColumn(clock: .times(times.map { $0 - origin }), stretches: all)
  }

  /// All samples, with the last repetitions.
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
      // So that the next row's is looked at, and noted, too.
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

/// The bytes of a field of at most 16 bytes, quick to compare.
private struct FieldPrint: Equatable {
  private let low: UInt64
  private let high: UInt64
  private let count: Int

  /// Equals no field's.
  static let none = FieldPrint(low: 0, high: 0, count: -1)

  private init(low: UInt64, high: UInt64, count: Int) {
    self.low = low
    self.high = high
    self.count = count
  }

  /// Takes the bytes of a field; `nil` for a longer one.
  ///
  /// Loads 16 bytes, which the margin behind every field allows.
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
    // Smart shifts: by 64 and more gives 0, and by less than 0 the other way is cut off before.
    ~(UInt64.max << UInt64(max(bytes, 0) * 8))
  }
}
