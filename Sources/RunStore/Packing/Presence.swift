internal import Recordings

/// Which entries of a column are there: lengths of alternating stretches, the first of entries there.
struct Presence {
  private let stretches: [Int]

  init(of flags: some Sequence<Bool>) {
    var stretches: [Int] = []
    var isThere = true
    var length = 0
    for flag in flags {
      if flag != isThere {
        stretches.append(length)
        (isThere, length) = (flag, 0)
      }
      length += 1
    }
    stretches.append(length)
    self.stretches = stretches
  }

  init(of column: OptionalColumn) {
    self.init(of: column.lazy.map { $0 != nil })
  }

  /// How many entries are there.
  var knownCount: Int {
    stride(from: 0, to: stretches.count, by: 2).reduce(0) { $0 + stretches[$1] }
  }

  func write(to writer: inout ByteWriter) {
    writer.put(varint: UInt64(stretches.count))
    for stretch in stretches { writer.put(varint: UInt64(stretch)) }
  }

  /// Reads the stretches of a column of `count` entries.
  init(of count: Int, from reader: inout ByteReader) throws(PackingProblem) {
    let number = try reader.count()
    guard number <= reader.remaining else { throw .truncated }
    var stretches: [Int] = []
    var rest = count
    for _ in 0..<number {
      let length = try reader.count()
      guard length <= rest else { throw .wrongCount(found: length, expected: rest) }
      rest -= length
      stretches.append(length)
    }
    guard rest == 0 else { throw .wrongCount(found: count - rest, expected: count) }
    self.stretches = stretches
  }

  /// Calls back for each entry with the number of it among those there, or `nil` when it is missing.
  func forEach(_ body: (Int?) -> Void) {
    var known = 0
    for (index, length) in stretches.enumerated() {
      for _ in 0..<length {
        body(index.isMultiple(of: 2) ? known : nil)
        if index.isMultiple(of: 2) { known += 1 }
      }
    }
  }
}
