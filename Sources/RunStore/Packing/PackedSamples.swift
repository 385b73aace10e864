internal import Recordings
internal import Units

/// The samples of a counter as bytes.
enum PackedSamples {
  static func pack(
    _ samples: SampleColumn
  ) -> (times: NumberColumn<UInt8>?, samples: NumberColumn<UInt8>) {
    var writer = ByteWriter()
    let stretches = samples.stretches
    writer.put(varint: UInt64(stretches.count))
    PackedColumn.pack(
      NumberColumn(stretches.lazy.map { Int64($0.count) }), as: .values, into: &writer)
    Presence(of: stretches.lazy.map { $0.value != nil }).write(to: &writer)
    PackedNumbers.pack(stretches.compactMap(\.value), into: &writer)
    return (pack(samples.clock), writer.finish())
  }

  private static func pack(_ clock: SampleColumn.Clock) -> NumberColumn<UInt8>? {
    switch clock {
    case .frames: return nil
    case .times(let times):
      var writer = ByteWriter()
      PackedColumn.pack(NumberColumn(times), as: .differences, into: &writer)
      return writer.finish()
    }
  }

  /// Reads a counter's samples back.
  static func unpack(
    _ count: Int, times: NumberColumn<UInt8>?, samples: NumberColumn<UInt8>
  ) throws(PackingProblem) -> SampleColumn {
    let stretches = try stretches(of: count, from: samples)
    guard let times else { return SampleColumn(clock: .frames, stretches: stretches) }
    var reader = ByteReader(times)
    let clock = Array(try PackedColumn.unpack(count, from: &reader))
    try reader.finish()
    guard zip(clock, clock.dropFirst()).allSatisfy({ $0 <= $1 }) else { throw .notIncreasing }
    return SampleColumn(clock: .times(clock), stretches: stretches)
  }

  private static func stretches(
    of count: Int, from bytes: NumberColumn<UInt8>
  ) throws(PackingProblem) -> [SampleColumn.Stretch] {
    var reader = ByteReader(bytes)
    let number = try reader.count()
    let lengths = try PackedColumn.unpack(number, from: &reader)
    try check(lengths, addUpTo: count)
    let presence = try Presence(of: number, from: &reader)
    let values = try PackedNumbers.unpack(presence.knownCount, from: &reader)
    try reader.finish()
    guard values.allSatisfy(\.isFinite) else { throw .outOfRange }
    var stretches: [SampleColumn.Stretch] = []
    stretches.reserveCapacity(number)
    presence.forEach { index in
      let length = Int(lengths[stretches.count])
      stretches.append(SampleColumn.Stretch(value: index.map { values[$0] }, count: length))
    }
    return stretches
  }

  private static func check(_ lengths: NumberColumn<Int64>, addUpTo count: Int)
    throws(PackingProblem)
  {
    var rest = Int64(count)
    for length in lengths {
      guard length > 0, length <= rest else {
        throw .wrongCount(found: Int(length), expected: Int(rest))
      }
      rest -= length
    }
    guard rest == 0 else { throw .wrongCount(found: count - Int(rest), expected: count) }
  }
}
