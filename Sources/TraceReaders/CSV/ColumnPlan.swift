/// Which separators of a row have to be found for the wanted columns.
///
/// Separator `k` is the `k`-th comma of a row, from 1; 0 is the row's start. A field lies between
/// its column's number of commas and one more.
struct ColumnPlan {
  /// The separators to find, ascending, and one behind that no row reaches.
  let stops: [Int]

  /// For each wanted column the position in `stops` of the separator before it.
  ///
  /// The one after it comes next. -1 for a column that is not there.
  let slots: [Int]

  /// Whether the first stop is the row's start.
  let startsAtFirst: Bool

  /// Plans to find columns.
  ///
  /// - Parameters:
  ///   - columns: their positions; `nil` for one that is not there.
  ///   - columnCount: number of columns in all.
  init(columns: [Int?], columnCount: Int) {
    let wanted = columns.compactMap { $0 }
    let found = Set(wanted + wanted.map { $0 + 1 }).sorted()
    let positions = Dictionary(uniqueKeysWithValues: zip(found, found.indices))
    stops = found + [.max]
    slots = columns.map { column in column.flatMap { positions[$0] } ?? -1 }
    startsAtFirst = found.first == 0
  }

  @inline(__always)
  subscript(stop: Int) -> Int { stops[stop] }
}

/// Looks at eight bytes at once.
enum ByteWord {
  /// Marks the bytes of a word that equal a byte.
  ///
  /// - Parameters:
  ///   - byte: looked for.
  ///   - word: eight bytes, the first in the lowest bits.
  /// - Returns: a word with the highest bit of every such byte set, and no other.
  @inline(__always)
  static func positions(of byte: UInt8, in word: UInt64) -> UInt64 {
    let lowBits: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    // The sum reaches a byte's highest bit unless its lower seven bits are all 0; it never carries on.
    return ~(((difference & lowBits) &+ lowBits) | difference | lowBits)
  }

  /// Number of marked bytes; a multiplication adds the bytes up, which needs no special instruction.
  @inline(__always)
  static func count(of marks: UInt64) -> Int {
    Int(truncatingIfNeeded: ((marks >> 7) &* 0x0101_0101_0101_0101) >> 56)
  }

  /// Position of the first marked byte.
  @inline(__always)
  static func offset(ofFirst marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }

  /// Position of the `n`-th marked byte, from 1.
  @inline(__always)
  static func offset(ofNth ordinal: Int, in marks: UInt64) -> Int {
    var rest = marks
    for _ in 1..<ordinal { rest &= rest &- 1 }
    return offset(ofFirst: rest)
  }
}
