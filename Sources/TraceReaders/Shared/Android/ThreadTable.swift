internal import Decoding

/// Maps thread ids to consecutive numbers from 0, for use as array indices.
struct ThreadTable {
  /// The maximum number of threads in the table; a device has a few thousand threads.
  static let limit = 1 << 13

  /// The maximum number of hash table slots probed per thread id, so that hostile ids cannot make the search slow.
  private static let longestSearch = 64

  private static let shift: UInt64 = 64 - 16
  private static let none: Int64 = .min

  private var ids: [Int64]
  private var numbers: [Int32]

  /// The thread ids in the order of their assigned numbers.
  private(set) var all: [Int64] = []

  init() {
    ids = Array(repeating: Self.none, count: 1 << 16)
    numbers = Array(repeating: 0, count: 1 << 16)
  }

  /// The number of a thread id in this table, which is assigned when the id is first looked up.
  ///
  /// - Returns: a number from 0; `nil` if the table has too many threads.
  @inline(__always)
  mutating func number(of id: Int64) -> Int? {
    guard id != Self.none else { return nil }
    // Fibonacci hashing: multiplication by 2⁶⁴ / φ spreads consecutive ids (Knuth, volume 3, 6.4).
    var place = Int((UInt64(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15) >> Self.shift)
    for _ in 0..<Self.longestSearch {
      if ids[place] == id { return Int(numbers[place]) }
      if ids[place] == Self.none { return add(id, at: place) }
      place = (place + 1) & (ids.count - 1)
    }
    return nil
  }

  @inline(never)
  private mutating func add(_ id: Int64, at place: Int) -> Int? {
    guard all.count < Self.limit else { return nil }
    ids[place] = id
    numbers[place] = Int32(all.count)
    all.append(id)
    return all.count - 1
  }
}
