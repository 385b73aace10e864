internal import Recordings
internal import Units

/// The columns of a timeline as bytes.
enum PackedTimeline {
  static func pack(presents: NumberColumn<Nanoseconds>) -> [UInt8] {
    PackedColumn.pack(presents.count, as: .differences) { presents[$0] }
  }

  /// Unpacks presents, and checks that they strictly increase.
  static func presents(
    _ count: Int, from bytes: [UInt8]
  ) throws(PackingProblem) -> NumberColumn<Nanoseconds> {
    guard PackedColumn.isPlausible(count: count, bytes: bytes.count) else { throw .outOfRange }
    let presents = try PackedColumn.unpack(count, as: .differences, from: bytes)
    guard !presents.isEmpty else { throw .wrongCount(found: 0, expected: 1) }
    guard zip(presents, presents.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .notIncreasing }
    return presents
  }

  static func pack<Entry: RawRepresentable<UInt8>>(_ entries: NumberColumn<Entry>) -> [UInt8] {
    PackedColumn.pack(entries.count, as: .values) { Int64(entries[$0].rawValue) }
  }

  static func entries<Entry: RawRepresentable<UInt8>>(
    _ count: Int, from bytes: [UInt8]
  ) throws(PackingProblem) -> NumberColumn<Entry> {
    let numbers = try PackedColumn.unpack(count, as: .values, from: bytes)
    var entries: NumberColumn<Entry> = []
    entries.reserveCapacity(count)
    for number in numbers {
      guard let entry = UInt8(exactly: number).flatMap(Entry.init(rawValue:)) else {
        throw .outOfRange
      }
      entries.append(entry)
    }
    return entries
  }

  /// Packs a signal of all frames.
  ///
  /// Display times are packed minus the present that ends the frame, because these differences vary less. Without
  /// presents, they are packed unchanged.
  static func pack(
    _ column: OptionalColumn, of signal: FrameSignal, presents: NumberColumn<Nanoseconds>
  ) -> [UInt8] {
    let isTime = signal.isTime && !presents.isEmpty
    // Copied, because packing reads each entry several times.
    var values = column.map { $0 ?? PackedColumn.missing }
    if isTime {
      for index in values.indices where values[index] != PackedColumn.missing {
        values[index] &-= presents[index + 1]
      }
    }
    return values.withUnsafeBufferPointer { values in
      PackedColumn.pack(values.count, as: .values) { values[$0] }
    }
  }

  /// Unpacks a signal of all frames; `presents` is empty if there is no timeline.
  static func column(
    of signal: FrameSignal, _ count: Int, presents: NumberColumn<Nanoseconds>,
    from bytes: [UInt8]
  ) throws(PackingProblem) -> OptionalColumn {
    let isTime = signal.isTime && !presents.isEmpty
    var column = OptionalColumn()
    for (index, value) in try PackedColumn.unpack(count, as: .values, from: bytes).enumerated() {
      let isMissing = value == PackedColumn.missing
      column.append(isMissing ? nil : isTime ? value &+ presents[index + 1] : value)
    }
    return column
  }
}

extension FrameSignal {
  /// Whether its values are times on the clock of the presents instead of durations.
  fileprivate var isTime: Bool {
    switch self {
    case .display: true
    case .cpuBusy, .gpuBusy, .latency, .animationError, .work, .overrun, .ui, .render, .input,
      .animation, .layout, .draw, .sync, .issue, .swap:
      false
    }
  }
}

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

/// The parts of the work on frames, with the entries as bytes: three packed columns.
struct PackedParts: Sendable {
  /// The parts that the entries refer to by index.
  var parts: [FrameParts.Part] = []
  /// For each part, the name of the part that usually contains it; `nil` if none does.
  var containers: [String?] = []
  /// For each part, its median duration in the frames in time; `nil` if all frames have entries.
  var typical: [Nanoseconds]?
  let count: Int
  /// The frame of each entry, as differences.
  let frames: [UInt8]
  /// The index of the part of each entry.
  let indexes: [UInt8]
  let durations: [UInt8]

  /// Packs the parts of a timeline; O(n).
  init(_ parts: FrameParts) {
    let entries = parts.entries
    self.parts = parts.parts
    containers = parts.containers
    typical = parts.typical
    count = entries.count
    frames = PackedColumn.pack(count, as: .differences) { Int64(entries[$0].frame) }
    indexes = PackedColumn.pack(count, as: .values) { Int64(entries[$0].part) }
    durations = PackedColumn.pack(count, as: .values) { entries[$0].duration }
  }

  /// The entries in a row of `frame_part_entries`, without the parts that they refer to.
  init(_ row: Statement) {
    count = Int(row.integer("count"))
    frames = row.bytes("frames")
    indexes = row.bytes("parts")
    durations = row.bytes("durations")
  }

  /// Whether columns of this size can have this many entries.
  var isPlausible: Bool {
    PackedColumn.isPlausible(
      count: count, bytes: frames.count + indexes.count + durations.count)
  }

  /// Unpacks the parts; O(n).
  func unpacked() throws(PackingProblem) -> FrameParts {
    let entries = try entries()
    guard
      let parts = FrameParts(
        parts: parts, containers: containers, entries: entries, typical: typical)
    else {
      throw .outOfRange
    }
    return parts
  }

  private func entries() throws(PackingProblem) -> NumberColumn<FrameParts.Entry> {
    guard isPlausible else { throw .outOfRange }
    let frames = try PackedColumn.unpack(count, as: .differences, from: frames)
    let indexes = try PackedColumn.unpack(count, as: .values, from: indexes)
    let durations = try PackedColumn.unpack(count, as: .values, from: durations)
    var entries: NumberColumn<FrameParts.Entry> = []
    entries.reserveCapacity(count)
    for entry in 0..<count {
      guard let frame = Int32(exactly: frames[entry]), let part = UInt16(exactly: indexes[entry])
      else { throw .outOfRange }
      entries.append(FrameParts.Entry(frame: frame, part: part, duration: durations[entry]))
    }
    return entries
  }
}

/// Why the compressed columns of a stored run, such as its frame times, cannot be decoded.
public enum PackingProblem: Error, Sendable, Equatable {
  /// The bytes end before the column does.
  case truncated
  /// There are bytes after the column.
  case leftOver(bytes: Int)
  /// A number is outside the range that the column allows.
  case outOfRange
  /// The column has another length than the run.
  case wrongCount(found: Int, expected: Int)
  /// Presents do not strictly increase, or the times of samples decrease.
  case notIncreasing
  /// The name of a signal, or of a kind of frame, issue or part of a frame, is unknown to this version.
  case unknownName(String)
  /// The compressed part is not a zstd frame, or is damaged.
  case notCompressed
  /// A required part of a run is missing.
  case absent
}
