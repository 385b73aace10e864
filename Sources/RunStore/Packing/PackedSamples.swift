internal import Recordings
internal import Units

/// The samples of a counter as bytes: runs of equal samples.
struct PackedSamples: Sendable {
  /// When each sample was taken; `nil` if sample `k` was taken at the end of frame `k`.
  let times: [UInt8]?
  /// The number of samples in each range of equal samples.
  let lengths: [UInt8]
  /// The value of each range.
  let values: [UInt8]
  /// How the values became integers; `nil` if they are the bit patterns of the numbers.
  let scale: DecimalScale?

  init(times: [UInt8]?, lengths: [UInt8], values: [UInt8], scale: DecimalScale?) {
    self.times = times
    self.lengths = lengths
    self.values = values
    self.scale = scale
  }

  init(_ samples: SampleColumn) {
    let stretches = samples.stretches
    let scale = DecimalScale.all.first { scale in
      stretches.allSatisfy { $0.value.map { scale.whole($0) != nil } ?? true }
    }
    self.scale = scale
    lengths = PackedColumn.pack(stretches.count, as: .values) { Int64(stretches[$0].count) }
    values = PackedColumn.pack(stretches.count, as: .values) { index in
      let value = stretches[index].value
      guard let scale else { return Int64(bitPattern: (value ?? .nan).bitPattern) }
      return value.flatMap(scale.whole) ?? PackedColumn.missing
    }
    if case .times(let times) = samples.clock {
      self.times = PackedColumn.pack(times.count, as: .differences) { times[$0] }
    } else {
      times = nil
    }
  }

  /// The number of bytes.
  var size: Int { (times?.count ?? 0) + lengths.count + values.count }

  /// Unpacks the samples.
  func samples(_ count: Int) throws(PackingProblem) -> SampleColumn {
    let stretches = try stretches(of: count)
    guard let times else { return SampleColumn(clock: .frames, stretches: stretches) }
    guard PackedColumn.isPlausible(count: count, bytes: times.count) else { throw .outOfRange }
    let clock = Array(try PackedColumn.unpack(count, as: .differences, from: times))
    guard zip(clock, clock.dropFirst()).allSatisfy({ $0 <= $1 }) else { throw .notIncreasing }
    return SampleColumn(clock: .times(clock), stretches: stretches)
  }

  private func stretches(of count: Int) throws(PackingProblem) -> SampleStretches {
    let number = try PackedColumn.count(of: lengths)
    guard PackedColumn.isPlausible(count: number, bytes: lengths.count) else { throw .outOfRange }
    let lengths = try PackedColumn.unpack(number, as: .values, from: lengths)
    let values = try PackedColumn.unpack(number, as: .values, from: values)
    var stretches = SampleStretches()
    var rest = Int64(count)
    for (length, whole) in zip(lengths, values) {
      guard length > 0, length <= rest else {
        throw .wrongCount(found: Int(clamping: length), expected: Int(rest))
      }
      rest -= length
      stretches.append(try value(whole), count: Int(length))
    }
    guard rest == 0 else { throw .wrongCount(found: count - Int(rest), expected: count) }
    return stretches
  }

  private func value(_ packed: Int64) throws(PackingProblem) -> Double? {
    if let scale { return packed == PackedColumn.missing ? nil : scale.number(packed) }
    let value = Double(bitPattern: UInt64(bitPattern: packed))
    guard !value.isInfinite else { throw .outOfRange }
    return value.isNaN ? nil : value
  }
}

/// Converts numbers with few decimals, as sensors print them, to integers and back without loss of a bit.
struct DecimalScale: Sendable, Equatable {
  /// The number of printed decimals, 0 to 9.
  let decimals: Int
  /// Whether the number was printed as a percentage.
  let isPercent: Bool

  /// All scales, the simplest first.
  static let all = [false, true].flatMap { isPercent in
    (0...9).map { DecimalScale(decimals: $0, isPercent: isPercent) }
  }

  /// Ten to the power of 0 to 9, all exact.
  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// The number for an integer.
  ///
  /// A percentage is divided twice, as when it was read, because a single division can differ in the last bit.
  func number(_ whole: Int64) -> Double {
    let number = Double(whole) / Self.powers[decimals]
    return isPercent ? number / 100 : number
  }

  /// The integer for a number; `nil` if no integer gives exactly this number.
  func whole(_ number: Double) -> Int64? {
    let scaled = (number * Self.powers[decimals] * (isPercent ? 100 : 1)).rounded()
    guard scaled.magnitude < 0x1p53 else { return nil }
    let whole = Int64(scaled)
    return self.number(whole).bitPattern == number.bitPattern ? whole : nil
  }
}
