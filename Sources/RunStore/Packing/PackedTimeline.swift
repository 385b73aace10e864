internal import Recordings
internal import Units

/// The columns of a timeline as bytes.
enum PackedTimeline {
  static func pack(presents: NumberColumn<Nanoseconds>) -> NumberColumn<UInt8> {
    var writer = ByteWriter()
    PackedColumn.pack(presents, as: .differences, into: &writer)
    return writer.finish()
  }

  /// Reads presents back and checks that they strictly increase.
  static func presents(
    _ count: Int, from bytes: NumberColumn<UInt8>
  ) throws(PackingProblem) -> NumberColumn<Nanoseconds> {
    var reader = ByteReader(bytes)
    let presents = try PackedColumn.unpack(count, from: &reader)
    try reader.finish()
    guard !presents.isEmpty else { throw .wrongCount(found: 0, expected: 1) }
    var last = presents[0]
    for present in presents.dropFirst() {
      guard present > last else { throw .notIncreasing }
      last = present
    }
    return presents
  }

  /// Packs frame kinds as runs of equal ones.
  static func pack(kinds: NumberColumn<FrameKind>) -> NumberColumn<UInt8> {
    pack(kinds.lazy.map(\.rawValue))
  }

  static func kinds(
    _ count: Int, from bytes: NumberColumn<UInt8>
  ) throws(PackingProblem) -> NumberColumn<FrameKind> {
    try unpack(count, from: bytes, FrameKind.init(rawValue:))
  }

  /// Packs verdicts as runs of equal ones.
  static func pack(blames: NumberColumn<FrameBlame>) -> NumberColumn<UInt8> {
    pack(blames.lazy.map(\.rawValue))
  }

  static func blames(
    _ count: Int, from bytes: NumberColumn<UInt8>
  ) throws(PackingProblem) -> NumberColumn<FrameBlame> {
    try unpack(count, from: bytes, FrameBlame.init(rawValue:))
  }

  private static func pack(
    _ bytes: some Collection<UInt8>
  ) -> NumberColumn<UInt8> {
    var writer = ByteWriter()
    guard var current = bytes.first else { return writer.finish() }
    var length: UInt64 = 0
    for byte in bytes {
      if byte != current {
        writer.put(current)
        writer.put(varint: length)
        (current, length) = (byte, 0)
      }
      length += 1
    }
    writer.put(current)
    writer.put(varint: length)
    return writer.finish()
  }

  private static func unpack<Entry>(
    _ count: Int, from bytes: NumberColumn<UInt8>, _ entry: (UInt8) -> Entry?
  ) throws(PackingProblem) -> NumberColumn<Entry> {
    var reader = ByteReader(bytes)
    var entries: NumberColumn<Entry> = []
    while entries.count < count {
      guard let entry = entry(try reader.byte()) else { throw .outOfRange }
      let length = try reader.count()
      guard length > 0, length <= count - entries.count else {
        throw .wrongCount(found: length, expected: count - entries.count)
      }
      entries.append(contentsOf: repeatElement(entry, count: length))
    }
    try reader.finish()
    return entries
  }

  /// Packs a measurement of each frame.
  ///
  /// Times at which frames reach the screen are packed as what they add to the present, which varies less;
  /// as they are where there are no presents.
  static func pack(
    _ column: OptionalColumn, of signal: FrameSignal, presents: NumberColumn<Nanoseconds>
  ) -> NumberColumn<UInt8> {
    var writer = ByteWriter()
    Presence(of: column).write(to: &writer)
    let isTime = signal.isTime && !presents.isEmpty
    let known = isTime ? distances(of: column, from: presents) : column.known
    PackedColumn.pack(known, as: .values, into: &writer)
    return writer.finish()
  }

  /// What the times of frames that are there add to the presents that the frames end with.
  private static func distances(
    of times: OptionalColumn, from presents: NumberColumn<Nanoseconds>
  ) -> NumberColumn<Int64> {
    var distances: NumberColumn<Int64> = []
    distances.reserveCapacity(times.count)
    for (time, end) in zip(times, presents.dropFirst()) {
      if let time { distances.append(time &- end) }
    }
    return distances
  }

  // The presents are those of the timeline, none where there is none.
  static func column(
    of signal: FrameSignal, _ count: Int, presents: NumberColumn<Nanoseconds>,
    from bytes: NumberColumn<UInt8>
  ) throws(PackingProblem) -> OptionalColumn {
    var reader = ByteReader(bytes)
    let presence = try Presence(of: count, from: &reader)
    let known = try PackedColumn.unpack(presence.knownCount, from: &reader)
    try reader.finish()
    var column = OptionalColumn()
    let isTime = signal.isTime && !presents.isEmpty
    var values = known.makeIterator()
    var ends = presents.dropFirst().makeIterator()
    presence.forEach { index in
      let base = isTime ? ends.next() ?? 0 : 0
      column.append(index == nil ? nil : values.next().map { $0 &+ base })
    }
    return column
  }
}

extension FrameSignal {
  /// Whether its values are times on the clock of the presents, and not durations.
  fileprivate var isTime: Bool {
    switch self {
    case .display: true
    case .cpuBusy, .gpuBusy, .latency, .animationError, .work, .overrun, .ui, .render: false
    }
  }
}
