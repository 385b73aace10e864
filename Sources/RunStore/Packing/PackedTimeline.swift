internal import Recordings
internal import Units

/// The columns of a timeline as bytes.
enum PackedTimeline {
  static func pack(presents: [Nanoseconds]) -> [UInt8] {
    var writer = ByteWriter()
    PackedColumn.pack(presents, as: .differences, into: &writer)
    return writer.bytes
  }

  /// Reads presents back and checks that they strictly increase.
  static func presents(_ count: Int, from bytes: [UInt8]) throws(PackingProblem) -> [Nanoseconds] {
    var reader = ByteReader(bytes)
    let presents = try PackedColumn.unpack(count, from: &reader)
    try reader.finish()
    guard !presents.isEmpty else { throw .wrongCount(found: 0, expected: 1) }
    for index in 1..<max(presents.count, 1) where presents[index] <= presents[index - 1] {
      throw .notIncreasing
    }
    return presents
  }

  /// Packs frame kinds as runs of equal ones.
  static func pack(kinds: [FrameKind]) -> [UInt8] {
    var writer = ByteWriter()
    var start = 0
    for index in 1...max(kinds.count, 1) where start < kinds.count {
      if index < kinds.count, kinds[index] == kinds[start] { continue }
      writer.put(kinds[start].rawValue)
      writer.put(varint: UInt64(index - start))
      start = index
    }
    return writer.bytes
  }

  static func kinds(_ count: Int, from bytes: [UInt8]) throws(PackingProblem) -> [FrameKind] {
    var reader = ByteReader(bytes)
    var kinds: [FrameKind] = []
    while kinds.count < count {
      guard let kind = FrameKind(rawValue: try reader.byte()) else { throw .outOfRange }
      let length = try reader.count()
      guard length > 0, length <= count - kinds.count else {
        throw .wrongCount(found: length, expected: count - kinds.count)
      }
      kinds.append(contentsOf: repeatElement(kind, count: length))
    }
    try reader.finish()
    return kinds
  }

  /// Packs a measurement of each frame.
  ///
  /// Times at which frames reach the screen are packed as what they add to the present, which varies less.
  static func pack(
    _ column: OptionalColumn, of signal: FrameSignal, presents: [Nanoseconds]
  ) -> [UInt8] {
    var writer = ByteWriter()
    Presence(of: column).write(to: &writer)
    var known = column.known
    if signal.isTime {
      var next = 0
      for index in 0..<column.count where column[index] != nil {
        known[next] &-= presents[index + 1]
        next += 1
      }
    }
    PackedColumn.pack(known, as: .values, into: &writer)
    return writer.bytes
  }

  static func column(
    of signal: FrameSignal, presents: [Nanoseconds], from bytes: [UInt8]
  ) throws(PackingProblem) -> OptionalColumn {
    var reader = ByteReader(bytes)
    let presence = try Presence(of: presents.count - 1, from: &reader)
    let known = try PackedColumn.unpack(presence.knownCount, from: &reader)
    try reader.finish()
    var column = OptionalColumn(capacity: presents.count - 1)
    let isTime = signal.isTime
    presence.forEach { index in
      let base = isTime ? presents[column.count + 1] : 0
      column.append(index.map { known[$0] &+ base })
    }
    return column
  }
}

extension FrameSignal {
  /// Whether its values are times on the clock of the presents, and not durations.
  fileprivate var isTime: Bool {
    switch self {
    case .display: true
    case .cpuBusy, .gpuBusy, .latency, .animationError: false
    }
  }
}
