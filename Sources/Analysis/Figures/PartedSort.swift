internal import Recordings

/// Sorts more numbers than memory is to hold: first into parts by their high halves, then part by part.
///
/// The parts, and what is sorted, are columns, which go to temporary files.
struct PartedSort {
  /// The part that numbers with a high half belong to.
  private let partOfHalf: [Int]
  private var parts: [NumberColumn<UInt32>.Builder]

  /// Sorts numbers; O(n) while parts are long.
  ///
  /// - Parameters:
  ///   - numbers: in any order; walked over twice.
  ///   - partLength: how many are in memory at once, to be sorted there.
  /// - Returns: them in ascending order.
  static func sorted(
    _ numbers: some Sequence<UInt32>, partLength: Int
  ) -> NumberColumn<UInt32> {
    var counts = [Int](repeating: 0, count: 1 << 16)
    for number in numbers { counts[Int(number >> 16)] += 1 }
    var sort = PartedSort(counts, partLength: partLength)
    for number in numbers { sort.add(number) }
    return sort.sorted(partLength: partLength)
  }

  /// Gives high halves to parts, as many as there is room for in each; more numbers of one half are a part as well.
  private init(_ counts: [Int], partLength: Int) {
    var (part, length) = (0, 0)
    partOfHalf = counts.map { count in
      if length > 0, length + count > partLength { (part, length) = (part + 1, 0) }
      length += count
      return part
    }
    let file = ColumnFile()
    parts = (0...part).map { _ in .init(memory: Self.heldBytes, shelf: Self.heldBytes, file: file) }
  }

  /// What of each part is in memory before it is put away.
  private static let heldBytes = 1 << 16

  @inline(__always)
  private mutating func add(_ number: UInt32) {
    parts[partOfHalf[Int(number >> 16)]].append(number)
  }

  private consuming func sorted(partLength: Int) -> NumberColumn<UInt32> {
    var sorted = NumberColumn<UInt32>.Builder()
    for index in parts.indices {
      let part = parts[index].finish()
      parts[index] = .init()
      if part.count <= partLength {
        var numbers = part.withUnsafeBufferPointer { Array($0) }
        numbers.sortByDigits()
        numbers.withUnsafeBufferPointer { sorted.append(contentsOf: $0) }
      } else {
        Self.count(part, into: &sorted)
      }
    }
    return sorted.finish()
  }

  /// Adds numbers of one high half in ascending order: their low halves are counted, and written down again.
  private static func count(
    _ part: NumberColumn<UInt32>, into sorted: inout NumberColumn<UInt32>.Builder
  ) {
    var counts = [Int](repeating: 0, count: 1 << 16)
    for number in part { counts[Int(number & 0xFFFF)] += 1 }
    let high = part[0] & 0xFFFF_0000
    for (low, count) in counts.enumerated() {
      for _ in 0..<count { sorted.append(high | UInt32(low)) }
    }
  }
}
