@testable import ClickHouse

extension FuzzTarget {
  /// What a hostile server sends: rows, errors, and addresses that a user might copy.
  ///
  /// The first eight bytes choose the types of the values that are read in turn.
  static let cluster = FuzzTarget(name: "cluster") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    for status in [200, 401, 500] {
      _ = ClusterFault(status: status, body: text, user: "u", node: "n")
    }
    _ = try? ClusterAddress(text)
    let kinds = Array(bytes.prefix(8))
    return Array(bytes.dropFirst(8)).withUnsafeBytes { rows in
      var reader = RowReader(rows)
      var last = -1
      while !reader.isAtEnd, reader.position > last {
        last = reader.position
        for kind in kinds where (try? read(kind, &reader)) == nil { return nil }
        if reader.position > rows.count { return "the reader is behind the end of the rows" }
      }
      return nil
    }
  }

  private static func read(_ kind: UInt8, _ reader: inout RowReader) throws {
    switch kind % 8 {
    case 0: _ = try reader.integer()
    case 1: _ = try reader.unsigned()
    case 2: _ = try reader.real()
    case 3: _ = try reader.text()
    case 4: _ = try reader.blob()
    case 5: _ = try reader.isMissing()
    case 6:
      var numbers: ContiguousArray<Double> = []
      try reader.appendReals(try reader.count(), to: &numbers)
    default: for _ in 0..<(try reader.count()) { _ = try reader.text() }
    }
  }
}
