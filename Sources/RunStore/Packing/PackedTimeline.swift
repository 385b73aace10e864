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

  /// Packs the kinds or blames of frames.
  static func pack<Entry: RawRepresentable<UInt8>>(_ entries: NumberColumn<Entry>) -> [UInt8] {
    PackedColumn.pack(entries.count, as: .values) { Int64(entries[$0].rawValue) }
  }

  /// Unpacks the kinds or blames of frames.
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
    return PackedColumn.pack(column.count, as: .values) { index in
      guard let value = column[index] else { return PackedColumn.missing }
      return isTime ? value &- presents[index + 1] : value
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
